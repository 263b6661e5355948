// Cuts a large graph into blocks of a fixed size. Sums are taken within blocks and then over blocks, and each
// block is handled by one thread, so no sum depends on the number of threads.
import type { Problem } from '../problem/problem.js'

/** Number of factors, or of linked slots, in a block. */
export const BLOCK = 1024

/**
 * Block b has the factors from `start[b]` up to `start[b + 1]`; all factors of a block have the same kind.
 */
export interface FactorBlocks {
  readonly start: Int32Array
  /** Group g has the blocks from `ofGroup[g]` up to `ofGroup[g + 1]`. */
  readonly ofGroup: Int32Array
  /** Group of each block. */
  readonly group: Int32Array
}

export function factorBlocks(problem: Problem, block: number): FactorBlocks {
  const starts: number[] = []
  const group: number[] = []
  const ofGroup = new Int32Array(problem.groups.length + 1)
  for (const [g, { first, count }] of problem.groups.entries()) {
    for (let f = first; f < first + count; f += block) {
      starts.push(f)
      group.push(g)
    }
    ofGroup[g + 1] = starts.length
  }
  starts.push(problem.factors)
  return { start: Int32Array.from(starts), ofGroup, group: Int32Array.from(group) }
}

/**
 * Cuts the blocks from `from` up to `to` into `parts` ranges of about equal weight. Range i lies between the
 * numbers i and i + 1 of the result.
 *
 * @example
 * evenCuts(0, 4, 2, (b) => 1) // Int32Array [0, 2, 4]
 */
export function evenCuts(
  from: number,
  to: number,
  parts: number,
  weight: (block: number) => number,
): Int32Array {
  const cuts = new Int32Array(parts + 1).fill(to)
  cuts[0] = from
  let total = 0
  for (let b = from; b < to; b++) total += weight(b)
  let sum = 0
  let next = 1
  for (let b = from; b < to; b++) {
    sum += weight(b)
    // A block belongs to the range in which its middle lies.
    while (next < parts && sum - weight(b) / 2 > (next * total) / parts) cuts[next++] = b
  }
  return cuts
}
