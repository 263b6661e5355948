// Custom factors: evidence, violations of the contract, optional operations.
import { describe, expect, it } from 'vitest'
import { ParleyError } from '../../error.js'
import { FactorGraph } from '../../graph/graph.js'
import { factorScore } from '../../problem/evaluate.js'
import { compile } from '../../problem/problem.js'
import { randomFactor } from '../testing/factor-case.js'
import { SCORES, SORTS, seeded } from '../testing/random.js'
import type { Factor } from './factor.js'

describe('a custom factor under evidence', () => {
  it.each(SORTS)('keeps every law over the configurations that the evidence allows, %s scores', (sort) => {
    let feasible = 0
    for (let seed = 0; seed < 150; seed++) {
      const random = seeded(seed)
      const score = () => SCORES[sort](random)
      const graph = new FactorGraph()
      const n = 1 + random.below(6)
      const variables = Array.from({ length: n }, () => graph.binary())
      const literals = variables.map((v) => (random.chance(0.3) ? v.not : v))
      graph.add(randomFactor(n, random, score), literals)
      for (const v of variables) if (random.chance(0.3)) graph.fix(v, random.below(2))
      const group = compile(graph).groups[0]
      const x = Float64Array.from({ length: n }, score)
      const p = Float64Array.from({ length: n }, () => random.uniform())
      const allowed: { z: number[]; own: number }[] = []
      for (let bits = 0; bits < 2 ** n; bits++) {
        const z = variables.map((_, i) => (bits >> i) & 1)
        const own = factorScore(graph, 0, z)
        const agrees = z.every(
          (value, i) => graph.evidence.data[i] === -1 || graph.evidence.data[i] === value,
        )
        if (agrees && own !== Number.NEGATIVE_INFINITY) allowed.push({ z, own })
      }
      const total = (z: number[], own: number) => z.reduce((sum, value, i) => sum + value * x[i], own)
      const best = (only: typeof allowed) => Math.max(...only.map(({ z, own }) => total(z, own)))
      const size =
        allowed.reduce((sum, { own }) => sum + Math.abs(own), 0) + x.reduce((sum, v) => sum + Math.abs(v), 0)
      const near = (a: number, b: number) => a === b || Math.abs(a - b) <= 1e-12 * size

      const z = new Float64Array(n)
      expect(near(group.maximize(0, x, z), best(allowed)), `seed ${seed}: maximum`).toBe(true)
      const on = new Float64Array(n)
      const off = new Float64Array(n)
      group.maxMarginals(0, x, on, off)
      for (let i = 0; i < n; i++) {
        expect(near(on[i], best(allowed.filter((c) => c.z[i] === 1))), `seed ${seed}: link ${i} at 1`).toBe(
          true,
        )
        expect(near(off[i], best(allowed.filter((c) => c.z[i] === 0))), `seed ${seed}: link ${i} at 0`).toBe(
          true,
        )
      }
      if (allowed.length === 0) continue
      feasible++
      const target = p.map((value, i) => value + x[i] / 0.5)
      group.project(Int32Array.of(0), 0, 1, target, 0.5, z)
      const gradient = x.map((score, i) => score - 0.5 * (z[i] - p[i]))
      const along = (point: ArrayLike<number>, own: number) =>
        gradient.reduce((sum, g, i) => sum + g * point[i], own)
      const here = along(z, group.relaxedScore(0, z))
      for (const c of allowed) expect(along(c.z, c.own) - here).toBeLessThanOrEqual(1e-9 + 1e-12 * size)
      for (let i = 0; i < n; i++)
        if (graph.evidence.data[i] !== -1) expect(z[i]).toBeCloseTo(graph.evidence.data[i], 12)
    }
    expect(feasible).toBeGreaterThan(50)
  })
})

describe('a custom factor that breaks its contract', () => {
  const solve = (factor: Factor) => {
    const graph = new FactorGraph()
    graph.add(factor, [graph.binary(), graph.binary()])
    const group = compile(graph).groups[0]
    return group.maximize(0, new Float64Array(2), new Float64Array(2))
  }

  it('gets an error if it writes anything but 0 and 1, or returns NaN', () => {
    const half: Factor = {
      name: 'half',
      maximize(_, configuration) {
        configuration.fill(0.5)
        return 0
      },
    }
    expect(() => solve(half)).toThrow(ParleyError)
    expect(() => solve(half)).toThrow(/half.*wrote 0\.5 for link 0/)
    expect(() => solve({ maximize: () => Number.NaN })).toThrow(/returned NaN/)
    expect(() => solve({ maximize: () => Number.POSITIVE_INFINITY })).toThrow(/returned Infinity/)
  })

  it('that allows nothing is worth −Infinity and gives a projection without NaN', () => {
    const never: Factor = { maximize: () => Number.NEGATIVE_INFINITY }
    expect(solve(never)).toBe(Number.NEGATIVE_INFINITY)
    const graph = new FactorGraph()
    graph.add(never, [graph.binary(), graph.binary()])
    const group = compile(graph).groups[0]
    const z = new Float64Array(2)
    group.project(Int32Array.of(0), 0, 1, Float64Array.of(1.5, -0.5), 1, z)
    expect([...z].every(Number.isFinite)).toBe(true)
    expect(group.relaxedScore(0, z)).toBe(0)
    const on = new Float64Array(2)
    expect(group.maxMarginals(0, new Float64Array(2), on, new Float64Array(2))).toBe(Number.NEGATIVE_INFINITY)
    expect([...on]).toEqual([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])
  })
})

describe('a custom factor with operations of its own', () => {
  it('is asked for its score and max-marginals instead of being searched', () => {
    let searched = 0
    const factor: Factor = {
      maximize(_, configuration) {
        searched++
        configuration.fill(1)
        return 3
      },
      score: (c) => (c[0] === 1 && c[1] === 1 ? 3 : Number.NEGATIVE_INFINITY),
      maxMarginals(scores, on, off) {
        on.fill(3 + scores[0] + scores[1])
        off.fill(Number.NEGATIVE_INFINITY)
        return on[0]
      },
    }
    const graph = new FactorGraph()
    graph.add(factor, [graph.binary(), graph.binary().not])
    const group = compile(graph).groups[0]
    expect(group.score(0, Float64Array.of(1, 0))).toBe(3)
    expect(group.score(0, Float64Array.of(1, 1))).toBe(Number.NEGATIVE_INFINITY)
    const on = new Float64Array(2)
    const off = new Float64Array(2)
    // The second link is negated: its literal is 1 where the slot is 0.
    expect(group.maxMarginals(0, Float64Array.of(5, 2), on, off)).toBe(8)
    expect([...on]).toEqual([8, Number.NEGATIVE_INFINITY])
    expect([...off]).toEqual([Number.NEGATIVE_INFINITY, 8])
    expect(searched).toBe(0)
  })
})
