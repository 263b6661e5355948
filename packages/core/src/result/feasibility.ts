// Decides whether a graph has a feasible assignment: depth-first search with propagation. The search is
// complete, so it can prove that there is none.

import type { FactorGraph } from '../graph/graph.js'
import { KINDS, kindOfGroup } from '../kinds/registry.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { factorScore } from '../problem/evaluate.js'
import { compileSteps, type Problem } from '../problem/problem.js'

/**
 * Work that is left, in literals visited. Several searches can share it, so that many small ones have one
 * limit.
 */
export interface Effort {
  left: number
}

export type Feasibility =
  /** Values of the graph's slots that break no factor. */
  | { answer: 'feasible'; values: Uint8Array }
  /** `core`: factors that cannot all hold, collected from the failed branches. */
  | { answer: 'infeasible'; core: number[] }
  /** The effort was not enough. */
  | { answer: 'unknown' }

/**
 * Looks for an assignment that satisfies the evidence, the given decisions (2·slot + value) and every hard
 * factor, whatever it scores.
 *
 * @example
 * const graph = new FactorGraph()
 * const a = graph.binary()
 * graph.or([a])
 * graph.or([a.not])
 * isFeasible(graph).answer // 'infeasible'
 */
export function isFeasible(
  graph: FactorGraph,
  effort: Effort = { left: 1e7 },
  given: readonly number[] = [],
): Feasibility {
  return finishSteps(isFeasibleSteps(graph, effort, given))
}

/** `isFeasible` as a generator. If it is stopped, the answer is `unknown`. */
export function* isFeasibleSteps(
  graph: FactorGraph,
  effort: Effort,
  given: readonly number[] = [],
): Steps<Feasibility> {
  const cost = 16 + graph.slotCount + graph.store.literals.length + graph.store.params.length
  const core = new Set<number>()
  const open: number[][] = [[...given]]
  for (let decisions = open.pop(); decisions !== undefined; decisions = open.pop()) {
    if (effort.left < cost) return { answer: 'unknown' }
    effort.left -= cost
    const problem = yield* compileSteps(graph, decisions)
    if (problem === null || (yield)) return { answer: 'unknown' }
    if (problem.conflict !== null) {
      for (const f of problem.conflict) core.add(f)
      continue
    }
    if (impossibleOpaque(problem)) {
      // The reasons for fixed links of an opaque factor are not recorded, so any factor may be part of the
      // contradiction.
      for (let f = 0; f < graph.factorCount; f++) core.add(f)
      continue
    }
    const values = firstValues(graph, problem.fixed)
    if (satisfies(graph, values)) return { answer: 'feasible', values }
    const slot = branchingSlot(problem)
    if (slot < 0) {
      for (let f = 0; f < graph.factorCount; f++) core.add(f)
      continue
    }
    open.push([...decisions, 2 * slot], [...decisions, 2 * slot + 1])
  }
  return { answer: 'infeasible', core: [...core].sort((a, b) => a - b) }
}

/**
 * A short search for an assignment of the compiled problem, the last resort of a solver that found none.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.or([graph.binary(-1), graph.binary(-1)])
 * finishSteps(searchAssignment(compile(graph))).answer // 'feasible'
 */
export function* searchAssignment(problem: Problem, effort: Effort = { left: 2e6 }): Steps<Feasibility> {
  const known: number[] = []
  for (let s = 0; s < problem.graph.slotCount; s++)
    if (problem.fixed[s] !== -1) known.push(2 * s + problem.fixed[s])
  return yield* isFeasibleSteps(problem.graph, effort, known)
}

/** Whether some opaque factor has no allowed configuration left. */
function impossibleOpaque(problem: Problem): boolean {
  for (const group of problem.groups) {
    if (kindOfGroup(group).opaque !== true) continue
    const zeros = new Float64Array(problem.linkSlot.length)
    const z = new Float64Array(problem.linkSlot.length)
    for (let f = group.first; f < group.first + group.count; f++)
      if (group.maximize(f, zeros, z) === Number.NEGATIVE_INFINITY) return true
  }
  return false
}

/** The known values; a free binary variable gets 0, another free variable its first allowed value. */
function firstValues(graph: FactorGraph, fixed: Int8Array): Uint8Array {
  const values = new Uint8Array(graph.slotCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    const end = graph.variableStart.data[v + 1]
    let free = -1
    let chosen = false
    for (let s = start; s < end; s++) {
      if (fixed[s] === 1) {
        values[s] = 1
        chosen = true
      } else if (fixed[s] === -1 && free < 0) free = s
    }
    if (graph.variableBinary.data[v] === 0 && !chosen && free >= 0) values[free] = 1
  }
  return values
}

function satisfies(graph: FactorGraph, values: Uint8Array): boolean {
  for (let f = 0; f < graph.factorCount; f++) {
    if (KINDS[graph.store.kind.data[f]].soft === true) continue
    if (factorScore(graph, f, values) === Number.NEGATIVE_INFINITY) return false
  }
  return true
}

/** A free slot of the smallest factor that is not satisfied yet; −1 if there is none. */
function branchingSlot(problem: Problem): number {
  const { factorStart, linkSlot, fixed, groups, graph } = problem
  let best = -1
  let fewest = Number.POSITIVE_INFINITY
  for (const group of groups) {
    if (kindOfGroup(group).soft === true) continue
    for (let f = group.first; f < group.first + group.count; f++) {
      let free = 0
      let slot = -1
      for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
        const s = linkSlot[l]
        if (fixed[s] !== -1) continue
        free++
        // Slots beyond the graph's own are copies: they follow their originals.
        if (slot < 0 && s < graph.slotCount) slot = s
      }
      if (slot >= 0 && free < fewest) {
        fewest = free
        best = slot
      }
    }
  }
  return best
}
