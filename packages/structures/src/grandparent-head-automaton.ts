/**
 * Consecutive siblings together with the head's own head (paper 1, Fig. 1: grandparents, grand-siblings). One
 * dynamic program per grandparent, O(G n²), skipping grandparents that cannot win.
 */
import { type CustomFactor, ParleyError } from '@parley/core'
import { requireCount, requireInteger, requireScores } from './check.js'
import { asProbability, logSum } from './log-sum.js'
import {
  addMarginals,
  backward,
  byTarget,
  forward,
  raiseMaxMarginals,
  sumForward,
  transitionCount,
} from './sibling-chain.js'

/** What a grandparent head automaton scores, for G possible grandparents and n modifiers. */
export interface GrandparentHeadAutomatonOptions {
  /** G, at least 1. */
  grandparentCount: number
  /** G·n scores of modifier m under grandparent g, g outer. */
  grandparents: ArrayLike<number>
  /** (n + 1)(n + 2) / 2 scores, in the order of `HeadAutomatonOptions.siblings`. */
  siblings: ArrayLike<number>
  /** As many scores again for every grandparent, g outer: added where both parts hold. */
  grandSiblings?: ArrayLike<number>
}

/**
 * The first G links are the arcs from possible grandparents to a head, and exactly one of them is 1. The others are the
 * arcs from the head to the words on one side of it, nearest first, as in `HeadAutomaton`.
 *
 * @example
 * const automaton = new GrandparentHeadAutomaton({
 *   grandparentCount: 2,
 *   grandparents: [0, 4], // one modifier: 4 under the second grandparent
 *   siblings: [0, 0, 0],
 * })
 * const configuration = new Float64Array(3)
 * automaton.maximize(Float64Array.of(1, 0, -1), configuration)
 * // 4, and configuration is [0, 1, 1]
 */
export class GrandparentHeadAutomaton implements CustomFactor {
  readonly name = 'grandparent head automaton'
  readonly grandparentCount: number
  /** Number of modifiers. */
  readonly modifierCount: number
  private readonly grandparents: Float64Array
  private readonly transitions: Float64Array // of all grandparents, or one block for each
  private readonly block: number // from one grandparent's transitions to the next: 0 if they share them
  private readonly topGrandparents: Float64Array // the best over grandparents, for bounds
  private readonly topTransitions: Float64Array
  private readonly modifiers: Float64Array
  private readonly best: Float64Array
  private readonly rest: Float64Array
  private readonly skip: Float64Array
  private readonly before: Int32Array
  private readonly bestBefore: Int32Array

  constructor({ grandparentCount, grandparents, siblings, grandSiblings }: GrandparentHeadAutomatonOptions) {
    const what = 'of a grandparent head automaton'
    this.grandparentCount = requireInteger(`The number of grandparents ${what}`, grandparentCount, 1)
    const n = grandparents.length / grandparentCount
    if (!Number.isInteger(n))
      throw new ParleyError(
        'bad-argument',
        `Grandparent scores ${what}: ${grandparents.length} found, which is no multiple of the ${grandparentCount} grandparents.`,
      )
    this.modifierCount = n
    const count = transitionCount(n)
    requireCount(
      `Sibling scores ${what}`,
      siblings.length,
      count,
      `(n + 1)(n + 2) / 2 for n = ${n} modifiers`,
    )
    this.grandparents = requireScores(`Grandparent scores ${what}`, grandparents)
    const shared = new Float64Array(count)
    byTarget(requireScores(`Sibling scores ${what}`, siblings), 0, n, shared, 0)
    this.block = grandSiblings === undefined ? 0 : count
    this.transitions = shared
    if (grandSiblings !== undefined) {
      const expected = count * grandparentCount
      requireCount(
        `Grand-sibling scores ${what}`,
        grandSiblings.length,
        expected,
        `${grandparentCount} times ${count}`,
      )
      const scores = requireScores(`Grand-sibling scores ${what}`, grandSiblings)
      this.transitions = new Float64Array(expected)
      for (let g = 0; g < grandparentCount; g++) byTarget(scores, g * count, n, this.transitions, g * count)
      for (let i = 0; i < expected; i++) this.transitions[i] += shared[i % count]
    }
    this.topGrandparents = columnMaxima(this.grandparents, n)
    this.topTransitions = columnMaxima(this.transitions, count)
    this.modifiers = new Float64Array(n)
    this.best = new Float64Array(n + 2)
    this.rest = new Float64Array(n + 2)
    this.skip = new Float64Array(n + 2)
    this.before = new Int32Array(n + 2)
    this.bestBefore = new Int32Array(n + 2)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { grandparentCount, modifierCount: n, grandparents, transitions, block, before, bestBefore } = this
    configuration.fill(0)
    this.addScores(scores, this.topGrandparents, 0)
    // No grandparent can do better than the best parts of all together, also after rounding.
    const bound = forward(this.topTransitions, 0, this.modifiers, n, this.best, before)
    let winner = -1
    let value = Number.NEGATIVE_INFINITY
    for (let g = 0; g < grandparentCount; g++) {
      if (!(scores[g] + bound > value)) continue
      this.addScores(scores, grandparents, g * n)
      const candidate = scores[g] + forward(transitions, g * block, this.modifiers, n, this.best, before)
      if (candidate > value) {
        value = candidate
        winner = g
        for (let s = 0; s <= n + 1; s++) bestBefore[s] = before[s]
      }
    }
    if (winner < 0) return Number.NEGATIVE_INFINITY
    configuration[winner] = 1
    let own = 0
    for (let s = n + 1; s > 0; s = bestBefore[s]) {
      own += transitions[winner * block + (s * (s - 1)) / 2 + bestBefore[s]]
      if (s > n) continue
      own += grandparents[winner * n + s - 1]
      configuration[grandparentCount + s - 1] = 1
    }
    return own
  }

