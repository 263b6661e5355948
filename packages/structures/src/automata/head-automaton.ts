// Consecutive siblings (paper 1, appendix F): the modifiers that a head takes on one side, each scored
// with the one before it. One dynamic program, O(n²).
import { carveFloats, type Factor } from '@parley/core'
import { requireAllowed, requireCount } from '../common/check.js'
import { asProbability } from '../common/log-sum.js'
import { reserve, scratch } from '../common/scratch.js'
import {
  addMarginals,
  backward,
  byTarget,
  forward,
  raiseMaxMarginals,
  sumForward,
  transitionCount,
} from './sibling-chain.js'

/** Scores of a head automaton. */
export interface HeadAutomatonOptions {
  /**
   * With n modifiers and L = n + 1: the scores s(m, s) of modifier s following modifier m, m = 0 … n outer
   * and s = m + 1 … L inner. m = 0 is "none before", s = L is "none after". −Infinity forbids.
   */
  siblings: ArrayLike<number>
}

/**
 * The links are the arcs from one head to the words on one side of it, nearest first; any of them may be 1.
 * The own score sums s(m, s) over consecutive arcs at 1, from "none before" to "none after".
 *
 * @example
 * const automaton = new HeadAutomaton({ siblings: [0, 0, 0, 5, 0, 0] }) // two modifiers; 5 for taking both
 * const configuration = new Float64Array(2)
 * automaton.maximize(Float64Array.of(-1, -2), configuration)
 * // 5, and configuration is [1, 1]
 */
export class HeadAutomaton implements Factor {
  readonly name = 'head automaton'
  /** Number of modifiers, and so of links. */
  readonly degree: number
  private readonly transitions: Float64Array

  constructor({ siblings }: HeadAutomatonOptions) {
    const n = Math.max(0, Math.round((Math.sqrt(8 * siblings.length + 1) - 3) / 2))
    this.degree = n
    requireCount(
      'Sibling scores of a head automaton',
      siblings.length,
      transitionCount(n),
      `(n + 1)(n + 2) / 2 for n = ${n}`,
    )
    this.transitions = carveFloats(transitionCount(n))
    requireAllowed('Sibling scores of a head automaton', siblings)
    byTarget(siblings, 0, n, this.transitions, 0)
    reserve(n + 2)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { degree: n, transitions } = this
    const { best, before } = scratch
    for (let i = 0; i < n; i++) configuration[i] = 0
    if (forward(transitions, 0, scores, n, best, before) === Number.NEGATIVE_INFINITY)
      return Number.NEGATIVE_INFINITY
    let own = 0
    for (let s = n + 1; s > 0; s = before[s]) {
      own += transitions[(s * (s - 1)) / 2 + before[s]]
      if (s <= n) configuration[s - 1] = 1
    }
    return own
  }

  score(configuration: Float64Array): number {
    const { degree: n, transitions } = this
    let own = 0
    let m = 0
    for (let s = 1; s <= n + 1; s++) {
      if (s <= n && configuration[s - 1] < 0.5) continue
      own += transitions[(s * (s - 1)) / 2 + m]
      m = s
    }
    return own
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { degree: n, transitions } = this
    const { best, rest, row, before } = scratch
    on.fill(Number.NEGATIVE_INFINITY)
    off.fill(Number.NEGATIVE_INFINITY)
    const value = forward(transitions, 0, scores, n, best, before)
    backward(transitions, 0, scores, n, rest)
    raiseMaxMarginals(transitions, 0, scores, n, best, rest, row, 0, on, off, 0)
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { degree: n, transitions } = this
    const { best, rest, row } = scratch
    marginals.fill(0)
    const logZ = sumForward(transitions, 0, scores, n, best, row)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    addMarginals(transitions, 0, scores, n, best, rest, 1, marginals, 0)
    for (let i = 0; i < n; i++) marginals[i] = asProbability(marginals[i])
    return logZ
  }
}
