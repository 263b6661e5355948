// MPLP: a monotone dual, bounds that hold, and where the descent comes to rest.
import { expect, it } from 'vitest'
import { FactorGraph } from '../../graph/graph.js'
import { seeded } from '../../kinds/testing/random.js'
import { finishSteps } from '../../limits/steps.js'
import { compile } from '../../problem/problem.js'
import { bruteForce, lawGraph, scoreSize } from '../../testing/laws.js'
import { mplp } from './mplp.js'
import { MplpEngine } from './mplp-engine.js'
import { FactorUnits, Unit } from './mplp-units.js'

it('the dual never goes up', () => {
  let falls = 0
  for (let seed = 0; seed < 600; seed++) {
    const problem = compile(lawGraph(seed))
    if (problem.conflict !== null) continue
    const engine = finishSteps(MplpEngine.build(problem))!
    let last = engine.dual()
    if (last === Number.NEGATIVE_INFINITY) continue
    for (let sweep = 0; sweep < 20 && !engine.impossible; sweep++) {
      finishSteps(engine.sweep(() => false))
      if (engine.impossible) break
      const dual = engine.dual()
      const rounding = 1e-10 * Math.max(scoreSize(problem.graph), Math.abs(dual))
      expect(dual, `seed ${seed}, sweep ${sweep}`).toBeLessThanOrEqual(last + rounding)
      expect(engine.fold().dual, `seed ${seed}, sweep ${sweep}`).toBeLessThanOrEqual(dual + rounding)
      if (dual < last - rounding) falls++
      last = dual
    }
  }
  expect(falls).toBeGreaterThan(200)
})

it('is exact on trees', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = seeded(seed)
    const score = () => random.uniform() * 4 - 2
    const graph = new FactorGraph()
    const variables = Array.from({ length: 6 }, () =>
      random.chance(0.5) ? graph.binary(score()) : graph.categorical([score(), score(), score()]),
    )
    for (let v = 1; v < variables.length; v++) {
      const [a, b] = [variables[random.below(v)], variables[v]]
      graph.dense([a, b], Float64Array.from({ length: a.size * b.size }, score))
    }
    const solution = mplp(graph)
    expect(solution.status, `seed ${seed}`).toBe('optimal')
    expect(solution.value, `seed ${seed}`).toBeCloseTo(bruteForce(graph), 9)
  }
})

it('large factors give all they can: budgets over a thousand variables close', () => {
  const random = seeded(1)
  const graph = new FactorGraph()
  const x = Array.from({ length: 1000 }, () => graph.binary(random.uniform()))
  graph.budget(x, 100)
  graph.budget(x.slice(0, 500), 30)
  expect(mplp(graph)).toMatchObject({ status: 'optimal' })
})

it('never calls a gap fractional', () => {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
  for (const [x, y] of [
    [a, b],
    [b, c],
    [a, c],
  ] as const)
    graph.pair(x, y, -2)
  const solution = mplp(graph)
  expect(solution).toMatchObject({ status: 'interrupted', value: 1 })
  expect(solution.bound).toBeCloseTo(1.5, 5)
  expect(solution.iterations).toBeLessThan(100)
})

it('values of a variable are one unit only where exactly one of them is true in the factor', () => {
  const graph = new FactorGraph()
  const c = graph.categorical([1, 2])
  const d = graph.categorical([1, 2])
  const [a, b] = [graph.binary(1), graph.binary(1)]
  graph.dense([c, d], [0, 1, 2, 0])
  graph.xor([c.is(0), c.is(1), a])
  graph.denseOverGroups(
    [
      [a, c.is(0)],
      [c.is(1), b],
    ],
    [1, 2, 3, 4],
  )
  graph.or([c.is(0), c.is(1)])
  const problem = compile(graph)
  const units = finishSteps(FactorUnits.build(problem))!
  for (let f = 0; f < problem.factors; f++) {
    const kinds = Array.from(units.kind.subarray(units.start[f], units.start[f + 1]))
    const origin = problem.origin[f]
    if (origin === 0) expect(kinds).toContain(Unit.domain)
    if (origin > 0 && origin < 3) expect(kinds).not.toContain(Unit.domain)
  }
})
