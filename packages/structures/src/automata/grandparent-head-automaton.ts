// Consecutive siblings together with the head's own head (paper 1, Fig. 1: grandparents, grand-siblings). One
// dynamic program per grandparent, O(G n²), skipping grandparents that cannot win.
import { type Factor, ParleyError } from '@parleyjs/core'
import { carveFloats } from '@parleyjs/core/internal'
import { requireAllowed, requireCount, requireInteger, requireScores } from '../common/check.js'
import { backward, inside, type Lattice } from '../common/lattice.js'
import { asProbability, logSum } from '../common/log-sum.js'
import { reserve, scratch } from '../common/scratch.js'
import { addMarginals, raiseMaxMarginals } from './modifier-paths.js'
import { byTarget, siblingLattice, transitionCount } from './sibling-lattice.js'

const WHAT = 'of a grandparent head automaton'
const SIBLINGS = `Sibling scores ${WHAT}`
const GRANDPARENTS = `Grandparent scores ${WHAT}`
const GRAND_SIBLINGS = `Grand-sibling scores ${WHAT}`

/** On the diagonal of `excess`: the row is not computed yet. */
const UNKNOWN = -1

/** What a grandparent head automaton scores, for G possible grandparents and n modifiers. */
export interface GrandparentHeadAutomatonOptions {
  /** G, at least 1. */
  grandparentCount: number
  /** G·n scores of modifier m under grandparent g, g outer. */
  grandparents: ArrayLike<number>
  /** (n + 1)(n + 2) / 2 scores, in the order of `HeadAutomatonOptions.siblings`. */
  siblings: ArrayLike<number>
  /** As many scores as `siblings` for every grandparent, g outer; added where both parts hold. */
  grandSiblings?: ArrayLike<number>
}

