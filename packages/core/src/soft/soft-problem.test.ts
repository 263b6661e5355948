// How a soft problem is built, which input it rejects, and how its factors are called.
import { describe, expect, test } from 'vitest'
import { SCORES, seeded } from '../kinds/testing/random.js'
import { boxMplp } from './box-mplp.js'
import { boxSubgradient } from './box-subgradient.js'
import { penaltiesOf, scoresOf } from './penalties.js'
import { SoftProblem } from './soft-problem.js'
import { bruteForceSoft, TableFactor } from './testing/random-soft-problem.js'

describe('SoftProblem', () => {
  test('the example: giving in costs less than disagreeing, and the majority wins', () => {
    const problem = new SoftProblem()
    problem.agree(problem.addVariable([2, 0]), problem.addVariable([0, 1]), 1.5)
    expect(boxMplp(problem).assignment).toEqual(Int32Array.of(0, 0))
    expect(boxSubgradient(problem).value).toBeCloseTo(2, 5)
    const set = new SoftProblem()
    const scores = [
      [2, 0],
      [0, 1],
      [0, 1.5],
    ]
    set.consensus(
      scores.map((s) => set.addVariable(s)),
      3,
    )
    expect(boxMplp(set).assignment).toEqual(Int32Array.of(1, 1, 1, 1))
  })

  test('refuses what makes no sense, and says why', () => {
    const problem = new SoftProblem()
    const a = problem.addFactor(new TableFactor([2, 2], new Float64Array(4)), [2, 2])
    const b = problem.addVariable(3)
    expect(() => problem.agree(a, a + 1, 1)).toThrow('same factor')
    expect(() => problem.agree(a, b, 1)).toThrow('2 and 3 values')
    expect(() => problem.agree(a, 9, 1)).toThrow('does not exist')
    const c = problem.addVariable(2)
    expect(() => problem.agree(a, c, -1)).toThrow('≥ 0')
    expect(() => problem.agree(a, c, [1])).toThrow('2 penalties')
    expect(() => problem.soft(a, b, [1, 2])).toThrow('6 penalties')
    expect(() => problem.pair(a, c, [0, 1, 2, Number.NaN])).toThrow('finite')
    expect(() => problem.addVariable([0, Number.NaN])).toThrow('finite')
    expect(() => problem.addVariable(0)).toThrow('one or more')
    expect(() => problem.consensus([], 1)).toThrow('member')
  })

  test('agreements with the same penalties share them', () => {
    const problem = new SoftProblem()
    const members = Array.from({ length: 1000 }, () => problem.addVariable(5))
    problem.consensus(members, 2)
    problem.consensus(members, [2, 2, 2, 2, 2])
    expect(problem.tables.length).toBe(5)
  })

  test('only models whose multipliers changed are asked again', () => {
    const problem = new SoftProblem()
    const asked = [0, 0, 0]
    const tables = [
      [3, 0, 0, 3],
      [0, 4, 4, 0],
      [1, 0, 0, 0],
    ].map((table) => new TableFactor([2, 2], Float64Array.from(table)))
    const source = (f: number) => {
      asked[f]++
      return tables[f]
    }
    const first = tables.map(() => problem.addFactor(source, [2, 2]))
    problem.agree(first[0], first[1], 1)
    problem.agree(first[0] + 1, first[1] + 1, 2)
    const solution = boxMplp(problem, { blocks: 'pairs', maxIterations: 50 })
    expect(solution.value).toBeCloseTo(bruteForceSoft(problem), 9)
    expect(solution.calls.maxMarginals).toBeGreaterThan(3)
    asked.fill(0)
    boxMplp(problem, { maxIterations: 50 })
    expect(asked[2]).toBe(1)
    asked.fill(0)
    boxSubgradient(problem, { maxIterations: 50 })
    expect(asked[2]).toBe(1)
    expect(asked[0]).toBeGreaterThan(1)
  })

  test('a model with one shared variable is asked once by boxMplp', () => {
    const problem = new SoftProblem()
    const random = seeded(1)
    const words = Array.from({ length: 20 }, () =>
      problem.addFactor(
        new TableFactor(
          [3],
          Float64Array.from({ length: 3 }, () => random.uniform()),
        ),
        [3],
      ),
    )
    problem.consensus(words, 0.4)
    const { calls, status, value } = boxMplp(problem)
    expect(status).toBe('optimal')
    expect(value).toBeGreaterThan(0)
    expect(calls).toEqual({ maximize: 0, maxMarginals: 20 })
  })
})

describe('penaltiesOf', () => {
  test('penalties cost what the scores say, are ≥ 0, and one is 0', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = seeded(seed)
      const [rows, columns] = [1 + random.below(4), 2 + random.below(3)]
      const table = Float64Array.from({ length: rows * columns }, () => SCORES.ordinary(random))
      const { penalties, constant } = penaltiesOf(table, columns)
      const back = new Float64Array(table.length)
      scoresOf(penalties, 0, rows, columns, back)
      expect(Math.min(...penalties)).toBe(0)
      back.forEach((score, i) => {
        expect(score + constant).toBeCloseTo(table[i], 9)
      })
    }
  })
})
