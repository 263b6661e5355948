import { describe, expect, test } from 'vitest'
import { SCORES, seeded } from '../factors/testing/random.js'
import { boxMplp } from './box-mplp.js'
import { boxSubgradient } from './box-subgradient.js'
import { softBound } from './soft-bound.js'
import type { SoftProblem } from './soft-problem.js'
import type { SoftOptions, SoftSolution } from './soft-solution.js'
import { bruteForceSoft, randomSoftProblem, type SoftSort, scoreOf } from './testing/random-soft-problem.js'

const SOLVERS: Record<string, (problem: SoftProblem, options: SoftOptions) => SoftSolution> = {
  boxMplp,
  'boxMplp, pair by pair': (problem, options) => boxMplp(problem, { ...options, blocks: 'pairs' }),
  boxSubgradient,
  'boxSubgradient, sqrt': (problem, options) => boxSubgradient(problem, { ...options, step: 'sqrt' }),
}

function problemOf(seed: number): SoftProblem {
  const random = seeded(seed)
  const sort: SoftSort = {
    score: () => SCORES[seed % 3 === 0 ? 'ties' : 'ordinary']!(random),
    tables: seed % 4 === 1,
    sets: seed % 4 === 2,
    bare: seed % 7 === 0,
  }
  return randomSoftProblem(random, sort)
}

describe.each(Object.entries(SOLVERS))('%s', (_, solver) => {
  test('bound ≥ optimum ≥ value, the trace is honest, and `optimal` is proven', () => {
    let proven = 0
    for (let seed = 0; seed < 120; seed++) {
      const problem = problemOf(seed)
      const optimum = bruteForceSoft(problem)
      const solution = solver(problem, { trace: true, maxIterations: 200 })
      const where = `seed ${seed}`
      expect(solution.assignment, where).not.toBeNull()
      expect(scoreOf(problem, solution.assignment!), where).toBeCloseTo(solution.value, 9)
      expect(solution.value, where).toBeLessThanOrEqual(optimum + 1e-9)
      expect(solution.bound, where).toBeGreaterThanOrEqual(optimum - 1e-9)
      expect(softBound(problem, solution.multipliers), where).toBeLessThanOrEqual(solution.bound + 1e-9)
      if (solution.status === 'optimal') expect(solution.value, where).toBeGreaterThan(optimum - 1e-5)
      if (solution.status === 'optimal') proven++
      for (const row of solution.trace!) {
        expect(row.dual, where).toBeGreaterThanOrEqual(optimum - 1e-9)
        expect(row.primal, where).toBeLessThanOrEqual(optimum + 1e-9)
      }
    }
    expect(proven).toBeGreaterThan(50)
  })
})
