// The bytes of a file piece by piece, unpacked if they are gzip: in constant memory, whatever the size.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ParleyError } from '@parley/core'
import { unreadable } from './read-bytes.js'

/** Reads a file, or standard input for "-". */
export async function* readChunks(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
  const pieces = placed(file, input)[Symbol.asyncIterator]()
  // Two bytes tell whether it is gzip; a pipe may deliver them one by one.
  let start: Uint8Array = new Uint8Array()
  while (start.length < 2) {
    const { value, done } = await pieces.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const gzip = start[0] === 0x1f && start[1] === 0x8b
  if (!gzip && /\.gz$/i.test(file)) {
    await pieces.return?.()
    const fact = 'The name ends in .gz, but this is not a gzip file. Rename it if it is not packed.'
    throw new ParleyError('bad-input', fact, { file })
  }
  yield* gzip ? unpacked(file, joined(start, pieces)) : joined(start, pieces)
}

async function* joined(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (start.length > 0) yield start
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* unpacked(
  file: string,
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip()
  // Its failure also ends the stream that is read below, which is where it is reported.
  pipeline(Readable.from(packed), gunzip).catch(() => {})
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array
  } catch (error) {
    if (error instanceof ParleyError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The gzip file is damaged or cut off (${reason}). Fetch or pack it again.`
    throw new ParleyError('bad-input', message, { file })
  }
}

async function* placed(
  file: string,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of input) yield chunk
  } catch (error) {
    throw unreadable(file, error)
  }
}
