// Sweeps over factors never raise the dual, and end at bounds that hold.
import { expect, test } from 'vitest'
import { bruteForceSoft, randomSoftProblem, scoreOf } from '../../test-support/random-soft-problem.js'
import { SCORES, seeded } from '../kinds/common/random-scores.js'
import { boxMplp } from './box-mplp.js'
import { FactorSweeps } from './factor-sweeps.js'
import { softBound } from './soft-bound.js'
import type { SoftProblem } from './soft-problem.js'
import { SoftState } from './soft-state.js'

/** Consensus sets of models with several variables. */
function setsOf(seed: number): SoftProblem | undefined {
  const random = seeded(seed)
  const score = () => SCORES[seed % 3 === 0 ? 'ties' : 'ordinary'](random)
  const problem = randomSoftProblem(random, { sets: true, score, still: seed % 2 === 0 })
  return problem.pairCount > 0 && FactorSweeps.suits(new SoftState(problem)) ? problem : undefined
}

function inBoxes({ pairTable, tables, multiplierStart, pairCount }: SoftProblem, nu: Float64Array): boolean {
  for (let p = 0; p < pairCount; p++)
    for (let i = multiplierStart.data[p]; i < multiplierStart.data[p + 1]; i++)
      if (!(nu[i] >= 0 && nu[i] <= tables.data[pairTable.data[p] + i - multiplierStart.data[p]])) return false
  return true
}

test('every sweep: the dual is that of the multipliers, never rises, and these stay in their boxes', () => {
  let count = 0
  for (let seed = 0; seed < 200; seed++) {
    const problem = setsOf(seed)
    if (problem === undefined) continue
    count++
    const state = new SoftState(problem)
    const sweeps = new FactorSweeps(state)
    const isolated = softBound(problem, state.multipliers)
    sweeps.begin(true)
    let last = isolated
    const look = () => {
      const dual = sweeps.dual()
      expect(dual, `seed ${seed}`).toBeCloseTo(softBound(problem, state.multipliers), 9)
      expect(dual, `seed ${seed}`).toBeLessThanOrEqual(last + 1e-9)
      expect(inBoxes(problem, state.multipliers), `seed ${seed}`).toBe(true)
      last = dual
      return false
    }
    look()
    for (let pass = 0; pass < 4; pass++) {
      sweeps.answers.respond(() => {})
      sweeps.sweep(0, pass > 1, look)
    }
  }
  expect(count).toBeGreaterThan(50)
})

test('the gaps of the factors are ≥ 0, and make up the gap between the dual and the answers', () => {
  let open = 0
  for (let seed = 0; seed < 200; seed++) {
    const problem = setsOf(seed)
    if (problem === undefined) continue
    const state = new SoftState(problem)
    const sweeps = new FactorSweeps(state)
    sweeps.begin(true)
    sweeps.answers.respond(() => {})
    sweeps.answers.publish()
    const gap = sweeps.answers.gaps.reduce((sum, x) => sum + x, 0)
    expect(Math.min(...sweeps.answers.gaps), `seed ${seed}`).toBeGreaterThan(-1e-9)
    const value = scoreOf(problem, standingSets(problem, state))
    expect(sweeps.dual() - value, `seed ${seed}`).toBeCloseTo(gap, 9)
    expect(value, `seed ${seed}`).toBeLessThanOrEqual(bruteForceSoft(problem) + 1e-9)
    if (gap > 1e-6) open++
  }
  expect(open).toBeGreaterThan(5)
})

/** The answers when every set has the value that its multipliers favour. */
function standingSets(problem: SoftProblem, state: SoftState): Int32Array {
  const values = state.values.slice()
  for (let p = 0; p < problem.pairCount; p++) {
    const set = problem.pairSecond.data[p]
    const slots = state.extra.subarray(problem.variableStart.data[set], problem.variableStart.data[set + 1])
    values[set] = slots.indexOf(Math.max(...slots))
  }
  return values
}

test('where the answers to the first sweep close the gap, no model is swept again', () => {
  let closed = 0
  for (let seed = 0; seed < 200; seed++) {
    const problem = setsOf(seed)
    if (problem === undefined) continue
    const sweeps = new FactorSweeps(new SoftState(problem))
    sweeps.begin(true)
    sweeps.answers.respond(() => {})
    if (Math.max(...sweeps.answers.gaps) > 1e-9) continue
    closed++
    const members = Array.from(problem.pairFirst.data.subarray(0, problem.pairCount))
    const models = new Set(members.map((v) => problem.variableFactor.data[v])).size
    expect(boxMplp(problem).calls.maxMarginals, `seed ${seed}`).toBe(models)
  }
  expect(closed).toBeGreaterThan(20)
})
