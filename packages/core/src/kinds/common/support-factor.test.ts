// The Cholesky factor of the active-set method stays accurate when the support changes.
import { describe, expect, it } from 'vitest'
import { Scratch } from './active-set.js'
import { type Random, seeded } from './random-scores.js'
import { SupportFactor } from './support-factor.js'

const subset = (random: Random, links: number) =>
  Array.from({ length: links }, (_, l) => l).filter(() => random.chance(0.4))

/** The greatest error in a KKT equation MᵀM·δ + τ = r, Σ δ = 0, for a random r, relative to δ. */
function residual(support: SupportFactor, rows: number[][], random: Random): number {
  const r = Float64Array.from(rows, () => random.uniform() - 0.5)
  const delta = r.slice()
  const tau = support.solve(delta)
  const size = delta.reduce((most, v) => Math.max(most, Math.abs(v)), 1)
  let worst = Math.abs(delta.reduce((sum, v) => sum + v, 0))
  rows.forEach((row, i) => {
    const common = rows.map((other) => other.filter((l) => row.includes(l)).length)
    const left = common.reduce((sum, value, j) => sum + value * delta[j], tau)
    worst = Math.max(worst, Math.abs(left - r[i]))
  })
  return worst / size
}

describe('SupportFactor', () => {
  it.each([3, 8, 20, 40])('solves the KKT system while configurations come and go, %i links', (links) => {
    const random = seeded(links)
    const support = new SupportFactor(links)
    const s = new Scratch(links)
    const rows: number[][] = []
    let changes = 0
    let worst = 0
    for (let time = 0; time < 10000; time++) {
      support.freshen(s)
      if (rows.length > 0 && random.chance(0.45)) {
        const k = random.below(rows.length)
        rows.splice(k, 1)
        support.remove(k)
        changes++
      } else {
        const row = subset(random, links)
        const known = rows.some((other) => other.join() === row.join())
        if (support.add(Int32Array.from(row), row.length, s)) {
          if (known) expect.fail(`${row.join()} joined twice`)
          rows.push(row)
          changes++
        }
      }
      expect(support.size).toBe(rows.length)
      expect(support.size).toBeLessThanOrEqual(links + 1)
      if (time % 100 !== 0 || rows.length === 0) continue
      worst = Math.max(worst, residual(support, rows, random))
      for (const [k, row] of rows.entries()) expect(support.find(Int32Array.from(row), row.length)).toBe(k)
    }
    expect(changes).toBeGreaterThan(5000)
    expect(worst).toBeLessThan(1e-12 * links)
  })

  it('writes a dependent configuration as a combination of the others', () => {
    const random = seeded(9)
    for (let round = 0; round < 300; round++) {
      const links = 2 + random.below(6)
      const support = new SupportFactor(links)
      const s = new Scratch(links)
      const rows: number[][] = []
      for (let time = 0; time < 30; time++) {
        const row = subset(random, links)
        if (support.add(Int32Array.from(row), row.length, s)) rows.push(row)
        else {
          const y = s.solution.subarray(0, rows.length)
          expect(y.reduce((sum, v) => sum + v, 0)).toBeCloseTo(1, 10)
          for (let l = 0; l < links; l++) {
            const mixed = rows.reduce((sum, other, k) => sum + (other.includes(l) ? y[k] : 0), 0)
            expect(mixed).toBeCloseTo(row.includes(l) ? 1 : 0, 10)
          }
        }
      }
      expect(support.size).toBeLessThanOrEqual(links + 1)
    }
  })
})
