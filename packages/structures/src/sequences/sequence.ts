// A chain of one-hot groups, as in tagging: a lattice with a node for each state of each position.
import { type Lattice, LatticeBuilder } from '../common/lattice.js'
import { type Chain, chainScore, layChain } from './chain.js'
import { OneHotPaths } from './one-hot-paths.js'

/** Scores of a sequence. */
export interface SequenceOptions {
  /** The number of states k1 … kT at each of T positions. */
  states: ArrayLike<number>
  /** k1 start scores, k(t−1)·k(t) transitions row by row for t = 2 … T, kT stop scores. −Infinity forbids. */
  scores: ArrayLike<number>
}

/**
 * The links are one-hot groups, one after the other; a chain scores the states of neighbours.
 *
 * @example
 * const sequence = new Sequence({ states: [2, 2], scores: [0, 0, 0, 3, 0, 0, 0, 0] }) // 3 for state 0, then 1
 * const configuration = new Float64Array(4)
 * sequence.maximize(Float64Array.of(0, 1, 1, 0), configuration)
 * // 3, and configuration is [1, 0, 0, 1]
 */
export class Sequence extends OneHotPaths {
  readonly name: string = 'sequence'
  private readonly chain: Chain

  constructor({ states, scores }: SequenceOptions) {
    const chain = layChain('sequence', states, scores)
    super(chain.first, latticeOf(chain), chain.scores)
    this.chain = chain
  }

  protected override own(_: Float64Array, path: Int32Array): number {
    return chainScore(this.chain, path)
  }
}

function latticeOf({ length, width, first, into }: Chain): Lattice {
  const builder = new LatticeBuilder(first[length] + 2, length + 2)
  for (let j = 0; j < width[0]; j++) builder.node(j, 0, 1, j)
  builder.endLevel()
  for (let t = 1; t < length; t++) {
    for (let j = 0; j < width[t]; j++)
      builder.node(first[t] + j, 1 + first[t - 1], width[t - 1], into[t] + j, width[t])
    builder.endLevel()
  }
  builder.node(-1, 1 + first[length - 1], width[length - 1], into[length])
  builder.endLevel()
  return builder.build()
}