  score(configuration: Float64Array): number {
    const { grandparentCount, modifierCount: n, grandparents, transitions, block } = this
    let g = -1
    for (let i = 0; i < grandparentCount; i++) {
      if (configuration[i] < 0.5) continue
      if (g >= 0) return Number.NEGATIVE_INFINITY
      g = i
    }
    if (g < 0) return Number.NEGATIVE_INFINITY
    let own = 0
    let m = 0
    for (let s = 1; s <= n + 1; s++) {
      if (s <= n) {
        if (configuration[grandparentCount + s - 1] < 0.5) continue
        own += grandparents[g * n + s - 1]
      }
      own += transitions[g * block + (s * (s - 1)) / 2 + m]
      m = s
    }
    return own
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { grandparentCount, modifierCount: n, transitions, block, modifiers, best, rest, skip } = this
    on.fill(Number.NEGATIVE_INFINITY)
    off.fill(Number.NEGATIVE_INFINITY)
    let first = Number.NEGATIVE_INFINITY
    let second = Number.NEGATIVE_INFINITY
    for (let g = 0; g < grandparentCount; g++) {
      this.addScores(scores, this.grandparents, g * n)
      on[g] = scores[g] + forward(transitions, g * block, modifiers, n, best, this.before)
      backward(transitions, g * block, modifiers, n, rest)
      raiseMaxMarginals(
        transitions,
        g * block,
        modifiers,
        n,
        best,
        rest,
        skip,
        scores[g],
        on,
        off,
        grandparentCount,
      )
      if (on[g] > first) {
        second = first
        first = on[g]
      } else if (on[g] > second) second = on[g]
    }
    // Where two share the first place, second equals first.
    for (let g = 0; g < grandparentCount; g++) off[g] = on[g] === first ? second : first
    return first
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and the
   * logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { grandparentCount, modifierCount: n, grandparents, transitions, block, modifiers } = this
    const { best, rest, skip } = this
    marginals.fill(0)
    for (let g = 0; g < grandparentCount; g++) {
      this.addScores(scores, grandparents, g * n)
      marginals[g] = scores[g] + sumForward(transitions, g * block, modifiers, n, best, skip)
    }
    const logZ = logSum(marginals, 0, grandparentCount)
    for (let g = 0; g < grandparentCount; g++) {
      const share = logZ === Number.NEGATIVE_INFINITY ? 0 : Math.exp(marginals[g] - logZ)
      marginals[g] = share
      if (share === 0) continue
      this.addScores(scores, grandparents, g * n)
      sumForward(transitions, g * block, modifiers, n, best, skip)
      addMarginals(transitions, g * block, modifiers, n, best, rest, share, marginals, grandparentCount)
    }
    for (let i = 0; i < marginals.length; i++) marginals[i] = asProbability(marginals[i])
    return logZ
  }

  private addScores(scores: Float64Array, grandparents: Float64Array, from: number): void {
    const { grandparentCount, modifierCount: n, modifiers } = this
    for (let m = 0; m < n; m++) modifiers[m] = scores[grandparentCount + m] + grandparents[from + m]
  }
}

/** The greatest number in each of `width` columns. */
function columnMaxima(rows: Float64Array, width: number): Float64Array {
  const maxima = new Float64Array(width).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < rows.length; i++) if (rows[i] > maxima[i % width]) maxima[i % width] = rows[i]
  return maxima
}
