// A tighter relaxation of the same problem (Sontag et al. 2008). A cluster is a list of slots, one per
// variable.
// - Binary variables: the list is a cycle. It is cut into triangles, and a variable for each edge, the
//   product of its ends, carries the edge's score, so that clusters agree on edges as well as on variables.
// - Other variables: the factors inside the cluster become one table.

import { FactorGraph } from '../graph/graph.js'
import type { BinaryVariable, Literal } from '../graph/variable.js'
import { addTable } from '../kinds/dense/add-table.js'
import { PairGroup } from '../kinds/pair/pair-group.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { copyFactor } from './rebuild.js'
import type { Warmth } from './relax.js'
import { accumulate, Units } from './units.js'

/** A problem as a tightened graph: the slots of the problem's graph first, then those of edges and copies. */
export interface Tightened {
  graph: FactorGraph
  /** The starting point of a solver, transferred from its earlier state: the bound does not get worse. */
  start: Warmth
  /** Index of the first literal of each triangle, merged cluster and copied factor, and slot of each edge. */
  readonly triangles: ReadonlyMap<number, number>
  readonly merged: ReadonlyMap<number, number>
  readonly copied: ReadonlyMap<number, number>
  readonly edgeSlots: ReadonlyMap<number, number>
}

/** State of a solver: scores on the links, beliefs of the slots, penalty. */
export interface State {
  x: Float64Array
  beliefs: Float64Array
  eta: number
}

/**
 * An earlier tightening of the same problem with the first of the same clusters, and the final state of its
 * solver.
 */
export interface Earlier {
  tightened: Tightened
  stopped: Warmth
}

/**
 * The tightened graph for these clusters. The state of a solver of the problem itself, or of an earlier
 * tightening, is transferred to it.
 */
export function tighten(
  problem: Problem,
  clusters: readonly (readonly number[])[],
  state?: State,
  earlier?: Earlier,
): Tightened {
  return finishSteps(tightenSteps(problem, clusters, state, earlier))!
}

/** `tighten` as a generator. Null if stopped. */
export function* tightenSteps(
  problem: Problem,
  clusters: readonly (readonly number[])[],
  state?: State,
  earlier?: Earlier,
): Steps<Tightened | null> {
  const tightener = new Tightener(problem, state, earlier)
  if (yield) return null
  return yield* tightener.build(clusters)
}

/** The key of an edge between two slots. */
export function edgeKey(problem: Problem, a: number, b: number): number {
  return Math.min(a, b) * problem.slots + Math.max(a, b)
}

class Tightener {
  private readonly units: Units
  private readonly graph = FactorGraph.forSolver()
  private readonly literals: Literal[] = []
  /** Score of each link of the new factors, in their order. */
  private readonly x: number[] = []
  private readonly beliefs: number[] = []
  private readonly absorbed: Uint8Array
  private readonly pairFactors = new Map<number, number[]>()
  private readonly triangles = new Map<number, number>()
  private readonly merged = new Map<number, number>()
  private readonly copied = new Map<number, number>()
  private readonly edges = new Map<
    number,
    { variable: BinaryVariable; theta: number; x: [number, number] | null }
  >()

  constructor(
    private readonly problem: Problem,
    private readonly state: State | undefined,
    private readonly earlier: Earlier | undefined,
  ) {
    this.units = new Units(problem)
    this.absorbed = new Uint8Array(problem.factors)
    this.copyVariables()
    for (const group of problem.groups) {
      if (!(group instanceof PairGroup)) continue
      for (let f = group.first; f < group.first + group.count; f++) {
        const [a, b] = this.ends(f)
        const key = edgeKey(this.problem, a, b)
        const list = this.pairFactors.get(key)
        if (list === undefined) this.pairFactors.set(key, [f])
        else list.push(f)
      }
    }
  }

