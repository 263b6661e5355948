// A chain of one-hot groups in which three neighbours are scored together, as in trigram tagging. The nodes
// of its lattice are pairs of neighbours, so that everything takes O(Σ k(t−2)·k(t−1)·k(t)): groups with few
// states are cheap.
import { ParleyError } from '@parleyjs/core'
import { carveFloats, carveInts } from '@parleyjs/core/internal'
import { requireAllowed, requireCount, requireInteger, requireScores } from '../common/check.js'
import { type Lattice, LatticeBuilder } from '../common/lattice.js'
import { OneHotPaths } from './one-hot-paths.js'

/**
 * The score of state `state` at position t = 0 … T − 1 after the states `before` at t − 1 and `beforeThat` at
 * t − 2. A position before the first has the state −1; so has t = T, which is stopping.
 */
export type TrigramScore = (t: number, beforeThat: number, before: number, state: number) => number

/** Scores of a trigram sequence. */
export interface TrigramSequenceOptions {
  /** The number of states k1 … kT at each of T positions. */
  states: ArrayLike<number>
  /**
   * k1 scores of starting, k1·k2 of the second state after the first, then for t = 3 … T a table of
   * k(t−2)·k(t−1)·k(t), and k(T−1)·kT scores of stopping (k1, if T = 1); the state of the first of the three
   * positions is outermost, that of the last innermost. Or a function, which the constructor calls once for
   * each of these. −Infinity forbids.
   */
  scores: ArrayLike<number> | TrigramScore
}

/**
 * The links are one-hot groups, one after the other; a chain scores the states of three neighbours.
 *
 * @example
 * // Three positions with two states each; 3 for the states 0, 1, 0.
 * const scores = (t, beforeThat, before, state) => (beforeThat === 0 && before === 1 && state === 0 ? 3 : 0)
 * const sequence = new TrigramSequence({ states: [2, 2, 2], scores })
 * const configuration = new Float64Array(6)
 * sequence.maximize(Float64Array.of(0, 1, 0, 0, 0, 1), configuration)
 * // 3, and configuration is [1, 0, 0, 1, 1, 0]
 */
export class TrigramSequence extends OneHotPaths {
  readonly name = 'trigram sequence'

  constructor({ states, scores }: TrigramSequenceOptions) {
    const layout = layTrigrams(states)
    super(layout.first, latticeOf(layout), layScores(layout, scores))
  }
}

/** Two positions with the single state "start" come before the first, one with "stop" after the last. */
interface TrigramLayout {
  /** Number of states at each position, those of starting and stopping included: T + 3 of them. */
  readonly width: Int32Array
  /** The first link of each of the T groups, and their number. */
  readonly first: Int32Array
  /** Where the triples that end at each position from 2 on begin; at T + 3 their number. */
  readonly into: Int32Array
}

function layTrigrams(states: ArrayLike<number>): TrigramLayout {
  const length = states.length
  if (length === 0)
    throw new ParleyError('bad-argument', 'A trigram sequence needs at least one position, and has none.')
  const width = carveInts(length + 3).fill(1)
  const first = carveInts(length + 1)
  for (let t = 0; t < length; t++) {
    const what = `The number of states at position ${t + 1} of a trigram sequence`
    width[t + 2] = requireInteger(what, states[t], 1)
    first[t + 1] = first[t] + width[t + 2]
  }
  const into = carveInts(length + 4)
  for (let p = 2; p < length + 3; p++) into[p + 1] = into[p] + width[p - 2] * width[p - 1] * width[p]
  return { width, first, into }
}

/** A node for each pair (b, c) of neighbours, c outer; the nodes before it are the pairs (a, b). */
function latticeOf({ width, first, into }: TrigramLayout): Lattice {
  const positions = width.length
  let nodes = 1
  for (let p = 2; p < positions; p++) nodes += width[p - 1] * width[p]
  const builder = new LatticeBuilder(nodes, positions - 1)
  let before = 0
  for (let p = 2; p < positions; p++) {
    const isStop = p === positions - 1
    const [wb, wc] = [width[p - 1], width[p]]
    for (let c = 0; c < wc; c++)
      for (let b = 0; b < wb; b++)
        builder.node(
          isStop ? -1 : first[p - 2] + c,
          before + b * width[p - 2],
          width[p - 2],
          into[p] + b * wc + c,
          wb * wc,
        )
    before += p === 2 ? 1 : width[p - 2] * wb
    builder.endLevel()
  }
  return builder.build()
}

function layScores({ width, into }: TrigramLayout, scores: ArrayLike<number> | TrigramScore): Float64Array {
  const what = 'Scores of a trigram sequence'
  const stop = width.length - 1
  const count = into[stop + 1]
  if (typeof scores !== 'function') {
    requireCount(what, scores.length, count, 'starts, triples and stops')
    return requireScores(what, scores)
  }
  const table = carveFloats(count)
  let next = 0
  for (let p = 2; p <= stop; p++)
    for (let a = 0; a < width[p - 2]; a++)
      for (let b = 0; b < width[p - 1]; b++)
        for (let c = 0; c < width[p]; c++)
          table[next++] = scores(p - 2, p < 4 ? -1 : a, p < 3 ? -1 : b, p === stop ? -1 : c)
  requireAllowed(what, table)
  return table
}
