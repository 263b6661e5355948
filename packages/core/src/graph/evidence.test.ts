// Evidence: all of it holds together, in any order, until it is released.
import { describe, expect, it } from 'vitest'
import { readJson } from '../formats/json-read.js'
import { writeJson } from '../formats/json-write.js'
import { linearProgram } from '../formats/linear-program.js'
import { readUai, readUaiEvidence } from '../formats/uai.js'
import { writeUai } from '../formats/uai-write.js'
import { type Random, seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { exact } from '../solvers/exact.js'
import { kBest } from '../solvers/k-best.js'
import { SOLVERS } from '../testing/laws.js'
import { verify } from '../verify/verify.js'
import { FactorGraph } from './graph.js'
import type { Variable } from './variable.js'

type Statement = { kind: 'fix' | 'forbid'; variable: number; value: number }

const holds = (assignment: readonly number[], { kind, variable, value }: Statement) =>
  (assignment[variable] === value) === (kind === 'fix')

function randomStatements(graph: FactorGraph, random: Random): Statement[] {
  return Array.from({ length: 1 + random.below(5) }, () => {
    const variable = random.below(graph.variableCount)
    const value = random.below(graph.variable(variable).size)
    return { kind: random.chance(0.5) ? ('fix' as const) : ('forbid' as const), variable, value }
  })
}

describe('fix and forbid together', () => {
  const variables: Record<string, (graph: FactorGraph) => Variable> = {
    binary: (graph) => graph.binary(2),
    categorical: (graph) => graph.categorical([0, 2]),
  }
  for (const [kind, make] of Object.entries(variables))
    for (const first of ['fix', 'forbid'] as const)
      for (const second of ['fix', 'forbid'] as const)
        for (const [a, b] of [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ] as const)
          it(`${kind}: ${first} ${a}, ${second} ${b}`, () => {
            const graph = new FactorGraph()
            const x = make(graph)
            graph.or([graph.binary(1), x.is(0), x.is(1)])
            graph[first](x, a)
            graph[second](x, b)
            const values = [0, 1].filter(
              (value) => (value === a) === (first === 'fix') && (value === b) === (second === 'fix'),
            )
            for (const [name, solve] of Object.entries(SOLVERS)) {
              const solution = solve(graph)
              expect(solution.status, name).toBe(values.length === 0 ? 'infeasible' : 'optimal')
              if (values.length > 0) expect(x.valueIn(solution), name).toBe(values[0])
              expect(verify(graph, solution).problems, name).toEqual([])
            }
            expect(kBest(graph, 5)).toHaveLength(2 * values.length)
            graph.release(x)
            expect(exact(graph).value).toBe(3)
          })
})

it('all solvers find what enumeration finds under any evidence', () => {
  for (let seed = 0; seed < 150; seed++) {
    const random = seeded(seed)
    const graph = randomGraph(random, 4, 4)
    for (let v = 0; v < graph.variableCount; v++) graph.release(graph.variable(v))
    const statements = randomStatements(graph, random)
    let best = Number.NEGATIVE_INFINITY
    for (const assignment of assignments(graph))
      if (statements.every((one) => holds(assignment, one)))
        best = Math.max(best, evaluate(graph, assignment))
    for (const { kind, variable, value } of statements) graph[kind](graph.variable(variable), value)
    const where = `seed ${seed}: ${JSON.stringify(statements)}`
    const solution = exact(graph)
    if (best === Number.NEGATIVE_INFINITY) expect(solution.status, where).toBe('infeasible')
    else expect(solution.value, where).toBeCloseTo(best, 9)
    for (const [name, solve] of Object.entries(SOLVERS)) {
      const { status, value, bound } = solve(graph, { maxIterations: 50 })
      if (status === 'optimal') expect(value, `${where} ${name}`).toBeCloseTo(best, 4)
      if (status === 'infeasible') expect(best, `${where} ${name}`).toBe(Number.NEGATIVE_INFINITY)
      expect(bound, `${where} ${name}`).toBeGreaterThanOrEqual(best - 1e-6)
    }
  }
})

describe('evidence that contradicts itself', () => {
  const contradiction = () => {
    const graph = new FactorGraph()
    const x = graph.binary(1, 'x')
    graph.fix(x, 1)
    graph.forbid(x, 1)
    return graph
  }

  it('is a table of zeros in UAI, and an empty interval in a linear program', () => {
    expect(exact(readUai(writeUai(contradiction()))).status).toBe('infeasible')
    const { lower, upper } = linearProgram(contradiction())
    expect(lower[0]).toBeGreaterThan(upper[0])
  })

  it('is written to JSON as it is, and refused there', () => {
    expect(() => readJson(writeJson(contradiction()))).toThrow(/evidence\[1\]: contradicts/)
  })

  it('may come from a file of evidence on top of the graph', () => {
    const graph = readUai('MARKOV 2 2 3 1 2 0 1 6 1 1 1 1 1 1')
    graph.fix(graph.variable(0), 0)
    graph.fix(graph.variable(1), 2)
    readUaiEvidence('1 0 1', graph)
    expect(exact(graph)).toMatchObject({ status: 'infeasible', assignment: null })
    graph.release(graph.variable(0))
    readUaiEvidence('1 1 1', graph)
    expect(exact(graph)).toMatchObject({ status: 'infeasible', assignment: null })
  })
})