  *build(clusters: readonly (readonly number[])[]): Steps<Tightened | null> {
    let begun = this.x.length
    for (const [index, cluster] of clusters.entries()) {
      if (cluster.length < 3 || !cluster.every((s) => this.units.slotUnit[s] >= 0)) continue
      if (cluster.every((s) => this.units.isBinary(this.units.slotUnit[s]))) this.addCycle(cluster)
      else {
        this.merge(cluster, index)
        // A merged table is far larger than its links, so it counts as a whole step.
        begun -= STEP
      }
      if (this.x.length - begun < STEP) continue
      begun = this.x.length
      if (yield) return null
    }
    const { problem, graph, triangles, merged, copied } = this
    for (let f = 0; f < problem.factors; f++) {
      if (this.absorbed[f] === 1) continue
      copied.set(f, this.x.length)
      copyFactor(problem, f, graph, (slot) => this.literals[slot])
      for (let l = problem.factorStart[f]; l < problem.factorStart[f + 1]; l++) this.x.push(this.linkScore(l))
      if (this.x.length - begun < STEP) continue
      begun = this.x.length
      if (yield) return null
    }
    const beliefs = new Float64Array(graph.slotCount)
    beliefs.set(this.beliefs)
    const eta = this.earlier?.stopped.eta ?? this.state?.eta ?? 1
    const edgeSlots = new Map([...this.edges].map(([key, edge]) => [key, edge.variable.slot]))
    return {
      graph,
      start: { x: Float64Array.from(this.x), beliefs, eta },
      triangles,
      merged,
      copied,
      edgeSlots,
    }
  }

  /** The score of a link of the problem in the solver's final state; 0 if its factor was absorbed earlier. */
  private linkScore(link: number): number {
    if (this.earlier === undefined) return this.state?.x[link] ?? 0
    const f = this.problem.linkFactor[link]
    const first = this.earlier.tightened.copied.get(f)
    return first === undefined ? 0 : this.earlier.stopped.x[first + link - this.problem.factorStart[f]]
  }

  /** Adds the problem's variables with their scores; known slots become evidence. */
  private copyVariables(): void {
    const { graph: from, score, fixed, constant, slots } = this.problem
    for (let v = 0; v < from.variableCount; v++) {
      const start = from.variableStart.data[v]
      const end = from.variableStart.data[v + 1]
      if (from.variableBinary.data[v] === 1) this.literals[start] = this.graph.binary(score[start])
      else {
        const variable = this.graph.categorical(score.slice(start, end))
        for (let s = start; s < end; s++) this.literals[s] = variable.is(s - start)
      }
      for (let s = start; s < end; s++) this.graph.evidence.data[s] = fixed[s]
    }
    for (let s = from.slotCount; s < slots; s++) this.literals[s] = this.graph.binary(score[s])
    const beliefs = this.earlier?.stopped.beliefs ?? this.state?.beliefs
    for (let s = 0; s < slots; s++) this.beliefs.push(beliefs?.[s] ?? 0.5)
    this.graph.fix(this.addBinary([constant, constant], 0), 0)
  }

  private addBinary(score: number | [number, number], belief: number): BinaryVariable {
    this.beliefs.push(belief)
    return this.graph.binary(score)
  }

  /** Cuts the cycle into triangles that share its first slot. */
  private addCycle(cycle: readonly number[]): void {
    const first = cycle[0]
    for (let i = 1; i + 1 < cycle.length; i++) this.addTriangle([first, cycle[i], cycle[i + 1]])
  }

  private addTriangle(slots: number[]): void {
    slots.sort((a, b) => a - b)
    const [a, b, c] = slots as [number, number, number]
    const { slots: count } = this.problem
    const key = (a * count + b) * count + c
    if (this.triangles.has(key)) return
    this.triangles.set(key, this.x.length)
    const pairs: [number, number][] = [
      [a, b],
      [a, c],
      [b, c],
    ]
    const before = this.earlier?.tightened.triangles.get(key)
    const x = [0, 0, 0, 0, 0, 0].map((_, i) =>
      before === undefined ? 0 : this.earlier!.stopped.x[before + i],
    )
    const edges = pairs.map(([p, q], e) => {
      const edge = this.edge(p, q)
      if (edge.x !== null) {
        // The first triangle of an edge takes over the scores of the edge's factors.
        x[slots.indexOf(p)] += edge.x[0]
        x[slots.indexOf(q)] += edge.x[1]
        x[3 + e] += edge.theta
        edge.x = null
      }
      return edge.variable
    })
    addTable(this.graph, [...slots.map((s) => this.literals[s]), ...edges], [0, 0, 0, 0, 0, 0], TRIANGLE)
    this.x.push(...x)
  }

