// `writeLp` and `linearProgram` against enumeration, with HiGHS.
import { describe, expect, test } from 'vitest'
import { bestOf, randomGraph, refusal } from '../../test-support/format-graph.js'
import { highs } from '../../test-support/highs.js'
import { FactorGraph } from '../graph/graph.js'
import { linearProgram } from './linear-program.js'
import { writeLp } from './lp.js'

function solve(text: string): {
  status: string
  value: number
  columns: Record<string, { Primal?: number }>
} {
  const solution = highs.solve(text, { output_flag: false })
  return { status: solution.Status, value: solution.ObjectiveValue, columns: solution.Columns as never }
}

describe('writeLp', () => {
  test('the integer program has the optimum that enumeration finds, and the relaxation at least that', () => {
    let feasible = 0
    for (let seed = 0; seed < 250; seed++) {
      const graph = randomGraph(seed)
      const best = bestOf(graph)
      const exact = solve(writeLp(graph, { integer: true }))
      const relaxed = solve(writeLp(graph))
      if (best === -Infinity) {
        expect(exact.status, `seed ${seed}`).toBe('Infeasible')
        continue
      }
      feasible++
      expect(exact.status, `seed ${seed}`).toBe('Optimal')
      expect(exact.value).toBeCloseTo(best, 6)
      expect(relaxed.value).toBeGreaterThan(best - 1e-6)
    }
    expect(feasible).toBeGreaterThan(100)
  })

  test('a single factor of each logical kind has an integral relaxation', () => {
    for (let seed = 0; seed < 60; seed++) {
      const graph = new FactorGraph()
      const literals = Array.from({ length: 4 }, (_, i) => {
        const variable = graph.binary(Math.sin(seed * 7 + i * 3))
        return (seed >> i) & 1 ? variable.not : variable
      })
      const output = graph.binary(Math.cos(seed))
      const add = [
        () => graph.xor(literals),
        () => graph.atMostOne(literals),
        () => graph.or(literals),
        () => graph.xorOut(literals, output),
        () => graph.orOut(literals, output),
        () => graph.andOut(literals, output),
        () => graph.implies(literals, output),
        () => graph.budget(literals, { atLeast: 1, atMost: 3 }),
        () => graph.parity(literals, seed % 2 === 0),
        () => graph.pair(literals[0], literals[1], 1 - seed / 30),
        () =>
          graph.dense(
            literals,
            Array.from({ length: 16 }, (_, i) => (i % 5 === 1 ? -Infinity : Math.sin(i * seed))),
          ),
      ]
      add[seed % add.length]()
      expect(solve(writeLp(graph)).value, `seed ${seed}`).toBeCloseTo(bestOf(graph), 6)
    }
  })

  test('an empty graph, constants and names are no trouble', () => {
    const graph = new FactorGraph()
    expect(solve(writeLp(graph)).value).toBeCloseTo(0, 12)
    graph.dense([], [2.5])
    expect(solve(writeLp(graph)).value).toBeCloseTo(2.5, 12)
    graph.binary([1e-7, -2e-20], 'End\nEnd')
    expect(solve(writeLp(graph, { integer: true })).value).toBeCloseTo(2.5, 6)
  })

  test('column i is slot i', () => {
    const graph = new FactorGraph()
    graph.pair(graph.binary(-1), graph.binary(2), -5)
    graph.categorical([1, 3, 2])
    const { columns } = solve(writeLp(graph))
    expect([0, 1, 2, 3, 4].map((s) => Math.round(columns[`x${s}`].Primal!))).toEqual([0, 1, 0, 1, 0])
    const program = linearProgram(graph)
    expect(program.integerCount).toBe(5)
    expect([...program.cost]).toEqual([-1, 2, 1, 3, 2, -5])
  })

  test('custom factors and large parities are refused', () => {
    const custom = new FactorGraph()
    custom.add({ maximize: () => 0, name: 'tree' }, [custom.binary()])
    expect(refusal(() => writeLp(custom)).code).toBe('unsupported')
    expect(refusal(() => writeLp(custom)).message).toMatch(/tree/)
    const parity = new FactorGraph()
    parity.parity(Array.from({ length: 13 }, () => parity.binary()))
    expect(refusal(() => linearProgram(parity)).code).toBe('too-large')
  })
})
