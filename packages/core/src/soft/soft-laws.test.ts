// The laws of the solvers for soft problems, against enumeration and HiGHS.
import { describe, expect, test } from 'vitest'
import { copyVariables } from '../../test-support/copy-variables.js'
import { highs } from '../../test-support/highs.js'
import {
  bruteForceSoft,
  randomSoftProblem,
  relaxationOf,
  type SoftSort,
  scoreOf,
} from '../../test-support/random-soft-problem.js'
import { SCORES, seeded } from '../kinds/common/random-scores.js'
import { solve } from '../solvers/solve.js'
import { boxMplp } from './box-mplp.js'
import { boxSubgradient } from './box-subgradient.js'
import { softBound } from './soft-bound.js'
import { PairKind, type SoftProblem } from './soft-problem.js'
import type { SoftOptions, SoftSolution } from './soft-solution.js'

const SOLVERS: Record<string, (problem: SoftProblem, options: SoftOptions) => SoftSolution> = {
  boxMplp,
  'boxMplp, set by set': (problem, options) => boxMplp(problem, { ...options, blocks: 'sets' }),
  'boxMplp, pair by pair': (problem, options) => boxMplp(problem, { ...options, blocks: 'pairs' }),
  boxSubgradient,
  'boxSubgradient, sqrt': (problem, options) => boxSubgradient(problem, { ...options, step: 'sqrt' }),
}

function problemOf(seed: number, only: Partial<SoftSort> = {}): SoftProblem {
  const random = seeded(seed)
  return randomSoftProblem(random, {
    score: () => SCORES[seed % 3 === 0 ? 'ties' : 'ordinary'](random),
    tables: seed % 4 === 1,
    sets: seed % 4 === 2,
    bare: seed % 7 === 0,
    still: seed % 3 === 1,
    ...only,
  })
}

/** Whether all multipliers of agreements are in their boxes. */
function inBoxes(problem: SoftProblem, multipliers: Float64Array): boolean {
  for (let p = 0; p < problem.pairCount; p++) {
    if (problem.pairKind.data[p] === PairKind.table) continue
    const from = problem.multiplierStart.data[p]
    for (let i = from; i < problem.multiplierStart.data[p + 1]; i++) {
      const most = problem.tables.data[problem.pairTable.data[p] + i - from]
      if (!(multipliers[i] >= 0 && multipliers[i] <= most)) return false
    }
  }
  return true
}

describe.each(Object.entries(SOLVERS))('%s', (_, solver) => {
  test('bound ≥ optimum ≥ value in every round, multipliers stay in their boxes, `optimal` is proven', () => {
    let proven = 0
    for (let seed = 0; seed < 60; seed++) {
      const problem = problemOf(seed)
      const optimum = bruteForceSoft(problem)
      const solution = solver(problem, { trace: true, maxIterations: 100 })
      const where = `seed ${seed}`
      expect(scoreOf(problem, solution.assignment!), where).toBeCloseTo(solution.value, 9)
      expect(solution.value, where).toBeLessThanOrEqual(optimum + 1e-9)
      expect(solution.bound, where).toBeGreaterThanOrEqual(optimum - 1e-9)
      expect(softBound(problem, solution.multipliers), where).toBeLessThanOrEqual(solution.bound + 1e-9)
      expect(inBoxes(problem, solution.multipliers), where).toBe(true)
      if (solution.status === 'optimal') {
        proven++
        expect(solution.value, where).toBeGreaterThan(optimum - 1e-5)
      }
      for (const row of solution.trace!) {
        expect(row.dual, where).toBeGreaterThanOrEqual(optimum - 1e-9)
        expect(row.primal, where).toBeLessThanOrEqual(optimum + 1e-9)
      }
    }
    expect(proven).toBeGreaterThan(40)
  })

  test('the same input gives the same bits; a start from the end is at the end', () => {
    for (let seed = 0; seed < 10; seed++) {
      const [first, second] = [solver(problemOf(seed), {}), solver(problemOf(seed), {})]
      expect(second).toEqual(first)
      const again = solver(problemOf(seed, { tables: false }), {
        warmStart: solver(problemOf(seed, { tables: false }), {}),
      })
      expect(again.iterations).toBeLessThanOrEqual(Math.max(3, first.iterations))
    }
  })

  test('limits are honoured, and what is known by then is returned', () => {
    const problem = problemOf(8, { tables: false })
    const controller = new AbortController()
    controller.abort()
    const limits: SoftOptions[] = [
      { maxIterations: 0 },
      { timeLimit: 0 },
      { signal: controller.signal },
      { onIteration: () => false },
    ]
    for (const options of limits) {
      const solution = solver(problem, options)
      expect(solution.iterations).toBe(0)
      expect(solution.assignment).not.toBeNull()
      expect(solution.bound).toBeGreaterThanOrEqual(solution.value)
    }
    expect(() => solver(problem, { timeLimit: -1 })).toThrow('time limit')
  })

  test('a factor without any output makes the problem infeasible', () => {
    const problem = problemOf(2)
    problem.agree(problem.addFactor({ maximize: () => Number.NEGATIVE_INFINITY }, [problem.sizeOf(0)]), 0, 1)
    const solution = solver(problem, {})
    expect(solution.status).toBe('infeasible')
    expect(solution.assignment).toBeNull()
  })
})