  private edge(
    a: number,
    b: number,
  ): { variable: BinaryVariable; theta: number; x: [number, number] | null } {
    const key = edgeKey(this.problem, a, b)
    const known = this.edges.get(key)
    if (known !== undefined) return known
    let theta = 0
    const x: [number, number] = [0, 0]
    for (const f of this.pairFactors.get(key) ?? []) {
      if (this.absorbed[f] === 1) continue
      const group = this.problem.groups[this.problem.factorGroup[f]] as PairGroup
      theta += group.theta[f - group.first]
      this.absorbed[f] = 1
      const first = this.problem.factorStart[f]
      const swapped = this.problem.linkSlot[first] === b ? 1 : 0
      x[swapped] += this.linkScore(first)
      x[1 - swapped] += this.linkScore(first + 1)
    }
    const slot = this.earlier?.tightened.edgeSlots.get(key)
    const belief =
      slot === undefined
        ? bothBelief(theta, this.beliefs[a], this.beliefs[b])
        : this.earlier!.stopped.beliefs[slot]
    // The earlier scores of an edge are already in its triangles.
    const edge = { variable: this.addBinary(theta, belief), theta, x: slot === undefined ? x : null }
    this.edges.set(key, edge)
    return edge
  }

  /** Replaces all factors that link only variables of the cluster by one table. */
  private merge(cluster: readonly number[], index: number): void {
    const { units, problem } = this
    const inside = new Set(cluster.map((s) => units.slotUnit[s]))
    const scope = [...inside]
    const table = new Float64Array(units.configurations(scope))
    const scores = new Float64Array(problem.slots)
    let merged = 0
    for (const u of scope)
      for (let k = units.valueStart[u]; k < units.valueStart[u + 1]; k++) {
        const slot = units.valueSlot[k]
        if (slot < 0) continue
        for (let j = problem.slotStart[slot]; j < problem.slotStart[slot + 1]; j++) {
          const f = problem.linkFactor[problem.slotLinks[j]]
          const factorScope = units.scope(f)
          if (this.absorbed[f] === 1 || !factorScope.every((w) => inside.has(w))) continue
          this.absorbed[f] = 1
          merged++
          accumulate(units, table, scope, units.tabulate(f, factorScope), factorScope)
          for (let l = problem.factorStart[f]; l < problem.factorStart[f + 1]; l++)
            scores[problem.linkSlot[l]] += this.linkScore(l)
        }
      }
    if (merged === 0) return
    const before = this.earlier?.tightened.merged.get(index)
    this.merged.set(index, this.x.length)
    const literals: Literal[] = []
    const widths: number[] = []
    for (const u of scope) {
      const binary = units.isBinary(u)
      widths.push(binary ? 0 : units.size(u))
      for (let k = units.valueStart[u]; k < units.valueStart[u + 1]; k++) {
        const slot = units.valueSlot[k]
        if (slot < 0) continue
        this.x.push(before === undefined ? scores[slot] : this.earlier!.stopped.x[before + literals.length])
        literals.push(this.literals[slot])
      }
    }
    addTable(this.graph, literals, widths, table)
  }

  private ends(f: number): [number, number] {
    const first = this.problem.factorStart[f]
    return [this.problem.linkSlot[first], this.problem.linkSlot[first + 1]]
  }
}

/** The belief that both ends of a pair are 1, from those of the ends. */
export function bothBelief(theta: number, a: number, b: number): number {
  return theta >= 0 ? Math.min(a, b) : Math.max(0, a + b - 1)
}

/** A table that allows (a, b, c, ab, ac, bc) if the last three are the products. */
const TRIANGLE = Float64Array.from({ length: 64 }, (_, i) => {
  const [a, b, c] = [(i >> 5) & 1, (i >> 4) & 1, (i >> 3) & 1]
  return (i & 7) === 4 * (a & b) + 2 * (a & c) + (b & c) ? 0 : Number.NEGATIVE_INFINITY
})
