// Three consecutive siblings (paper 1, Fig. 1; paper 2, Fig. 1.3): the modifiers that a head takes on one
// side, each scored with the two before it. The nodes of its lattice are pairs of neighbours, so that
// everything takes O(n³).
//

// The pair (b, c), 0 ≤ b < c ≤ n + 1, is node 1 + c(c − 1)/2 + b. Triples are ordered by b, then c, then a,
// so that inner loops read both triples and the pairs (a, b) in order. No modifier precedes b = 0, so it has
// one triple for each c.
import { ParleyError } from '@parleyjs/core'
import { carveFloats } from '@parleyjs/core/internal'
import { requireAllowed, requireCount } from '../common/check.js'
import { type Lattice, LatticeBuilder } from '../common/lattice.js'
import { ModifierPaths } from './modifier-paths.js'
import { byTarget, transitionCount } from './sibling-lattice.js'

/** Scores of a tri-sibling automaton with n modifiers. */
export interface TriSiblingAutomatonOptions {
  /**
   * The scores t(a, b, c) of modifier c following b, which follows a: a outer, then b, then
   * c = b + 1 … n + 1, where n + 1 is "none after". 0 is "none": a = 0 has b = 0 … n (with b = 0, c is the
   * first modifier), a ≥ 1 has b = a + 1 … n. These are n + 1 + n(n + 1)(n + 2)/6 scores. −Infinity forbids.
   */
  triSiblings: ArrayLike<number>
  /** (n + 1)(n + 2)/2 scores to add for pairs, in the order of `HeadAutomatonOptions.siblings`. */
  siblings?: ArrayLike<number>
}

/**
 * The links are the arcs from one head to the words on one side of it, nearest first; any of them may be 1.
 * The own score sums t(a, b, c) over three consecutive arcs at 1: (0, 0, first), (0, first, second), …, (last
 * but one, last, n + 1).
 *
 * @example
 * // Two modifiers; 5 for taking both and no more.
 * const automaton = new TriSiblingAutomaton({ triSiblings: [0, 0, 0, 0, 0, 0, 5] })
 * const configuration = new Float64Array(2)
 * automaton.maximize(Float64Array.of(-1, -2), configuration)
 * // 5, and configuration is [1, 1]
 */
export class TriSiblingAutomaton extends ModifierPaths {
  readonly name = 'tri-sibling automaton'

  constructor({ triSiblings, siblings }: TriSiblingAutomatonOptions) {
    const what = 'scores of a tri-sibling automaton'
    const n = modifiersFor(triSiblings.length)
    requireAllowed(`Tri-sibling ${what}`, triSiblings)
    const triples = byPair(triSiblings, n)
    const pairs = transitionCount(n)
    if (siblings !== undefined) {
      requireCount(`Sibling ${what}`, siblings.length, pairs, `(n + 1)(n + 2) / 2 for n = ${n} modifiers`)
      const scores = carveFloats(pairs)
      requireAllowed(`Sibling ${what}`, siblings)
      byTarget(siblings, 0, n, scores, 0)
      addPairs(triples, scores, n)
    }
    super(n, pairLattice(n), triples)
  }

  override maximize(scores: Float64Array, configuration: Float64Array): number {
    const own = super.maximize(scores, configuration)
    return own === Number.NEGATIVE_INFINITY ? own : this.score(configuration)
  }
}

/** Lattices by number of modifiers. */
const known: Lattice[] = []

function pairLattice(n: number): Lattice {
  known[n] ??= layOut(n)
  return known[n]
}

function layOut(n: number): Lattice {
  const builder = new LatticeBuilder(1 + transitionCount(n), n + 2)
  for (let c = 1; c <= n + 1; c++) {
    for (let b = 0; b < c; b++)
      builder.node(
        c <= n ? c - 1 : -1,
        b === 0 ? 0 : 1 + (b * (b - 1)) / 2,
        b === 0 ? 1 : b,
        triplePlace(0, b, c, n),
      )
    builder.endLevel()
  }
  return builder.build()
}

/** How many triples n modifiers have. */
function tripleCount(n: number): number {
  return n + 1 + (n * (n + 1) * (n + 2)) / 6
}

/** Where triples with the middle b begin: the sum of max(1, i)·(n + 1 − i) over i < b. */
function middleStart(b: number, n: number): number {
  if (b === 0) return 0
  return n + 1 + ((n + 1) * b * (b - 1)) / 2 - ((b - 1) * b * (2 * b - 1)) / 6
}

function triplePlace(a: number, b: number, c: number, n: number): number {
  return middleStart(b, n) + (c - b - 1) * (b === 0 ? 1 : b) + a
}

function modifiersFor(count: number): number {
  let n = 0
  while (tripleCount(n) < count) n++
  if (tripleCount(n) !== count)
    throw new ParleyError(
      'bad-argument',
      `Tri-sibling scores of a tri-sibling automaton: ${count} found, but n modifiers have n + 1 + n(n + 1)(n + 2)/6: ${
        n > 0 ? `${tripleCount(n - 1)} for ${n - 1}, ` : ''
      }${tripleCount(n)} for ${n}.`,
    )
  return n
}

/** From the documented order – (a, b, c) with a outer – to that of the kernels. */
function byPair(scores: ArrayLike<number>, n: number): Float64Array {
  const triples = carveFloats(scores.length)
  let next = 0
  for (let a = 0; a <= n; a++)
    for (let b = a === 0 ? 0 : a + 1; b <= n; b++)
      for (let c = b + 1; c <= n + 1; c++) triples[triplePlace(a, b, c, n)] = scores[next++]
  return triples
}

/** Adds the score of a pair, given in the order of `sibling-lattice.ts`, to its triples. */
function addPairs(triples: Float64Array, pairs: Float64Array, n: number): void {
  let at = 0
  for (let b = 0; b <= n; b++)
    for (let c = b + 1; c <= n + 1; c++)
      for (let a = 0; a < (b === 0 ? 1 : b); a++) triples[at++] += pairs[(c * (c - 1)) / 2 + b]
}
