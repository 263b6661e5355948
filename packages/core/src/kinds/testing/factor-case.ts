// A graph with one factor, compiled, and the configurations that the factor allows, listed without its own
// operations.

import { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import { sumSlack } from '../../numeric/sum-slack.js'
import { evaluateSlots, slotValues } from '../../problem/evaluate.js'
import { compile, type Problem } from '../../problem/problem.js'
import type { FactorGroup } from '../common/group.js'
import type { Factor } from '../custom/factor.js'
import { type Random, SCORES } from './random.js'

/** A vertex of the factor's polytope over the links (in slot space), with its own score. */
export interface Vertex {
  z: Float64Array
  own: number
}

export interface FactorCase {
  label: string
  problem: Problem
  group: FactorGroup
  factor: number
  links: number
  /** All vertices of the factor's polytope, integral ones first. */
  vertices: Vertex[]
  /** All 0/1 points of the links, with −Infinity for those that are forbidden. */
  points: Vertex[]
  /** Size of the numbers that make up own scores, for tolerances. */
  size: number
  /** Condition number: 1, or for a knapsack the ratio of the largest to the smallest cost. */
  condition: number
}

type Build = (graph: FactorGraph, literals: Literal[], random: Random, score: () => number) => void

const knapsack =
  (cost: (random: Random) => number): Build =>
  (graph, literals, random) => {
    const costs = literals.map(() => cost(random))
    const low = costs.reduce((sum, c) => sum + Math.min(0, c), 0)
    const high = costs.reduce((sum, c) => sum + Math.max(0, c), 0)
    const budget = low + (high - low) * random.uniform()
    graph.knapsack(literals, costs, costs.every(Number.isInteger) ? Math.floor(budget) : budget)
  }

const forbidSome = (random: Random, table: Float64Array) => {
  if (random.chance(0.5)) return table
  const keep = random.below(table.length)
  return table.map((score, i) => (i === keep || random.chance(0.6) ? score : Number.NEGATIVE_INFINITY))
}

/** Adds a factor of each kind over literals of binary variables. */
const BUILDERS: Readonly<Record<string, Build>> = {
  xor: (graph, literals) => graph.xor(literals),
  'at-most-one': (graph, literals) => graph.atMostOne(literals),
  or: (graph, literals) => graph.or(literals),
  'xor-with-output': (graph, literals) => graph.xorOut(literals.slice(1), literals[0]),
  'or-with-output': (graph, literals) => graph.orOut(literals.slice(1), literals[0]),
  'and-with-output': (graph, literals) => graph.andOut(literals.slice(1), literals[0]),
  implication: (graph, literals) => graph.implies(literals.slice(1), literals[0]),
  pair: (graph, literals, _, score) => graph.pair(literals[0], literals[1] ?? literals[0], score()),
  'budget: at most': (graph, literals, random) => graph.budget(literals, random.below(literals.length + 2)),
  'budget: at least': (graph, literals, random) =>
    graph.budget(literals, { atLeast: random.below(literals.length + 1) }),
  'budget: between': (graph, literals, random) => {
    const atLeast = random.below(literals.length + 1)
    graph.budget(literals, { atLeast, atMost: atLeast + random.below(literals.length + 1 - atLeast) })
  },
  'knapsack: positive costs': knapsack((random) => 0.01 + random.uniform()),
  'knapsack: costs of any sign': knapsack((random) => random.uniform() * 2 - 1),
  'knapsack: whole costs': knapsack((random) => random.below(7) - 2),
  'knapsack: costs of all sizes': knapsack(
    (random) => 10 ** (random.below(9) - 4) * (random.chance(0.2) ? -1 : 1),
  ),
  'parity: even': (graph, literals) => graph.parity(literals),
  'parity: odd': (graph, literals) => graph.parity(literals, true),
  'dense: binary': (graph, literals, random, score) => {
    const used = literals.slice(0, 8)
    graph.dense(used, forbidSome(random, Float64Array.from({ length: 2 ** used.length }, score)))
  },
  'dense: groups of literals': (graph, literals, random, score) => {
    const groups: Literal[][] = []
    let size = 1
    for (let i = 0; i < literals.length && size < 200; ) {
      const width = Math.min(literals.length - i, 1 + random.below(4))
      groups.push(literals.slice(i, i + width))
      i += width
      size *= width
    }
    graph.denseOverGroups(groups, forbidSome(random, Float64Array.from({ length: size }, score)))
  },
  custom: (graph, literals, random, score) => {
    graph.add(randomFactor(literals.length, random, score), literals)
  },
}

/** A custom factor that allows a random set of configurations, with a `maximize` alone. */
export function randomFactor(n: number, random: Random, score: () => number): Factor {
  const rows = Array.from({ length: 1 + random.below(12) }, () => ({
    own: score(),
    on: Array.from({ length: n }, () => random.below(2)),
  }))
  // A configuration has one own score: a row that occurs again is dropped.
  const unique = rows.filter((row, i) => rows.findIndex((other) => other.on.join() === row.on.join()) === i)
  return {
    maximize(scores, configuration) {
      let best = Number.NEGATIVE_INFINITY
      let own = Number.NEGATIVE_INFINITY
      for (const row of unique) {
        let total = row.own
        for (let i = 0; i < n; i++) total += row.on[i] * scores[i]
        if (total <= best) continue
        best = total
        own = row.own
        configuration.set(row.on)
      }
      return own
    },
  }
}

/** Kinds of factor, with the group that must handle them. */
export const KINDS: readonly { label: string; group: string }[] = [
  ...Object.keys(BUILDERS).map((label) => ({ label, group: groupOf(label) })),
  { label: 'dense: binary and categorical', group: 'dense' },
]

function groupOf(label: string): string {
  if (label === 'xor-with-output') return 'xor'
  if (label === 'and-with-output' || label === 'or-with-output') return 'or-out'
  if (label === 'implication') return 'or'
  return label.replace(/:.*/, '')
}

/** A factor over n literals, or null if propagation dissolved it or it became a factor of another kind. */
export function makeCase(label: string, n: number, sort: string, random: Random): FactorCase | null {
  const graph = new FactorGraph()
  const score = () => SCORES[sort](random)
  if (label === 'dense: binary and categorical') {
    const variables = []
    let size = 1
    for (let i = 0; i < n && size < 128; i++) {
      const categorical = random.chance(0.6)
      const variable = categorical ? graph.categorical(new Float64Array(2 + random.below(4))) : graph.binary()
      size *= variable.size
      variables.push(variable.kind === 'binary' && random.chance(0.5) ? variable.not : variable)
    }
    graph.dense(variables, forbidSome(random, Float64Array.from({ length: size }, score)))
  } else {
    const literals = Array.from({ length: n }, () => {
      const variable = graph.binary()
      return random.chance(0.3) ? variable.not : variable
    })
    BUILDERS[label](graph, literals, random, score)
  }
  const problem = compile(graph)
  const wanted = KINDS.find((kind) => kind.label === label)!.group
  const group = problem.groups.find((g) => g.kind === wanted)
  if (group === undefined) return null
  const factor = group.first
  const start = problem.factorStart[factor]
  const links = problem.factorStart[factor + 1] - start
  if (problem.factors !== 1 || links === 0 || problem.conflict !== null) return null
  const points = listPoints(graph, problem, start, links)
  const whole = points.filter((point) => point.own !== Number.NEGATIVE_INFINITY)
  const params = graph.store.paramsOf(0)
  let size = 0
  if (graph.store.kind.data[0] === 8 || wanted === 'pair')
    for (const p of params) if (Number.isFinite(p)) size = Math.max(size, Math.abs(p))
  for (const point of whole) size = Math.max(size, Math.abs(point.own))
  const costs = Array.from(params.subarray(1), Math.abs).filter((cost) => cost > 0)
  const condition = wanted === 'knapsack' ? Math.max(...costs) / Math.min(...costs) : 1
  const vertices = wanted === 'knapsack' ? [...whole, ...cutEdges(points, problem)] : whole
  return {
    label: `${label}, n = ${n}, ${sort}`,
    problem,
    group,
    factor,
    links,
    vertices,
    points,
    size,
    condition,
  }
}

/** Every 0/1 point of the links of factor 0; own scores by evaluating the graph. */
function listPoints(graph: FactorGraph, problem: Problem, start: number, links: number): Vertex[] {
  const sizes = Array.from({ length: graph.variableCount }, (_, v) => graph.variable(v).size)
  const assignment = sizes.map(() => 0)
  const points: Vertex[] = []
  for (;;) {
    const values = slotValues(graph, assignment)
    if (values.every((value, s) => problem.fixed[s] === -1 || problem.fixed[s] === value)) {
      let own = evaluateSlots(graph, values) - problem.constant
      for (let s = 0; s < graph.slotCount; s++) own -= problem.score[s] * values[s]
      const z = Float64Array.from({ length: links }, (_, l) => values[problem.linkSlot[start + l]])
      points.push({ z, own })
    }
    let v = sizes.length - 1
    while (v >= 0 && ++assignment[v] === sizes[v]) assignment[v--] = 0
    if (v < 0) return points
  }
}

/** Where the budget cuts the edges of the cube: the vertices of a relaxed knapsack that are not whole. */
function cutEdges(points: Vertex[], problem: Problem): Vertex[] {
  const { store } = problem.graph
  const literals = Array.from(store.literalsOf(0))
  const params = store.paramsOf(0)
  const cost = new Float64Array(problem.slots)
  let budget = params[0] + sumSlack(params)
  literals.forEach((literal, i) => {
    const slot = literal >> 1
    const sign = (literal & 1) === 1 ? -1 : 1
    cost[slot] = sign * params[1 + i]
    if (sign < 0) budget -= params[1 + i]
    if (problem.fixed[slot] === 1) budget -= cost[slot]
  })
  const cuts: Vertex[] = []
  for (const point of points) {
    let used = 0
    for (let l = 0; l < point.z.length; l++) used += point.z[l] * cost[problem.linkSlot[l]]
    for (let l = 0; l < point.z.length; l++) {
      const c = cost[problem.linkSlot[l]]
      if (point.z[l] === 1 || c === 0) continue
      const part = (budget - used) / c
      if (!(part >= 0 && part <= 1)) continue
      const z = point.z.slice()
      z[l] = part
      cuts.push({ z, own: 0 })
    }
  }
  return cuts
}