/**
 * The first G links are the arcs from possible grandparents to a head, and exactly one of them is 1. The
 * others are the arcs from the head to the words on one side of it, nearest first, as in `HeadAutomaton`.
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
export class GrandparentHeadAutomaton implements Factor {
  readonly name = 'grandparent head automaton'
  readonly grandparentCount: number
  /** Number of modifiers. */
  readonly modifierCount: number
  private readonly lattice: Lattice
  private readonly grandparents: Float64Array
  private readonly transitions: Float64Array // shared by all grandparents, or one block for each
  private readonly block: number // from one grandparent's transitions to the next: 0 if they share them
  private readonly excess: Float64Array // [f · G + g]: maximum excess of g's parts over f's, if known

  constructor({ grandparentCount, grandparents, siblings, grandSiblings }: GrandparentHeadAutomatonOptions) {
    this.grandparentCount = requireInteger(`The number of grandparents ${WHAT}`, grandparentCount, 1)
    const n = grandparents.length / grandparentCount
    if (!Number.isInteger(n))
      throw new ParleyError(
        'bad-argument',
        `Grandparent scores ${WHAT}: ${grandparents.length} found, which is not a multiple of the ${grandparentCount} grandparents.`,
      )
    this.modifierCount = n
    this.lattice = siblingLattice(n)
    const count = transitionCount(n)
    requireCount(SIBLINGS, siblings.length, count, '(n + 1)(n + 2) / 2 for n modifiers')
    requireAllowed(SIBLINGS, siblings)
    this.grandparents = requireScores(GRANDPARENTS, grandparents)
    this.transitions = carveFloats(grandSiblings === undefined ? count : count * grandparentCount)
    byTarget(siblings, 0, n, this.transitions, 0)
    this.block = 0
    if (grandSiblings !== undefined) {
      requireCount(
        GRAND_SIBLINGS,
        grandSiblings.length,
        count * grandparentCount,
        'G times as many as siblings',
      )
      requireAllowed(GRAND_SIBLINGS, grandSiblings)
      this.block = count
      this.addGrandSiblings(grandSiblings)
    }
    this.excess = carveFloats(grandparentCount * grandparentCount)
    for (let g = 0; g < grandparentCount; g++) this.excess[g * grandparentCount + g] = UNKNOWN
    reserve(n + 2)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { grandparentCount, modifierCount: n, lattice, grandparents, transitions, block, excess } = this
    const { best, modifiers } = scratch
    let { before, otherBefore: bestBefore } = scratch
    for (let i = 0; i < grandparentCount + n; i++) configuration[i] = 0
    let first = 0
    for (let g = 1; g < grandparentCount; g++) if (scores[g] > scores[first]) first = g
    this.addScores(scores, first)
    const modifiersOfFirst = inside(lattice, transitions, first * block, modifiers, false, best, bestBefore)
    let value = scores[first] + modifiersOfFirst
    let winner = value === Number.NEGATIVE_INFINITY ? -1 : first
    if (grandparentCount > 1 && excess[first * (grandparentCount + 1)] === UNKNOWN) this.fillExcess(first)
    for (let g = 0; g < grandparentCount; g++) {
      // The others are bounded by the first; if that is ∞ − ∞, there is no bound.
      const bound = scores[g] + modifiersOfFirst + excess[first * grandparentCount + g]
      if (bound <= value || g === first) continue
      this.addScores(scores, g)
      const candidate = scores[g] + inside(lattice, transitions, g * block, modifiers, false, best, before)
      if (candidate > value) {
        value = candidate
        winner = g
        const swap = before
        before = bestBefore
        bestBefore = swap
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
    const { grandparentCount, lattice, transitions, block } = this
    const { best, rest, modifiers, before } = scratch
    on.fill(Number.NEGATIVE_INFINITY)
    off.fill(Number.NEGATIVE_INFINITY)
    let first = Number.NEGATIVE_INFINITY
    let second = Number.NEGATIVE_INFINITY
    for (let g = 0; g < grandparentCount; g++) {
      const at = g * block
      this.addScores(scores, g)
      on[g] = scores[g] + inside(lattice, transitions, at, modifiers, false, best, before)
      backward(lattice, transitions, at, modifiers, rest)
      raiseMaxMarginals(lattice, transitions, at, modifiers, scores[g], on, off, grandparentCount)
      if (on[g] > first) {
        second = first
        first = on[g]
      } else if (on[g] > second) second = on[g]
    }
    // If two grandparents share the best score, second equals first.
    for (let g = 0; g < grandparentCount; g++) off[g] = on[g] === first ? second : first
    return first
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { grandparentCount, lattice, transitions, block } = this
    const { best, modifiers, before } = scratch
    marginals.fill(0)
    for (let g = 0; g < grandparentCount; g++) {
      this.addScores(scores, g)
      marginals[g] = scores[g] + inside(lattice, transitions, g * block, modifiers, true, best, before)
    }
    const logZ = logSum(marginals, 0, grandparentCount)
    for (let g = 0; g < grandparentCount; g++) {
      const share = logZ === Number.NEGATIVE_INFINITY ? 0 : Math.exp(marginals[g] - logZ)
      marginals[g] = share
      if (share === 0) continue
      this.addScores(scores, g)
      const own = inside(lattice, transitions, g * block, modifiers, true, best, before)
      addMarginals(lattice, transitions, g * block, modifiers, own, share, marginals, grandparentCount)
    }
    for (let i = 0; i < marginals.length; i++) marginals[i] = asProbability(marginals[i])
    return logZ
  }

  /** The scores of modifiers under a grandparent, into the scratch. */
  private addScores(scores: Float64Array, g: number): void {
    const { grandparentCount, modifierCount: n, grandparents } = this
    const { modifiers } = scratch
    for (let m = 0; m < n; m++) modifiers[m] = scores[grandparentCount + m] + grandparents[g * n + m]
  }

  /** A block of transitions for each grandparent: the siblings', which are in the first, and its own. */
  private addGrandSiblings(grandSiblings: ArrayLike<number>): void {
    const { grandparentCount, modifierCount: n, transitions, block } = this
    const shared = transitions.slice(0, block)
    let next = 0
    for (let g = 0; g < grandparentCount; g++)
      for (let m = 0; m <= n; m++)
        for (let s = m + 1; s <= n + 1; s++) {
          const place = (s * (s - 1)) / 2 + m
          transitions[g * block + place] = shared[place] + grandSiblings[next++]
        }
  }

  /**
   * How much more any modifiers can score under each grandparent g than under f: every modifier by the best
   * transition into it, if that is more at all, and stopping.
   */
  private fillExcess(f: number): void {
    const { grandparentCount, modifierCount: n, grandparents, excess } = this
    for (let g = 0; g < grandparentCount; g++) {
      let sum = this.moreInto(n + 1, g, f)
      if (sum > Number.NEGATIVE_INFINITY)
        for (let s = 1; s <= n; s++) {
          const more = this.moreInto(s, g, f) + grandparents[g * n + s - 1] - grandparents[f * n + s - 1]
          if (more > 0) sum += more
        }
      excess[f * grandparentCount + g] = g === f ? 0 : sum
    }
  }

  /** The most by which a transition into s is better under g than under f; −∞ if g allows none. */
  private moreInto(s: number, g: number, f: number): number {
    const { transitions, block } = this
    if (block === 0) return 0
    const place = (s * (s - 1)) / 2
    let most = Number.NEGATIVE_INFINITY
    for (let m = 0; m < s; m++) {
      const more = transitions[g * block + place + m] - transitions[f * block + place + m]
      if (more > most) most = more
    }
    return most
  }
}
