// Memory layout of a trigram sequence. Two positions with the single state "start" come before the first,
// one with the single state "stop" after the last, so that every position 2 … T + 2 has triples into it. A
// pair (a, b) of neighbouring states, b at position p, has its place at pairs[p] + b·width[p − 1] + a;
// triples into p are ordered by b, then c, then a, so that inner loops read both in order.
import { carveFloats, carveInts, ParleyError } from '@parley/core'
import { requireCount, requireInteger, requireScores } from '../common/check.js'

/**
 * The score of state `state` at position t = 0 … T − 1 after the states `before` at t − 1 and `beforeThat` at
 * t − 2. A position before the first has the state −1; so has t = T, which is stopping.
 */
export type TrigramScore = (t: number, beforeThat: number, before: number, state: number) => number

/** Memory layout of a trigram sequence. */
export interface TrigramLayout {
  readonly length: number
  /** Number of states at each position, those of starting and stopping included: T + 3 of them. */
  readonly width: Int32Array
  /** The first link of each position from 2 on, and at T + 2 their number. */
  readonly first: Int32Array
  /** The first link of each of T groups, and their number. */
  readonly groups: Int32Array
  /** Where the pairs that end at each position from 1 on begin; at T + 3 their number. */
  readonly pairs: Int32Array
  /** Where the triples that end at each position from 2 on begin; at T + 3 their number. */
  readonly into: Int32Array
}

/** Checks the numbers of states and lays them out. */
export function layTrigrams(states: ArrayLike<number>): TrigramLayout {
  const length = states.length
  if (length === 0)
    throw new ParleyError('bad-argument', 'A trigram sequence needs at least one position, and has none.')
  const width = carveInts(length + 3).fill(1)
  for (let t = 0; t < length; t++)
    width[t + 2] = requireInteger(
      `The number of states at position ${t + 1} of a trigram sequence`,
      states[t],
      1,
    )
  const first = carveInts(length + 3)
  const pairs = carveInts(length + 4)
  const into = carveInts(length + 4)
  pairs[2] = 1
  for (let p = 2; p < length + 3; p++) {
    if (p < length + 2) first[p + 1] = first[p] + width[p]
    pairs[p + 1] = pairs[p] + width[p - 1] * width[p]
    into[p + 1] = into[p] + width[p - 2] * width[p - 1] * width[p]
  }
  return { length, width, first, groups: first.subarray(2), pairs, into }
}

/** The scores in the order of the kernels. */
export function layTrigramScores(
  { length, width, into }: TrigramLayout,
  scores: ArrayLike<number> | TrigramScore,
): Float64Array {
  const what = 'Scores of a trigram sequence'
  const count = into[length + 3]
  const asked = typeof scores === 'function'
  if (!asked) requireCount(what, scores.length, count, 'starts, triples and stops')
  const given = asked ? carveFloats(count) : requireScores(what, scores)
  const triples = carveFloats(count)
  let next = 0
  for (let p = 2; p < length + 3; p++)
    for (let a = 0; a < width[p - 2]; a++)
      for (let b = 0; b < width[p - 1]; b++)
        for (let c = 0; c < width[p]; c++) {
          const value = asked
            ? scores(p - 2, p < 4 ? -1 : a, p < 3 ? -1 : b, p === length + 2 ? -1 : c)
            : given[next++]
          triples[into[p] + (b * width[p] + c) * width[p - 2] + a] = value
        }
  return asked ? requireScores(what, triples) : triples
}
