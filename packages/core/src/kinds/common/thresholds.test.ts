// Projections and thresholds against sorting, for entries of all sizes.
import { describe, expect, it } from 'vitest'
import { selectLargest } from '../budget/budget-group.js'
import { type Random, seeded } from './random-scores.js'
import { clipAtThreshold, knapsackThreshold, projectSimplex } from './thresholds.js'

/**
 * Entries of many sizes, equal ones among them; tenths hit breakpoints that no sum of doubles hits exactly.
 */
const ENTRIES: Readonly<Record<string, (random: Random) => number>> = {
  ordinary: (random) => random.uniform() * 4 - 2,
  tenths: (random) => (random.below(41) - 20) / 10,
  'whole numbers': (random) => random.below(5) - 2,
  equal: () => 0.7,
  'huge and close': (random) => 1e8 + random.uniform() * 3,
  huge: (random) => (random.uniform() - 0.5) * 2e12,
  tiny: (random) => random.uniform() * 1e-9,
  mixed: (random) => (random.chance(0.5) ? random.uniform() : (random.uniform() - 0.5) * 1e9),
}

const sizeOf = (t: Float64Array) => t.reduce((size, v) => Math.max(size, Math.abs(v)), 1)

function draw(random: Random, entry: (random: Random) => number): Float64Array {
  const n = 1 + random.below(random.chance(0.1) ? 60 : 8)
  return Float64Array.from({ length: n }, () => entry(random))
}

/** Held, Wolfe and Crowder (1974): sort, and find how many entries stay positive. */
function thresholdBySorting(t: Float64Array, total: number): number {
  const sorted = Float64Array.from(t).sort().reverse()
  let sum = -total
  let tau = 0
  for (let k = 0; k < sorted.length; k++) {
    sum += sorted[k]
    if (k > 0 && sorted[k] <= sum / (k + 1)) break
    tau = sum / (k + 1)
  }
  return tau
}

