// Marks on factors or slots, one byte each. Any thread may set them; the thread that handles their block
// finds and clears them.
import type { Room } from '../threads/room.js'

export interface Marks {
  readonly bytes: Uint8Array
  /** The same bytes, four at a time; missing where there are so few that a search by words gains nothing. */
  readonly words?: Int32Array
}

export function newMarks(room: Room, count: number): Marks {
  const words = room.ints((count + 3) >> 2)
  return { bytes: new Uint8Array(words.buffer, words.byteOffset, 4 * words.length), words }
}

/** Clears the marks from `from` up to `to`, and writes their indices to `found`. Returns their number. */
export function takeMarks({ bytes, words }: Marks, from: number, to: number, found: Int32Array): number {
  let count = 0
  for (let k = from; k < to; k++) {
    if (words !== undefined && (k & 3) === 0 && k + 4 <= to && words[k >> 2] === 0) {
      k += 3
      continue
    }
    if (bytes[k] === 0) continue
    bytes[k] = 0
    found[count++] = k
  }
  return count
}
