// Three consecutive siblings (paper 1, Fig. 1; paper 2, Fig. 1.3): the modifiers that a head takes on one
// side, each scored with the two before it. One dynamic program over pairs of neighbours, O(n³).
//
// A pair (b, c) of neighbours, 0 ≤ b < c ≤ n + 1, has its place at c(c − 1)/2 + b. Triples are ordered by b,
// then c, then a, so that inner loops read both triples and the pairs (a, b) in order. No modifier precedes
// b = 0, so it has one triple for each c.
import { carveFloats, type Factor, ParleyError } from '@parley/core'
import { requireAllowed, requireCount } from '../common/check.js'
import { asProbability, logSum } from '../common/log-sum.js'
import { reserve, scratch } from '../common/scratch.js'
import { byTarget, transitionCount } from './sibling-chain.js'

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
export class TriSiblingAutomaton implements Factor {
  readonly name = 'tri-sibling automaton'
  /** Number of modifiers, and so of links. */
  readonly degree: number
  private readonly triples: Float64Array

  constructor({ triSiblings, siblings }: TriSiblingAutomatonOptions) {
    const what = 'scores of a tri-sibling automaton'
    const n = modifiersFor(triSiblings.length)
    this.degree = n
    requireAllowed(`Tri-sibling ${what}`, triSiblings)
    this.triples = byPair(triSiblings, n)
    const pairs = transitionCount(n)
    if (siblings !== undefined) {
      requireCount(`Sibling ${what}`, siblings.length, pairs, `(n + 1)(n + 2) / 2 for n = ${n} modifiers`)
      const scores = carveFloats(pairs)
      requireAllowed(`Sibling ${what}`, siblings)
      byTarget(siblings, 0, n, scores, 0)
      addPairs(this.triples, scores, n)
    }
    reserve(pairs)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { degree: n } = this
    const { best, before } = scratch
    for (let i = 0; i < n; i++) configuration[i] = 0
    forward(this.triples, scores, n, best, before)
    const stop = ((n + 1) * n) / 2
    let b = 0
    for (let i = 1; i <= n; i++) if (best[stop + i] > best[stop + b]) b = i
    if (best[stop + b] === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    for (let c = n + 1; b > 0; ) {
      configuration[b - 1] = 1
      const a = before[(c * (c - 1)) / 2 + b]
      c = b
      b = a
    }
    return this.score(configuration)
  }

  score(configuration: Float64Array): number {
    const { degree: n, triples } = this
    let own = 0
    let a = 0
    let b = 0
    for (let c = 1; c <= n + 1; c++) {
      if (c <= n && configuration[c - 1] < 0.5) continue
      own += triples[triplePlace(a, b, c, n)]
      a = b
      b = c
    }
    return own
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { degree: n } = this
    const { best, rest, row: beyond, before } = scratch
    forward(this.triples, scores, n, best, before)
    backward(this.triples, scores, n, rest)
    // beyond[b]: the best with b followed by a modifier after the current one, which moves from n down to 1.
    for (let b = 0; b <= n; b++) beyond[b] = best[((n + 1) * n) / 2 + b]
    let value = Number.NEGATIVE_INFINITY
    for (let b = 0; b <= n; b++) if (beyond[b] > value) value = beyond[b]
    for (let c = n; c >= 1; c--) {
      let withIt = Number.NEGATIVE_INFINITY
      let without = Number.NEGATIVE_INFINITY
      const pair = (c * (c - 1)) / 2
      for (let b = 0; b < c; b++) {
        if (beyond[b] > without) without = beyond[b]
        const through = best[pair + b] + rest[pair + b]
        if (through > withIt) withIt = through
        if (through > beyond[b]) beyond[b] = through
      }
      on[c - 1] = withIt
      off[c - 1] = without
    }
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { degree: n, triples } = this
    const { best, rest: probability, row } = scratch
    sumForward(triples, scores, n, best, row)
    const stop = ((n + 1) * n) / 2
    const logZ = logSum(best, stop, stop + n + 1)
    marginals.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    probability.fill(0, 0, stop)
    for (let b = 0; b <= n; b++) probability[stop + b] = Math.exp(best[stop + b] - logZ)
    // From the last pairs to the first: P(a, b) = Σ P(b, c) · P(a | b, c) over c.
    let at = triples.length
    for (let b = n; b >= 1; b--) {
      const pair = (b * (b - 1)) / 2
      for (let c = n + 1; c > b; c--) {
        at -= b
        const p = probability[(c * (c - 1)) / 2 + b]
        if (p === 0) continue
        const sum = best[(c * (c - 1)) / 2 + b] - (c <= n ? scores[c - 1] : 0)
        for (let a = 0; a < b; a++)
          probability[pair + a] += p * Math.exp(best[pair + a] + triples[at + a] - sum)
      }
      let sum = 0
      for (let a = 0; a < b; a++) sum += probability[pair + a]
      marginals[b - 1] = asProbability(sum)
    }
    return logZ
  }
}

/** Best score up to each pair of neighbours (Viterbi), with the modifier before them. */
function forward(
  triples: Float64Array,
  modifiers: Float64Array,
  n: number,
  best: Float64Array,
  before: Int32Array,
): void {
  for (let c = 1; c <= n + 1; c++) best[(c * (c - 1)) / 2] = triples[c - 1] + (c <= n ? modifiers[c - 1] : 0)
  let at = n + 1
  for (let b = 1; b <= n; b++) {
    const pair = (b * (b - 1)) / 2
    for (let c = b + 1; c <= n + 1; c++) {
      let value = Number.NEGATIVE_INFINITY
      let which = 0
      for (let a = 0; a < b; a++) {
        const candidate = best[pair + a] + triples[at + a]
        if (candidate > value) {
          value = candidate
          which = a
        }
      }
      at += b
      const place = (c * (c - 1)) / 2 + b
      best[place] = c <= n ? value + modifiers[c - 1] : value
      before[place] = which
    }
  }
}

/** Best score after each pair of neighbours. */
function backward(triples: Float64Array, modifiers: Float64Array, n: number, rest: Float64Array): void {
  const stop = ((n + 1) * n) / 2
  rest.fill(Number.NEGATIVE_INFINITY, 0, stop)
  rest.fill(0, stop, stop + n + 1)
  let at = triples.length
  for (let b = n; b >= 1; b--) {
    const pair = (b * (b - 1)) / 2
    for (let c = n + 1; c > b; c--) {
      at -= b
      const through = rest[(c * (c - 1)) / 2 + b] + (c <= n ? modifiers[c - 1] : 0)
      for (let a = 0; a < b; a++) {
        const candidate = triples[at + a] + through
        if (candidate > rest[pair + a]) rest[pair + a] = candidate
      }
    }
  }
}

/** As `forward`, with log Σ exp for max. */
function sumForward(
  triples: Float64Array,
  modifiers: Float64Array,
  n: number,
  sums: Float64Array,
  row: Float64Array,
): void {
  for (let c = 1; c <= n + 1; c++) sums[(c * (c - 1)) / 2] = triples[c - 1] + (c <= n ? modifiers[c - 1] : 0)
  let at = n + 1
  for (let b = 1; b <= n; b++) {
    const pair = (b * (b - 1)) / 2
    for (let c = b + 1; c <= n + 1; c++) {
      for (let a = 0; a < b; a++) row[a] = sums[pair + a] + triples[at + a]
      at += b
      sums[(c * (c - 1)) / 2 + b] = logSum(row, 0, b) + (c <= n ? modifiers[c - 1] : 0)
    }
  }
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

/** Adds the score of a pair, given in the order of `sibling-chain.ts`, to its triples. */
function addPairs(triples: Float64Array, pairs: Float64Array, n: number): void {
  let at = 0
  for (let b = 0; b <= n; b++)
    for (let c = b + 1; c <= n + 1; c++)
      for (let a = 0; a < (b === 0 ? 1 : b); a++) triples[at++] += pairs[(c * (c - 1)) / 2 + b]
}
