// Small random graphs of mixed factors, with negations, repeated variables and evidence.

import { FactorGraph } from '../src/graph/graph.js'
import type { Literal, Variable } from '../src/graph/variable.js'
import { type Random, SCORES } from '../src/kinds/common/random-scores.js'
import { randomFactor } from './factor-case.js'

/** Random literals of the graph; with `repeats`, a slot may occur twice. */
function pick(variables: Variable[], random: Random, count: number, repeats: boolean): Literal[] {
  const slots: Literal[] = variables.flatMap((v) =>
    v.kind === 'binary' ? [v] : Array.from({ length: v.size }, (_, value) => v.is(value)),
  )
  const picked: Literal[] = []
  while (picked.length < count && slots.length > 0) {
    const i = random.below(slots.length)
    const literal = slots[i]
    if (!repeats) slots.splice(i, 1)
    picked.push(random.chance(0.3) ? literal.not : literal)
  }
  return picked
}

function pickVariables(
  variables: Variable[],
  random: Random,
  count: number,
  repeats: boolean,
): (Variable | Literal)[] {
  const left = variables.slice()
  const picked: (Variable | Literal)[] = []
  while (picked.length < count && left.length > 0) {
    const i = random.below(left.length)
    const variable = left[i]
    if (!repeats) left.splice(i, 1)
    picked.push(variable.kind === 'binary' && random.chance(0.3) ? variable.not : variable)
  }
  return picked
}

function table(size: number, random: Random, score: () => number): Float64Array {
  const holes = random.chance(0.5) ? 0 : random.uniform() * 0.7
  return Float64Array.from({ length: size }, () =>
    random.chance(holes) ? Number.NEGATIVE_INFINITY : score(),
  )
}

/** Adds one random factor of any kind. */
export function addRandomFactor(graph: FactorGraph, random: Random, score: () => number): void {
  const variables = Array.from({ length: graph.variableCount }, (_, v) => graph.variable(v))
  const repeats = random.chance(0.3)
  const literals = pick(variables, random, 1 + random.below(4), repeats)
  const output = pick(variables, random, 1, true)[0]
  const n = literals.length
  switch (random.below(14)) {
    case 0:
      graph.xor(literals)
      break
    case 1:
      graph.atMostOne(literals)
      break
    case 2:
      graph.or(literals)
      break
    case 3:
      graph.xorOut(literals, output)
      break
    case 4:
      graph.orOut(literals, output)
      break
    case 5:
      graph.andOut(literals, output)
      break
    case 6:
      graph.implies(literals, output)
      break
    case 7:
      graph.pair(literals[0], output, score())
      break
    case 8: {
      const atLeast = random.below(n + 1)
      graph.budget(literals, { atLeast, atMost: atLeast + random.below(n + 1 - atLeast) })
      break
    }
    case 9: {
      const costs = literals.map(() =>
        random.chance(0.5) ? (random.below(9) - 2) / 10 : random.below(5) - 1,
      )
      graph.knapsack(literals, costs, random.chance(0.5) ? random.below(10) / 10 : random.below(4) - 1)
      break
    }
    case 10:
      graph.parity(literals, random.chance(0.5))
      break
    case 11: {
      const groups = [literals]
      while (random.chance(0.5) && groups.length < 3)
        groups.push(pick(variables, random, 1 + random.below(3), repeats))
      const size = groups.reduce((product, group) => product * group.length, 1)
      graph.denseOverGroups(groups, table(size, random, score))
      break
    }
    case 12:
      graph.add(randomFactor(n, random, score), literals)
      break
    default: {
      const scope = pickVariables(variables, random, 1 + random.below(3), repeats)
      const size = scope.reduce((product, v) => product * ('kind' in v ? v.size : 2), 1)
      graph.dense(scope, table(size, random, score))
    }
  }
}

/** A graph of up to `variables` variables (binary, or with 1 to 4 values) and up to `factors` factors. */
export function randomGraph(
  random: Random,
  variables: number,
  factors: number,
  sort = 'ordinary',
): FactorGraph {
  const graph = new FactorGraph()
  const score = () => SCORES[sort](random)
  const count = 1 + random.below(variables)
  for (let v = 0; v < count; v++) {
    if (random.chance(0.6)) graph.binary(random.chance(0.5) ? score() : [score(), score()])
    else graph.categorical(Float64Array.from({ length: 1 + random.below(4) }, score))
  }
  const links = random.below(factors + 1)
  for (let f = 0; f < links; f++) addRandomFactor(graph, random, score)
  for (let v = 0; v < count; v++) {
    const variable = graph.variable(v)
    const sort = random.below(10)
    if (sort === 0) graph.fix(variable, random.below(variable.size))
    else if (sort === 1) graph.forbid(variable, random.below(variable.size))
  }
  return graph
}

/** All assignments, each with a value per variable. */
export function* assignments(graph: FactorGraph): Generator<number[]> {
  const sizes = Array.from({ length: graph.variableCount }, (_, v) => graph.variable(v).size)
  const values = sizes.map(() => 0)
  for (;;) {
    yield values
    let v = sizes.length - 1
    while (v >= 0 && ++values[v] === sizes[v]) values[v--] = 0
    if (v < 0) return
  }
}
