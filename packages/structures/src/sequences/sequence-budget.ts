// A sequence in which one state is scarce: at most B positions may have it. The nodes of its lattice are
// states with a number of counted positions so far, so that everything takes O(B · T · k²).
import { requireInteger } from '../common/check.js'
import { type Lattice, LatticeBuilder } from '../common/lattice.js'
import { type Chain, chainScore, layChain } from './chain.js'
import { OneHotPaths } from './one-hot-paths.js'
import type { SequenceOptions } from './sequence.js'

/** Scores and budget of a sequence. */
export interface SequenceBudgetOptions extends SequenceOptions {
  /** Maximum number of positions with the counted state. */
  budget: number
  /** The state that counts, 0 by default. Positions with fewer states never count. */
  counted?: number
}

/**
 * A `Sequence` in which at most `budget` positions have state 0 (or `counted`).
 *
 * @example
 * const sequence = new SequenceBudget({ states: [2, 2], scores: [0, 0, 0, 0, 0, 0, 0, 0], budget: 1 })
 * const configuration = new Float64Array(4)
 * sequence.maximize(Float64Array.of(2, 0, 3, 0), configuration)
 * // 0, and configuration is [0, 1, 1, 0]
 */
export class SequenceBudget extends OneHotPaths {
  readonly name = 'sequence with budget'
  readonly budget: number
  readonly counted: number
  private readonly chain: Chain

  constructor({ states, scores, budget, counted = 0 }: SequenceBudgetOptions) {
    const chain = layChain('sequence with budget', states, scores)
    requireInteger('The budget of a sequence', budget, 0)
    requireInteger('The counted state of a sequence with budget', counted, 0)
    super(chain.first, latticeOf(chain, Math.min(budget, states.length) + 1, counted), chain.scores)
    this.chain = chain
    this.budget = budget
    this.counted = counted
  }

  protected override own(_: Float64Array, path: Int32Array): number {
    let count = 0
    for (let t = 0; t < path.length; t++) if (path[t] === this.counted) count++
    return count <= this.budget ? chainScore(this.chain, path) : Number.NEGATIVE_INFINITY
  }
}

/**
 * At each position a block of states for each of 0 … B counted positions. A path begins with what it leaves
 * of the budget, so that it ends with B, and each configuration is one path.
 */
function latticeOf({ length, width, first, into }: Chain, bins: number, counted: number): Lattice {
  const builder = new LatticeBuilder(first[length] * bins + 2, length + 2)
  const place = (t: number, bin: number) => 1 + first[t] * bins + bin * width[t]
  for (let t = 0; t < length; t++) {
    for (let bin = 0; bin < bins; bin++)
      for (let j = 0; j < width[t]; j++) {
        const before = j === counted ? bin - 1 : bin
        const link = first[t] + j
        if (before < 0) builder.node(link, 0, 0, 0)
        else if (t === 0) builder.node(link, 0, 1, j)
        else builder.node(link, place(t - 1, before), width[t - 1], into[t] + j, width[t])
      }
    builder.endLevel()
  }
  builder.node(-1, place(length - 1, bins - 1), width[length - 1], into[length])
  builder.endLevel()
  return builder.build()
}
