import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import { Kind } from '../graph/store.js'

// Any factor as a table over its variables, for formats that know nothing else.

/** A table over variables (by index), the last fastest. */
export interface Table {
  variables: number[]
  scores: Float64Array
}

/** Writes a factor out as a table. Refuses custom factors, and more than `limit` entries. */
export function tabulate(graph: FactorGraph, factor: number, variableOf: Int32Array, limit: number): Table {
  const literals = graph.store.literalsOf(factor)
  const params = graph.store.paramsOf(factor)
  const kind = graph.store.kind.data[factor]!
  const name = graph.describeFactor(factor)
  if (kind === Kind.custom)
    throw new ParleyError('unsupported', `${name} is a custom factor, which cannot be written as a table.`, {
      factor: name,
    })
  const variables = [...new Set(Array.from(literals, (literal) => variableOf[literal >> 1]!))]
  const sizes = variables.map((v) => graph.variable(v).size)
  const size = sizes.reduce((product, values) => product * values, 1)
  if (size > limit)
    throw new ParleyError(
      'too-large',
      `${name} as a table over ${variables.length} variables would have ${size} entries; the limit is ${limit}. ` +
        'Parley’s JSON and the LP format can hold this graph.',
      { factor: name },
    )

  const scores = new Float64Array(size)
  const values = new Array<number>(variables.length).fill(0)
  const position = new Map(variables.map((v, i) => [v, i]))
  const truth = new Uint8Array(literals.length)
  for (let entry = 0; entry < size; entry++) {
    for (let i = 0; i < literals.length; i++) {
      const slot = literals[i]! >> 1
      const variable = variableOf[slot]!
      const value = values[position.get(variable)!]!
      const on =
        graph.variableBinary.data[variable] === 1
          ? value
          : Number(graph.variableStart.data[variable]! + value === slot)
      truth[i] = on ^ (literals[i]! & 1)
    }
    scores[entry] = scoreOf(kind, truth, params)
    for (let i = variables.length - 1; i >= 0 && ++values[i]! === sizes[i]; i--) values[i] = 0
  }
  return { variables, scores }
}

function scoreOf(kind: number, truth: Uint8Array, params: Float64Array): number {
  let count = 0
  for (let i = 0; i < truth.length; i++) count += truth[i]!
  const last = truth.length - 1
  switch (kind) {
    case Kind.xor:
      return allowed(count === 1)
    case Kind.atMostOne:
      return allowed(count <= 1)
    case Kind.or:
      return allowed(count >= 1)
    case Kind.orOut:
      return allowed(truth[last]! === 1 ? count > 1 : count === 0)
    case Kind.pair:
      return truth[0]! & truth[1]! ? params[0]! : 0
    case Kind.budget:
      return allowed(count >= params[0]! && count <= params[1]!)
    case Kind.knapsack:
      return allowed(costOf(truth, params) <= params[0]!)
    case Kind.parity:
      return allowed((count & 1) === params[0]!)
    default:
      return denseScore(truth, params)
  }
}

function allowed(condition: boolean): number {
  return condition ? 0 : Number.NEGATIVE_INFINITY
}

function costOf(truth: Uint8Array, params: Float64Array): number {
  let cost = 0
  for (let i = 0; i < truth.length; i++) if (truth[i]) cost += params[1 + i]!
  return cost
}

function denseScore(truth: Uint8Array, params: Float64Array): number {
  const groups = params[0]!
  let entry = 0
  for (let g = 0, first = 0; g < groups; g++) {
    const width = params[1 + g]!
    if (width === 0) {
      entry = entry * 2 + truth[first++]!
      continue
    }
    const chosen = truth.indexOf(1, first)
    if (chosen < 0 || chosen >= first + width) return Number.NEGATIVE_INFINITY
    const another = truth.indexOf(1, chosen + 1)
    if (another >= 0 && another < first + width) return Number.NEGATIVE_INFINITY
    entry = entry * width + chosen - first
    first += width
  }
  return params[1 + groups + entry]!
}
