// Reads files as bytes and as text, with clear messages if a file cannot be read.
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { isGzip } from '@parleyjs/core/internal'

/** Maximum length of a text. Strings in Node can be only a little longer. */
export const MAX_BYTES = 500 * 2 ** 20

/** Reads the bytes of a file, or of standard input for "-". */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    if (file === '-') return await readUpToLimit(process.stdin, 'Standard input', '-')
    const { size } = await stat(file)
    if (size > MAX_BYTES) throw tooLarge(`The file has ${size} bytes`, file)
    // Pipes and devices have no size.
    return size > 0
      ? await readAtOnce(file, size)
      : await readUpToLimit(createReadStream(file), 'The file', file)
  } catch (error) {
    throw error instanceof ParleyError ? error : unreadable(file, error)
  }
}

/** Like `readFile`, which reads half a megabyte at a time and waits each time while modules are loaded. */
async function readAtOnce(file: string, size: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const bytes = Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await handle.read(bytes, 0, size, 0)
    // The file is being written, or it has no size of its own.
    return bytesRead === size && (await handle.stat()).size === size ? bytes : await readFile(file)
  } finally {
    await handle.close()
  }
}

/** The text of a file. Gzip is detected by its content and unpacked. */
export function unpack(file: string, bytes: Uint8Array): string {
  const gzip = isGzip(bytes)
  if (!gzip && /\.gz$/i.test(file))
    throw new ParleyError(
      'bad-input',
      'The name ends in .gz, but this is not a gzip file. Rename it if it is not packed.',
    )
  return decode(gzip ? gunzip(bytes) : bytes)
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(`Unpacked, the file has more than ${MAX_BYTES} bytes`)
    const reason = error instanceof Error ? error.message : String(error)
    throw new ParleyError(
      'bad-input',
      `The gzip file is damaged or cut off (${reason}). Fetch or pack it again.`,
    )
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new ParleyError('bad-input', 'The file is empty.')
  const zero = bytes.subarray(0, 4096).indexOf(0)
  if (zero >= 0)
    throw new ParleyError(
      'bad-input',
      `This is not a text file: byte ${zero} is 0. Is it packed, or another format?`,
    )
  return new TextDecoder().decode(bytes)
}

function tooLarge(fact: string, file?: string): ParleyError {
  const hint = `the limit is ${MAX_BYTES}. Split the graph, or build it with @parleyjs/core in your own program.`
  return new ParleyError('too-large', `${fact}; ${hint}`, file === undefined ? {} : { file })
}

async function readUpToLimit(
  input: AsyncIterable<Uint8Array>,
  what: string,
  file: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    size += chunk.length
    if (size > MAX_BYTES) throw tooLarge(`${what} has more than ${MAX_BYTES} bytes`, file)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The error for a file that cannot be read, with the reason. */
export function unreadable(file: string, error: unknown): ParleyError {
  const code = (error as NodeJS.ErrnoException).code
  const reasons: Record<string, string> = {
    ENOENT: 'There is no such file.',
    EISDIR: 'This is a folder, not a file.',
    EACCES: 'You are not allowed to read this file.',
    ENOTDIR: 'There is no such file: a part of the path is not a folder.',
  }
  const reason = reasons[code ?? ''] ?? (error instanceof Error ? error.message : String(error))
  return new ParleyError('bad-input', reason, { file })
}
