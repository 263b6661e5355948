// Reads a file piece by piece, in constant memory. Gzip is unpacked.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { isGzip } from '@parleyjs/core/internal'
import { unreadable } from './read-bytes.js'

/** Number of bytes that are unpacked from any file. */
const ALWAYS_UNPACKED = 64 * 2 ** 20
/** Maximum expansion beyond that. Gzip makes text 3 to 10 times shorter; its limit is a factor of 1,032. */
const MOST_EXPANSION = 100

/**
 * Reads a file, or standard input for "-". A gzip file that expands far more than text does is refused: it is
 * a decompression bomb.
 */
export async function* readChunks(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
  const pieces = placed(file, input)[Symbol.asyncIterator]()
  // The first two bytes identify gzip. A pipe may deliver them separately.
  let start: Uint8Array = new Uint8Array()
  while (start.length < 2) {
    const { value, done } = await pieces.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const gzip = isGzip(start)
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
  let bytesIn = 0
  let bytesOut = 0
  const counted = async function* () {
    for await (const chunk of packed) {
      bytesIn += chunk.length
      yield chunk
    }
  }
  // A failure also ends the stream that is read below, and is reported there.
  pipeline(Readable.from(counted()), gunzip).catch(() => {})
  try {
    for await (const chunk of gunzip) {
      bytesOut += (chunk as Uint8Array).length
      if (bytesOut > Math.max(ALWAYS_UNPACKED, MOST_EXPANSION * bytesIn))
        throw tooLong(file, bytesIn, bytesOut)
      yield chunk as Uint8Array
    }
  } catch (error) {
    if (error instanceof ParleyError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The gzip file is damaged or cut off (${reason}). Fetch or pack it again.`
    throw new ParleyError('bad-input', message, { file })
  }
}

function tooLong(file: string, bytesIn: number, bytesOut: number): ParleyError {
  const fact =
    `${bytesIn} bytes of this gzip file unpack to more than ${bytesOut}, over ${MOST_EXPANSION} times as many: ` +
    'no text packs so well. If the file is right, unpack it first and read the result.'
  return new ParleyError('too-large', fact, { file })
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
