// A graph with one factor, compiled, and the configurations that the factor allows, listed without its own
// operations.

import { FactorGraph } from '../src/graph/graph.js'
import type { Literal } from '../src/graph/variable.js'
import type { FactorGroup } from '../src/kinds/common/group.js'
import { type Random, SCORES } from '../src/kinds/common/random-scores.js'
import type { Factor } from '../src/kinds/custom/factor.js'
import { KINDS as registry } from '../src/kinds/registry.js'
import { evaluateSlots, slotValues } from '../src/problem/evaluate.js'
import { compile, type Problem } from '../src/problem/problem.js'

/** A vertex of the factor's polytope over the links (in slot space), with its own score. */
export interface Vertex {
  z: Float64Array
  own: number
}

export interface FactorCase {
  label: string
  kind: KindCase
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
  condition: number
}

/** Adds a factor of the kind over about n literals. */
export type Build = (graph: FactorGraph, n: number, random: Random, score: () => number) => void

/** A kind of factor with one way of making random factors of it, for its laws. */
export interface KindCase {
  readonly label: string
  /** The group that must handle its factors. */
  readonly group: string
  readonly build: Build
  /** True if the quadratic step is iterative: it stops at a gap of 1e−10. */
  readonly iterative?: boolean
  /** Vertices of the polytope besides the configurations, from all 0/1 points. */
  readonly cornersBesides?: (points: readonly Vertex[], problem: Problem) => Vertex[]
  /** Condition number, for tolerances. By default 1. */
  readonly condition?: (params: Float64Array) => number
  /** The amounts by which values of the literals violate inequalities of the polytope; see `violation`. */
  readonly broken?: (literals: readonly number[], params: Float64Array) => number[]
}

/** A factor over n literals of as many binary variables, some of them negated. */
export function overLiterals(
  build: (graph: FactorGraph, literals: Literal[], random: Random, score: () => number) => void,
): Build {
  return (graph, n, random, score) => {
    const literals = Array.from({ length: n }, () => {
      const variable = graph.binary()
      return random.chance(0.3) ? variable.not : variable
    })
    build(graph, literals, random, score)
  }
}

/** Forbids some entries of a table, but not all. */
export function forbidSome(random: Random, table: Float64Array): Float64Array {
  if (random.chance(0.5)) return table
  const keep = random.below(table.length)
  return table.map((score, i) => (i === keep || random.chance(0.6) ? score : Number.NEGATIVE_INFINITY))
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

/** A factor over n literals, or null if propagation dissolved it or it became a factor of another kind. */
export function makeCase(kind: KindCase, n: number, sort: string, random: Random): FactorCase | null {
  const graph = new FactorGraph()
  kind.build(graph, n, random, () => SCORES[sort](random))
  const problem = compile(graph)
  const group = problem.groups.find((g) => g.kind === kind.group)
  if (group === undefined) return null
  const factor = group.first
  const start = problem.factorStart[factor]
  const links = problem.factorStart[factor + 1] - start
  if (problem.factors !== 1 || links === 0 || problem.conflict !== null) return null
  const points = listPoints(graph, problem, start, links)
  const whole = points.filter((point) => point.own !== Number.NEGATIVE_INFINITY)
  const params = graph.store.paramsOf(0)
  let size = 0
  if (registry[graph.store.kind.data[0]].firstScore !== undefined)
    for (const p of params) if (Number.isFinite(p)) size = Math.max(size, Math.abs(p))
  for (const point of whole) size = Math.max(size, Math.abs(point.own))
  return {
    label: `${kind.label}, n = ${n}, ${sort}`,
    kind,
    problem,
    group,
    factor,
    links,
    vertices: [...whole, ...(kind.cornersBesides?.(points, problem) ?? [])],
    points,
    size,
    condition: kind.condition?.(params) ?? 1,
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
