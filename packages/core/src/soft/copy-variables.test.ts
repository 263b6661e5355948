// The form with copied variables has the same optimum and bound as the soft problem.
import { describe, expect, test } from 'vitest'
import { copyVariables } from '../../test-support/copy-variables.js'
import { bruteForceSoft, randomSoftProblem, scoreOf } from '../../test-support/random-soft-problem.js'
import { SCORES, seeded } from '../kinds/common/random-scores.js'
import { solve } from '../solvers/solve.js'
import { boxMplp } from './box-mplp.js'
import { boxSubgradient } from './box-subgradient.js'
import type { SoftProblem } from './soft-problem.js'

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
        // At ties the last answers depend on the order of the factors.
        mplp: solve(graph, { algorithm: 'mplp' }),
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
