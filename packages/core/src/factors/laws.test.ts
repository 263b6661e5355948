// Laws of the local operations that every kind of factor keeps, against a list of all it allows.
import { describe, expect, it } from 'vitest'
import { type FactorCase, KINDS, makeCase, type Vertex } from './testing/factor-case.js'
import { type Random, SCORES, SORTS, seeded } from './testing/random.js'

const SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 12]

/** Calls `check` on random factors of a kind: every size with every sort of scores; says how many there were. */
function forCases(label: string, check: (c: FactorCase, x: Float64Array, random: Random) => void): number {
  const random = seeded(label.length * 7919 + label.charCodeAt(0))
  let checked = 0
  for (const n of SIZES)
    for (const sort of SORTS)
      for (let round = 0; round < (n > 8 ? 1 : n > 5 ? 3 : 8); round++) {
        const c = makeCase(label, n, sort, random)
        if (c === null) continue
        const x = Float64Array.from({ length: c.links }, () => SCORES[sort]!(random))
        check(c, x, random)
        checked++
      }
  return checked
}

const total = (vertex: Vertex, x: Float64Array) =>
  vertex.z.reduce((sum, value, l) => sum + value * x[l]!, vertex.own)

const sizeOf = (c: FactorCase, x: Float64Array) =>
  x.reduce((sum, value) => sum + Math.abs(value), 3 * c.size) + 1e-300

function near(actual: number, expected: number, tolerance: number, what: string): void {
  if (actual === expected || Math.abs(actual - expected) <= tolerance) return
  expect.fail(`${what}: ${actual}, by enumeration ${expected}`)
}

describe.each(KINDS)('$label', ({ label }) => {
  it('maximize finds the best of all configurations, and what it is worth', () => {
    const checked = forCases(label, (c, x) => {
      const tolerance = 1e-12 * sizeOf(c, x)
      const best = Math.max(...c.vertices.map((v) => total(v, x)))
      const z = new Float64Array(c.links).fill(7)
      const found = c.group.maximize(c.factor, x, z)
      near(found, best, tolerance, `${c.label}: maximum`)
      near(c.group.bound(x), best, tolerance, `${c.label}: bound`)
      const vertex = c.vertices.find((v) => v.z.every((value, l) => Math.abs(value - z[l]!) <= 1e-9))
      if (vertex === undefined) expect.fail(`${c.label}: maximiser ${z} is not allowed`)
      near(
        total(vertex, x),
        best,
        c.group.kind === 'knapsack' ? 1e-9 * sizeOf(c, x) : tolerance,
        `${c.label}: maximiser`,
      )
    })
    expect(checked).toBeGreaterThan(30)
  })

  it('maxMarginals gives the best score of each link at 1 and at 0', () => {
    forCases(label, (c, x) => {
      const tolerance = 1e-12 * sizeOf(c, x)
      const on = new Float64Array(c.links).fill(7)
      const off = new Float64Array(c.links).fill(7)
      const best = c.group.maxMarginals(c.factor, x, on, off)
      near(best, Math.max(...c.vertices.map((v) => total(v, x))), tolerance, `${c.label}: best`)
      for (let l = 0; l < c.links; l++) {
        const bestWith = (value: number) =>
          c.vertices.reduce(
            (m, v) => (v.z[l] === value ? Math.max(m, total(v, x)) : m),
            Number.NEGATIVE_INFINITY,
          )
        near(on[l]!, bestWith(1), tolerance, `${c.label}: link ${l} at 1`)
        near(off[l]!, bestWith(0), tolerance, `${c.label}: link ${l} at 0`)
      }
    })
  })

  it('score is the own score of every 0/1 point, and leastScore the least of them', () => {
    forCases(label, (c) => {
      const tolerance = 1e-12 * c.size
      let least = Number.POSITIVE_INFINITY
      for (const point of c.points) {
        near(c.group.score(c.factor, point.z), point.own, tolerance, `${c.label}: score of ${point.z}`)
        if (point.own !== Number.NEGATIVE_INFINITY) least = Math.min(least, point.own)
      }
      expect(c.group.leastScore(c.factor)).toBeLessThanOrEqual(least + tolerance)
    })
  })
})
