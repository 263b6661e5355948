// The layout that chains share: T one-hot groups of k1 … kT links, and scores for k1 starts, then k(t−1)·k(t)
// transitions row by row for t = 2 … T, then kT stops.
import { ParleyError } from '@parleyjs/core'
import { requireCount, requireInteger, requireScores } from '../common/check.js'

export interface Chain {
  readonly length: number
  /** Number of states at each position. */
  readonly width: Int32Array
  /** The first link of each position, and the number of links at the end. */
  readonly first: Int32Array
  /**
   * Where the scores into each position begin (starts at 0), and, as the last entry, where the stop scores
   * begin.
   */
  readonly into: Int32Array
  readonly scores: Float64Array
}

/** How many scores a chain has. */
export function chainScoreCount(states: ArrayLike<number>): number {
  let count = states[0] + states[states.length - 1]
  for (let t = 1; t < states.length; t++) count += states[t - 1] * states[t]
  return count
}

/** Checks a chain and lays it out. */
export function layChain(what: string, states: ArrayLike<number>, scores: ArrayLike<number>): Chain {
  const length = states.length
  if (length === 0)
    throw new ParleyError('bad-argument', `A ${what} needs at least one position, and has none.`)
  const width = new Int32Array(length)
  for (let t = 0; t < length; t++)
    width[t] = requireInteger(`The number of states at position ${t + 1} of a ${what}`, states[t], 1)
  requireCount(`Scores of a ${what}`, scores.length, chainScoreCount(width), 'starts, transitions and stops')
  const first = new Int32Array(length + 1)
  const into = new Int32Array(length + 1)
  for (let t = 0; t < length; t++) {
    first[t + 1] = first[t] + width[t]
    into[t + 1] = into[t] + (t === 0 ? 1 : width[t - 1]) * width[t]
  }
  return { length, width, first, into, scores: requireScores(`Scores of a ${what}`, scores) }
}

/** The own score of a path, given by its state at each position. */
export function chainScore({ length, width, into, scores }: Chain, path: Int32Array): number {
  let own = scores[path[0]] + scores[into[length] + path[length - 1]]
  for (let t = 1; t < length; t++) own += scores[into[t] + path[t - 1] * width[t] + path[t]]
  return own
}