test('boxMplp never raises the dual', () => {
  for (let seed = 0; seed < 80; seed++)
    for (const blocks of ['sweeps', 'sets', 'pairs'] as const) {
      const { trace } = boxMplp(problemOf(seed), { trace: true, traceEvery: 0.01, blocks })
      for (let i = 1; i < trace!.length; i++)
        expect(trace![i].dual, `seed ${seed}, ${blocks}`).toBeLessThanOrEqual(trace![i - 1].dual + 1e-9)
    }
})

test('the bound is that of the linear program of paper 4, Eq. 13, by HiGHS', () => {
  let rest = 0
  const count = 25
  for (let seed = 1; seed <= count; seed++) {
    const problem = problemOf(seed, { tables: false, bare: false })
    const solution = highs.solve(relaxationOf(problem), { output_flag: false })
    expect(solution.Status).toBe('Optimal')
    const least = solution.ObjectiveValue + problem.constant
    const descent = boxMplp(problem).bound
    expect(descent, `seed ${seed}`).toBeGreaterThan(least - 1e-6)
    expect(boxSubgradient(problem, { maxIterations: 3000 }).bound, `seed ${seed}`).toBeCloseTo(least, 2)
    // The form with copies (Fig. 2) has the same relaxation.
    const { graph } = copyVariables(problem)
    expect(solve(graph, { algorithm: 'ad3' }).bound, `seed ${seed}`).toBeCloseTo(least, 3)
    expect(solve(graph, { algorithm: 'mplp' }).bound, `seed ${seed}`).toBeGreaterThan(least - 1e-6)
    const { bound } = solve(graph, { algorithm: 'subgradient', maxIterations: 3000 })
    expect(bound, `seed ${seed}`).toBeGreaterThan(least - 1e-6)
    expect(bound, `seed ${seed}`).toBeLessThan(least + 0.05)
    if (descent > least + 1e-4) rest++
  }
  // Block descent may come to rest above the optimum of the relaxation; here it seldom does.
  expect(rest).toBeLessThan(count / 5)
})

test('complementary slackness at convergence: an agreement that is broken has ν = c at the one value and 0 at the other', () => {
  let broken = 0
  for (let seed = 0; seed < 120; seed++) {
    const problem = problemOf(seed, { tables: false, sets: seed % 2 === 0 })
    const { status, assignment, multipliers } = boxMplp(problem, { tolerance: 1e-12 })
    if (status !== 'optimal') continue
    for (let p = 0; p < problem.pairCount; p++) {
      const i = assignment![problem.pairFirst.data[p]]
      const j = assignment![problem.pairSecond.data[p]]
      if (i === j) continue
      broken++
      const at = problem.multiplierStart.data[p]
      const c = problem.tables.data[problem.pairTable.data[p] + i]
      expect(multipliers[at + i], `seed ${seed}, pair ${p}`).toBeCloseTo(c, 6)
      expect(multipliers[at + j], `seed ${seed}, pair ${p}`).toBeCloseTo(0, 6)
    }
  }
  expect(broken).toBeGreaterThan(50)
})
