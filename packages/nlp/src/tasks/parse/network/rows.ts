// Rows and entries that scoring and training both write into the memory of the kernels.
import type { Workspace } from '@parleyjs/learn'
import { distanceRow, HIDDEN, OUT, OUT_AT, ROW } from './layers.js'

/**
 * The entry of an arc for the kernels, at an address. Words are rows of `out` and `sums`; `root` is the row
 * of the root.
 */
export function writeArc(
  { words, floats }: Workspace,
  entry: number,
  head: number,
  modifier: number,
  root: number,
  out: number,
  distance: number,
  sums: number,
): void {
  const at = entry >> 2
  const low = head < modifier ? head : modifier
  const high = head < modifier ? modifier : head
  words[at] = out + head * OUT + OUT_AT.head
  words[at + 1] = out + modifier * OUT + OUT_AT.modifier
  words[at + 2] = distance + distanceRow(head - root, modifier - root) * ROW
  words[at + 3] = sums + high * ROW
  words[at + 4] = sums + (low + 1) * ROW
  floats[at + 5] = high - low > 1 ? 1 / Math.sqrt(high - low - 1) : 0
}

/** Writes copies of a row of hidden numbers. */
export function repeat(floats: Float32Array, row: number, count: number, to: number): void {
  const from = row >> 2
  let at = to >> 2
  for (let i = 0; i < count; i++) for (let j = 0; j < HIDDEN; j++) floats[at++] = floats[from + j]
}
