// The integer program of a summary against enumeration, and as an oracle of `solveSummary`.
import { highsModel } from '@parleyjs/core/internal'
import { type SummaryProblem, solveSummary } from '@parleyjs/nlp/internal'
import fc from 'fast-check'
import loadHighs, { type Highs } from 'highs'
import { beforeAll, describe, expect, test } from 'vitest'
import { bestOfAll, randomProblem } from '../../../packages/nlp/test-support/summary-problems.js'
import { summaryProgram } from './summary-program.js'

const tiny = randomProblem(3, 4)

describe('a summary', () => {
  let highs: Highs
  beforeAll(async () => {
    highs = await (loadHighs as unknown as typeof loadHighs.default)()
  })
  const optimum = (problem: SummaryProblem): number => {
    const model = highs.createModel(highsModel(highs, summaryProgram(problem), true))
    model.options.set({ output_flag: false, mip_rel_gap: 0 })
    model.run()
    const value = model.getObjectiveValue()
    model.dispose()
    return value
  }

  test('the integer program has the same optimum', () => {
    fc.assert(
      fc.property(tiny, (problem) => {
        expect(optimum(problem)).toBeCloseTo(bestOfAll(problem), 5)
      }),
      { numRuns: 15 },
    )
  })

  test('of more sentences comes near the integer program', () => {
    let sum = 0
    let best = 0
    fc.assert(
      fc.property(randomProblem(10, 8), (problem) => {
        const { value, bound } = solveSummary(problem)
        const exact = optimum(problem)
        expect(bound).toBeGreaterThanOrEqual(exact - 1e-6)
        sum += value
        best += exact
      }),
      { numRuns: 15 },
    )
    expect(sum).toBeGreaterThan(0.97 * best)
  })
})
