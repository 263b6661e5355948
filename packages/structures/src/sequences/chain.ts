// The layout that chains share: T one-hot groups of k1 … kT links, and scores for k1 starts, then k(t−1)·k(t)
// transitions row by row for t = 2 … T, then kT stops.
import { ParleyError } from '@parley/core'
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
export function pathScore(chain: Chain, path: Int32Array): number {
  const { length, width, into, scores } = chain
  let own = scores[path[0]] + scores[into[length] + path[length - 1]]
  for (let t = 1; t < length; t++) own += scores[into[t] + path[t - 1] * width[t] + path[t]]
  return own
}

/** Reads the one state at 1 in every group; false if a group has none, or several. */
export function readPath(first: Int32Array, configuration: Float64Array, path: Int32Array): boolean {
  for (let t = 0; t + 1 < first.length; t++) {
    let state = -1
    for (let i = first[t]; i < first[t + 1]; i++) {
      if (configuration[i] < 0.5) continue
      if (state >= 0) return false
      state = i - first[t]
    }
    if (state < 0) return false
    path[t] = state
  }
  return true
}

/** off[i] = the best of on[j] over the other links j of i's group. */
export function offFromOthers(first: Int32Array, on: Float64Array, off: Float64Array): void {
  for (let t = 0; t + 1 < first.length; t++) {
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    let second = Number.NEGATIVE_INFINITY
    for (let i = first[t]; i < first[t + 1]; i++) {
      if (on[i] > best) {
        second = best
        best = on[i]
        which = i
      } else if (on[i] > second) second = on[i]
    }
    for (let i = first[t]; i < first[t + 1]; i++) off[i] = i === which ? second : best
  }
}
