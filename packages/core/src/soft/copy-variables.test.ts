// The form with copied variables has the same optimum and bound as the soft problem.
import { describe, expect, test } from 'vitest'
import { bruteForceSoft, randomSoftProblem, scoreOf } from '../../test-support/random-soft-problem.js'
import { SCORES, seeded } from '../kinds/common/random-scores.js'
import { solve } from '../solvers/solve.js'
import { boxMplp } from './box-mplp.js'
import { boxSubgradient } from './box-subgradient.js'
import { copyVariables } from './copy-variables.js'
import type { SoftProblem } from './soft-problem.js'
import { StarFactor } from './star-factor.js'

function problemOf(seed: number, tables: boolean): SoftProblem {
  const random = seeded(seed)
  return randomSoftProblem(random, { score: () => SCORES.ordinary(random), tables })
}

describe('copyVariables', () => {
  test('the graph has the optimum of the soft problem, and assignments mean the same', () => {
    for (let seed = 0; seed < 40; seed++) {
      const problem = problemOf(seed, seed % 2 === 0)
      const solution = solve(copyVariables(problem).graph, { algorithm: 'exact' })
      expect(solution.status, `seed ${seed}`).toBe('optimal')
      expect(solution.value, `seed ${seed}`).toBeCloseTo(bruteForceSoft(problem), 6)
      expect(scoreOf(problem, solution.assignment!), `seed ${seed}`).toBeCloseTo(solution.value, 9)
    }
  })

  test('all methods reach the same optimum where the relaxation is tight', () => {
    let tight = 0
    for (let seed = 0; seed < 60; seed++) {
      const problem = problemOf(seed, false)
      const { graph, calls, round } = copyVariables(problem)
      const reference = solve(graph, { algorithm: 'ad3' })
      if (reference.status !== 'optimal') continue
      tight++
      const solutions = {
        boxMplp: boxMplp(problem),
        'boxMplp, pairs': boxMplp(problem, { blocks: 'pairs' }),
        boxSubgradient: boxSubgradient(problem, { maxIterations: 3000 }),
        mplp: solve(graph, { algorithm: 'mplp', round }),
        subgradient: solve(graph, { algorithm: 'subgradient', round, maxIterations: 3000 }),
      }
      for (const [name, { value, bound }] of Object.entries(solutions)) {
        expect(value, `${name}, seed ${seed}`).toBeCloseTo(reference.value, 5)
        expect(bound, `${name}, seed ${seed}`).toBeLessThan(reference.value + 1e-2)
      }
      expect(calls.maximize).toBeGreaterThan(0)
      expect(calls.maxMarginals).toBeGreaterThan(0)
    }
    expect(tight).toBeGreaterThan(50)
  })
})

describe('StarFactor', () => {
  test('best configuration and max-marginals are those of enumeration', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = seeded(seed)
      const score = () => SCORES[seed % 2 === 0 ? 'ties' : 'ordinary'](random)
      const problem = randomSoftProblem(random, { score, sets: true })
      if (problem.pairCount === 0) continue
      let to = 1
      while (to < problem.pairCount && problem.pairSecond.data[to] === problem.pairSecond.data[0]) to++
      const star = new StarFactor(problem, 0, to)
      const size = problem.sizeOf(0)
      const degree = (to + 1) * size
      const scores = Float64Array.from({ length: degree }, score)
      const on = new Float64Array(degree).fill(Number.NEGATIVE_INFINITY)
      const off = on.slice()
      let best = Number.NEGATIVE_INFINITY
      for (let t = 0; t < size ** (to + 1); t++) {
        const z = new Float64Array(degree)
        for (let k = 0, rest = t; k <= to; k++, rest = Math.floor(rest / size))
          z[k * size + (rest % size)] = 1
        const total = z.reduce((sum, x, i) => sum + x * scores[i], star.score(z))
        best = Math.max(best, total)
        for (let i = 0; i < degree; i++)
          if (z[i] === 1) on[i] = Math.max(on[i], total)
          else off[i] = Math.max(off[i], total)
      }
      const found = new Float64Array(degree)
      const own = star.maximize(scores, found)
      expect(own).toBeCloseTo(star.score(found), 9)
      expect(found.reduce((sum, x, i) => sum + x * scores[i], own)).toBeCloseTo(best, 9)
      const [gotOn, gotOff] = [new Float64Array(degree), new Float64Array(degree)]
      expect(star.maxMarginals(scores, gotOn, gotOff)).toBeCloseTo(best, 9)
      for (let i = 0; i < degree; i++) {
        expect(gotOn[i], `seed ${seed}, link ${i}`).toBeCloseTo(on[i], 9)
        expect(gotOff[i], `seed ${seed}, link ${i}`).toBeCloseTo(off[i], 9)
      }
    }
  })
})
