// Scores an assignment from the numbers that the user gave. It is the reference for all solvers.
import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import { Kind } from '../graph/store.js'
import { customScore } from '../kinds/custom/custom-group.js'
import { carveBytes, carveFloats } from '../numeric/carve.js'
import { sumSlack } from '../numeric/sum-slack.js'

/** Value of each slot, 0 or 1, under an assignment (a value per variable). */
export function slotValues(graph: FactorGraph, assignment: ArrayLike<number>): Uint8Array {
  if (assignment.length !== graph.variableCount)
    throw new ParleyError(
      'bad-argument',
      `The assignment has ${assignment.length} values, but the graph has ${graph.variableCount} variables.`,
    )
  const values = carveBytes(graph.slotCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    const size = graph.variableBinary.data[v] === 1 ? 2 : graph.variableStart.data[v + 1] - start
    const value = assignment[v]
    if (!Number.isInteger(value) || value < 0 || value >= size)
      throw new ParleyError(
        'bad-argument',
        `${graph.describeVariable(v)} has values 0 to ${size - 1}, not ${value}.`,
        {
          variable: graph.describeVariable(v),
        },
      )
    if (graph.variableBinary.data[v] === 1) values[start] = value
    else values[start + value] = 1
  }
  return values
}

/** Score of one factor under the values of all slots; −Infinity if it is violated. */
export function factorScore(graph: FactorGraph, factor: number, values: ArrayLike<number>): number {
  const { store } = graph
  // Plain indices instead of typed-array views, which cost time with millions of factors.
  const literals = store.literals.data
  const params = store.params.data
  const from = store.literalStart.data[factor]
  const to = store.literalStart.data[factor + 1]
  const param = store.paramStart.data[factor]
  let ones = 0
  for (let i = from; i < to; i++) if (isTrue(literals[i], values)) ones++
  switch (store.kind.data[factor]) {
    case Kind.xor:
      return allowed(ones === 1)
    case Kind.atMostOne:
      return allowed(ones <= 1)
    case Kind.or:
      return allowed(ones >= 1)
    case Kind.orOut: {
      const output = isTrue(literals[to - 1], values)
      return allowed(output === ones - (output ? 1 : 0) > 0)
    }
    case Kind.pair:
      return ones === 2 ? params[param] : 0
    case Kind.budget:
      return allowed(ones >= params[param] && ones <= params[param + 1])
    case Kind.knapsack: {
      let used = 0
      for (let i = from; i < to; i++) if (isTrue(literals[i], values)) used += params[param + 1 + i - from]
      return allowed(used <= params[param] + sumSlack(store.paramsOf(factor)))
    }
    case Kind.parity:
      return allowed((ones & 1) === params[param])
    case Kind.dense:
      return denseScore(store.literalsOf(factor), store.paramsOf(factor), values)
    default: {
      const configuration = carveFloats(to - from)
      for (let i = from; i < to; i++) configuration[i - from] = isTrue(literals[i], values) ? 1 : 0
      return customScore(graph.customFactors[params[param]], configuration)
    }
  }
}

/**
 * The score of an assignment (a value per variable). It is −Infinity if the assignment violates a hard factor
 * or the evidence, or if it does not exceed the score set by `requireMore`.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.atMostOne([graph.binary(1), graph.binary(0.5)])
 * evaluate(graph, [0, 1]) // 0.5
 * evaluate(graph, [1, 1]) // -Infinity
 */
export function evaluate(graph: FactorGraph, assignment: ArrayLike<number>): number {
  const score = evaluateSlots(graph, slotValues(graph, assignment))
  return score > graph.scoreAbove ? score : Number.NEGATIVE_INFINITY
}

/**
 * The score of given slot values, without regard to `requireMore`. The slots of a categorical variable must
 * be one-hot.
 */
export function evaluateSlots(graph: FactorGraph, values: ArrayLike<number>): number {
  let total = 0
  for (let v = 0; v < graph.variableCount; v++) total += graph.baseScores.data[v]
  for (let s = 0; s < graph.slotCount; s++) {
    const evidence = graph.evidence.data[s]
    if (evidence !== -1 && evidence !== values[s]) return Number.NEGATIVE_INFINITY
    if (values[s] === 1) total += graph.scores.data[s]
  }
  for (let f = 0; f < graph.factorCount; f++) {
    total += factorScore(graph, f, values)
    if (total === Number.NEGATIVE_INFINITY) return total
  }
  return total
}

function isTrue(literal: number, values: ArrayLike<number>): boolean {
  return (values[literal >> 1] === 1) !== ((literal & 1) === 1)
}

function allowed(ok: boolean): number {
  return ok ? 0 : Number.NEGATIVE_INFINITY
}

function denseScore(literals: Int32Array, params: Float64Array, values: ArrayLike<number>): number {
  const groups = params[0]
  let index = 0
  let link = 0
  for (let g = 0; g < groups; g++) {
    const width = params[1 + g]
    if (width === 0) {
      index = 2 * index + (isTrue(literals[link++], values) ? 1 : 0)
      continue
    }
    let chosen = -1
    for (let v = 0; v < width; v++) {
      if (!isTrue(literals[link + v], values)) continue
      if (chosen >= 0) return Number.NEGATIVE_INFINITY
      chosen = v
    }
    if (chosen < 0) return Number.NEGATIVE_INFINITY
    index = index * width + chosen
    link += width
  }
  return params[1 + groups + index]
}
