// Cuts a problem into blocks. Sums are taken within blocks and then over blocks, and each block is handled by
// one thread, so no sum depends on the number of threads. A small problem is one block.
import { carveInts } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'

/** Number of factors, or of linked slots, in a block of a large problem. */
export const BLOCK = 1024
/** Size of a block that holds a whole problem. */
export const WHOLE = 2 ** 30

/**
 * A block consists of pieces, each with factors of one kind: of one piece, or, if it holds the whole problem,
 * of a piece for each kind.
 */
export interface FactorBlocks {
  /** Block b has the pieces from `blockPieces[b]` up to `blockPieces[b + 1]`. */
  readonly blockPieces: Int32Array
  /** Piece i has the factors from `pieceStart[i]` up to `pieceStart[i + 1]`. */
  readonly pieceStart: Int32Array
  /** Group of each piece. */
  readonly pieceGroup: Int32Array
}

export function factorBlocks({ groups, factors }: Problem, block: number): FactorBlocks {
  let pieces = 0
  for (const { count } of groups) pieces += Math.ceil(count / block)
  const blockPieces = carveInts(block === WHOLE ? 2 : pieces + 1)
  const pieceStart = carveInts(pieces + 1)
  const pieceGroup = carveInts(pieces)
  let i = 0
  for (let g = 0; g < groups.length; g++) {
    const { first, count } = groups[g]
    for (let f = first; f < first + count; f += block, i++) {
      pieceStart[i] = f
      pieceGroup[i] = g
    }
  }
  pieceStart[i] = factors
  if (block === WHOLE) blockPieces[1] = pieces
  else for (let b = 0; b <= pieces; b++) blockPieces[b] = b
  return { blockPieces, pieceStart, pieceGroup }
}

/** The first factor of a block. */
export function firstFactor({ pieceStart, blockPieces }: FactorBlocks, block: number): number {
  return pieceStart[blockPieces[block]]
}

/** The first link of a block of factors. */
export function firstLink(blocks: FactorBlocks & Pick<Problem, 'factorStart'>, block: number): number {
  return blocks.factorStart[firstFactor(blocks, block)]
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
