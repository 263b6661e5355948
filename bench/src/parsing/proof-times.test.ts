// Items are tried with growing limits until they are solved.
import { expect, test } from 'vitest'
import { proofTimes, shareBy } from './proof-times.js'

/** Each item states the iteration at which it is solved; odd ones are not tight. */
const attempt = (needed: number, limit: number) => {
  const solved = needed <= limit
  const iterations = Math.min(needed, limit)
  return { solved, proven: solved && needed % 2 === 0, iterations, heads: Int32Array.of(iterations) }
}

test('an item is tried until it is solved, and counts from then on', () => {
  const tried: [number, number][] = []
  const runs = proofTimes([4, 7, 30, 500], [10, 100], (needed, limit) => {
    tried.push([needed, limit])
    return attempt(needed, limit)
  })
  expect(runs.map(({ proven }) => proven)).toEqual([[4], [4, 30]])
  expect(runs.map(({ solved }) => solved)).toEqual([2, 3])
  expect(tried.filter(([, limit]) => limit === 100).map(([needed]) => needed)).toEqual([30, 500])
  expect(runs[1].heads.map(([head]) => head)).toEqual([4, 7, 30, 100])
})

test('shares grow with iterations, also between the limits', () => {
  const items = [4, 8, 30, 60, 500, 7]
  const runs = proofTimes(items, [10, 100, 1000], attempt)
  expect([1, 4, 8, 29, 30, 100, 499, 1000].map((t) => 6 * shareBy(t, runs, 6))).toEqual([
    0, 1, 2, 2, 3, 4, 4, 5,
  ])
})
