import { expect } from 'vitest'
import { ParleyError } from '../src/error.js'
import { FactorGraph } from '../src/graph/graph.js'
import type { Literal, Variable } from '../src/graph/variable.js'
import { Random } from '../src/numeric/random.js'
import { evaluate } from '../src/problem/evaluate.js'

// Small random graphs with every kind of factor, and their enumeration: what tests compare against.

/** A seeded source of numbers in [0, 1) (mulberry32). */
export function randomSource(seed: number): () => number {
  const random = new Random((seed + 1) * 0x9e3779b9)
  return () => random.uniform()
}

const NAMES = ['a', 'b c', 'x=1', '!n', '#3', '"quoted"', 'ünï', '\\', 'line\nbreak', 'constructor']

/** A graph of 2 to 6 variables and up to 8 factors of all kinds, with negations, repetitions, evidence, names. */
export function randomGraph(seed: number, options: { evidence?: boolean } = {}): FactorGraph {
  const random = randomSource(seed)
  const below = (n: number) => Math.floor(random() * n)
  const score = () => Math.round((random() - 0.5) * 80) / 8
  const graph = new FactorGraph()
  const variables: Variable[] = []
  const count = 2 + below(5)
  for (let v = 0; v < count; v++) {
    const name = random() < 0.5 ? NAMES[(v + seed) % NAMES.length] : undefined
    const type = random()
    if (type < 0.4) variables.push(graph.binary(score(), name))
    else if (type < 0.65) variables.push(graph.binary([score(), score()], name))
    else variables.push(graph.categorical(Array.from({ length: 1 + below(3) }, score), name))
  }
  const someVariable = () => variables[below(count)]
  const literal = (): Literal => {
    const variable = someVariable()
    const positive = variable.is(below(variable.size))
    return random() < 0.3 ? positive.not : positive
  }
  const literals = (least = 1) => Array.from({ length: least + below(4) }, literal)
  const table = (size: number) => Array.from({ length: size }, () => (random() < 0.15 ? -Infinity : score()))
  const builders = [
    (name?: string) => graph.xor(literals(), name),
    (name?: string) => graph.atMostOne(literals(), name),
    (name?: string) => graph.or(literals(), name),
    (name?: string) => graph.xorOut(literals(0), literal(), name),
    (name?: string) => graph.orOut(literals(0), literal(), name),
    (name?: string) => graph.andOut(literals(0), literal(), name),
    (name?: string) => graph.implies(literals(0), literal(), name),
    (name?: string) => graph.pair(literal(), literal(), score(), name),
    (name?: string) => graph.budget(literals(0), { atLeast: below(2), atMost: 1 + below(3) }, name),
    (name?: string) => {
      const over = literals(0)
      return graph.knapsack(over, over.map(score), score() + 3, name)
    },
    (name?: string) => graph.parity(literals(0), random() < 0.5, name),
    (name?: string) => {
      const over = [...new Set(Array.from({ length: below(4) }, someVariable))]
      return graph.dense(over, table(over.reduce((size, v) => size * v.size, 1)), name)
    },
    (name?: string) => graph.dense([literal(), someVariable().is(0)], table(4), name),
    (name?: string) => {
      const groups = [literals(), literals(2)]
      return graph.denseOverGroups(groups, table(groups[0].length * groups[1].length), name)
    },
  ]
  for (let f = below(8); f > 0; f--)
    builders[below(builders.length)](random() < 0.3 ? `factor ${f}` : undefined)
  if (options.evidence !== false && random() < 0.4) {
    const variable = someVariable()
    if (random() < 0.5) graph.fix(variable, below(variable.size))
    else graph.forbid(variable, below(variable.size))
  }
  return graph
}

/** All assignments of a small graph. */
export function* assignmentsOf(graph: FactorGraph): Generator<Int32Array> {
  const sizes = Array.from({ length: graph.variableCount }, (_, v) => graph.variable(v).size)
  const values = new Int32Array(sizes.length)
  const total = sizes.reduce((product, size) => product * size, 1)
  for (let i = 0; i < total; i++) {
    yield values.slice()
    for (let v = sizes.length - 1; v >= 0 && ++values[v] === sizes[v]; v--) values[v] = 0
  }
}

/** The best score of a small graph, by enumeration; −Infinity if it is infeasible. */
export function bestOf(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignmentsOf(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

/** Expects two graphs to have the same variables, and to score every assignment alike. */
export function sameEverywhere(actual: FactorGraph, expected: FactorGraph): void {
  expect(actual.variableCount).toBe(expected.variableCount)
  for (const assignment of assignmentsOf(expected)) {
    const value = evaluate(expected, assignment)
    if (value === Number.NEGATIVE_INFINITY) expect(evaluate(actual, assignment)).toBe(value)
    else expect(evaluate(actual, assignment)).toBeCloseTo(value, 9)
  }
}

/** The `ParleyError` that a step ends with; it is an error not to throw one. */
export function refusal(step: () => unknown): ParleyError {
  try {
    step()
  } catch (cause) {
    if (cause instanceof ParleyError) return cause
    throw cause
  }
  throw new Error('Nothing was refused.')
}