describe.each(Object.entries(ENTRIES))('%s entries', (name, entry) => {
  it('projectSimplex finds the threshold that sorting finds', () => {
    const random = seeded(name.length)
    for (let round = 0; round < 1500; round++) {
      const t = draw(random, entry)
      const total = random.chance(0.7) ? 1 : 0.1 + 5 * random.uniform()
      const tau = projectSimplex(t.slice(), t.length, total)
      expect(Math.abs(tau - thresholdBySorting(t, total)), t.join()).toBeLessThanOrEqual(
        1e-15 * t.length * sizeOf(t),
      )
    }
  })

  it('projectSimplex lands on the simplex, in order, with one threshold for all', () => {
    const random = seeded(name.length + 100)
    for (let round = 0; round < 1500; round++) {
      const t = draw(random, entry)
      const z = t.slice()
      projectSimplex(z, z.length, 1)
      const sum = z.reduce((a, b) => a + b, 0)
      expect(Math.abs(sum - 1), t.join()).toBeLessThanOrEqual(1e-15 * t.length)
      const tau = t[z.indexOf(Math.max(...z))] - Math.max(...z)
      for (let i = 0; i < t.length; i++)
        expect(Math.abs(z[i] - Math.max(0, t[i] - tau))).toBeLessThanOrEqual(1e-15 * sizeOf(t))
    }
  })

  it('knapsackThreshold spends exactly the total, from any start', () => {
    const random = seeded(name.length + 200)
    const costs = [
      () => 1,
      () => 0.01 + random.uniform(),
      () => random.uniform() * 2 - 1,
      () => random.below(5) - 2,
      () => 10 ** (random.below(7) - 3),
    ]
    const starts = [() => 0, () => random.uniform(), () => -1e6, () => 1e6, () => 1e-300, () => 1e15]
    for (let round = 0; round < 1500; round++) {
      const t = draw(random, entry)
      const n = t.length
      const cost = costs[random.below(costs.length)]
      const c = Float64Array.from({ length: n }, cost)
      const least = c.reduce((sum, v) => sum + Math.min(0, v), 0)
      const most = c.reduce((sum, v) => sum + Math.max(0, v), 0)
      const part = random.chance(0.3) ? random.below(n + 1) / n : random.uniform()
      const total = least + part * (most - least)
      const tau = knapsackThreshold(t, c, 0, n, total, starts[random.below(starts.length)]())
      expect(Number.isFinite(tau)).toBe(true)
      // What is spent never increases with τ: the total lies between what is spent just before and just
      // after.
      const nudge =
        1e-14 * Math.max(Math.abs(tau), sizeOf(t) / Math.max(1e-3, Math.max(...c.map(Math.abs))), 1e-9)
      const spent = (at: number) =>
        c.reduce((sum, v, i) => sum + v * Math.min(1, Math.max(0, t[i] - at * v)), 0)
      const room = 1e-14 * (most - least) * Math.max(1, sizeOf(t))
      expect(spent(tau - nudge), `${t.join()} | ${c.join()} | ${total} | ${tau}`).toBeGreaterThanOrEqual(
        total - room,
      )
      expect(spent(tau + nudge), `${t.join()} | ${c.join()} | ${total} | ${tau}`).toBeLessThanOrEqual(
        total + room,
      )
    }
  })

  it('clipAtThreshold keeps the total although t − τ·c cancels', () => {
    const random = seeded(name.length + 300)
    const ones = new Float64Array(64).fill(1)
    for (let round = 0; round < 1000; round++) {
      const t = draw(random, entry)
      const total = random.below(t.length + 1)
      const tau = knapsackThreshold(t, ones, 0, t.length, total, 0)
      clipAtThreshold(t, ones, 0, t.length, total, tau)
      expect(t.every((v) => v >= 0 && v <= 1)).toBe(true)
      expect(Math.abs(t.reduce((a, b) => a + b, 0) - total)).toBeLessThanOrEqual(1e-14 * t.length)
    }
  })

  it('selectLargest is the k-th of the sorted entries', () => {
    const random = seeded(name.length + 400)
    for (let round = 0; round < 1000; round++) {
      const t = draw(random, entry)
      const sorted = t.slice().sort()
      const k = 1 + random.below(t.length)
      const shuffled = t.slice()
      expect(selectLargest(shuffled, t.length, k)).toBe(sorted[t.length - k])
      expect(shuffled.sort()).toEqual(sorted)
    }
  })
})

describe('totals out of reach', () => {
  it('knapsackThreshold returns a finite number', () => {
    const ones = Float64Array.of(1, 1, 1)
    for (const total of [-1, 4, 1e9])
      expect(Number.isFinite(knapsackThreshold(Float64Array.of(0, 0.5, 2), ones, 0, 3, total, 0))).toBe(true)
    expect(knapsackThreshold(Float64Array.of(1), Float64Array.of(0), 0, 1, 1, 0)).toBe(0)
  })
})

describe('projectSimplex', () => {
  it('does not go back and forth for ever at an entry that equals the threshold', () => {
    // τ = −0.1 = t₀: without that entry τ comes out below it, with it above.
    const t = Float64Array.of(-0.1, 0.1, 0.7, -0.5, -1.9)
    expect(projectSimplex(t, 5, 1)).toBeCloseTo(-0.1, 15)
  })

  it('gives a point of the simplex whatever the size of the entries', () => {
    for (const t of [
      [1e300, 1e300, 0],
      [-1e17, -1e17],
      [1e16, 1e16 + 2, -5],
      [3e16, 1, 2],
      [-1e300, -2e300, -1e300],
    ]) {
      const z = Float64Array.from(t)
      projectSimplex(z, z.length, 1)
      expect(
        z.reduce((a, b) => a + b, 0),
        t.join(),
      ).toBeCloseTo(1, 14)
      expect(z.every((v) => v >= 0)).toBe(true)
    }
  })
})
