// Explains why a graph is infeasible: finds a small set of factors that cannot all hold, by leaving out
// factors.
import { FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { propagateSteps } from '../problem/fixing.js'
import { type Effort, isFeasibleSteps } from './feasibility.js'

export interface ClashOptions {
  /** Work allowed, in literals visited; more work may find a smaller set. Default 10 million. */
  effort?: number
}

/**
 * Factors (by index, in order) of an infeasible graph that cannot all hold under the evidence. The set is
 * minimal if the effort suffices: without any one of them the others can hold. Empty if the evidence
 * contradicts itself, or if the graph is feasible.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(), graph.binary()]
 * graph.or([a, b])
 * graph.xor([a])
 * graph.implies([a], b)
 * graph.xor([b.not])
 * findClash(graph) // [0, 2, 3]
 */
export function findClash(graph: FactorGraph, options: ClashOptions = {}): number[] {
  return finishSteps(findClashSteps(graph, options))
}

/** `findClash` as a generator. If it is stopped, the result is the set so far. */
export function* findClashSteps(graph: FactorGraph, options: ClashOptions = {}): Steps<number[]> {
  const effort: Effort = { left: options.effort ?? 1e7 }
  const fixing = yield* propagateSteps(graph, [])
  if (fixing === null) return []
  const { conflict } = fixing
  if (conflict !== null && conflict.length === 0) return []
  let core = conflict ?? hardFactors(graph)
  if (conflict === null) {
    const first = yield* searchCore(graph, core, effort)
    if (first === 'feasible') return []
    if (first !== 'unknown') core = first
  }
  return yield* shrink(graph, core, effort)
}

/** Leaves out smaller and smaller pieces, then single factors, as long as the rest cannot hold. */
function* shrink(graph: FactorGraph, start: number[], effort: Effort): Steps<number[]> {
  let core = start
  for (let piece = Math.ceil(core.length / 2); piece >= 1; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let at = 0; at < core.length && core.length > 1 && effort.left > 0; ) {
      if (yield) return core
      const rest = [...core.slice(0, at), ...core.slice(at + piece)]
      const smaller = rest.length === 0 ? 'feasible' : yield* searchCore(graph, rest, effort)
      if (typeof smaller === 'string') {
        at += piece
        continue
      }
      // The factors before `at` have been tried: continue behind those of them that are in the smaller set.
      const kept = new Set(smaller)
      at = core.slice(0, at).filter((f) => kept.has(f)).length
      core = smaller
    }
  }
  return core
}

/** A subset of the given factors that cannot all hold, or the reason why none was found. */
function* searchCore(
  graph: FactorGraph,
  factors: number[],
  effort: Effort,
): Steps<number[] | 'feasible' | 'unknown'> {
  const result = yield* isFeasibleSteps(subgraph(graph, factors), effort)
  // The remaining effort is not enough for a graph of this size, so it is not enough for the many others of a
  // similar size.
  if (result.answer === 'unknown') effort.left = 0
  if (result.answer !== 'infeasible') return result.answer
  return result.core.map((f) => factors[f])
}

/**
 * A graph of the given factors alone, in that order, with the variables that they link and their evidence.
 * All scores are 0 and there are no names: it has the same hard constraints, and nothing else.
 *
 * @example
 * subgraph(graph, [3, 5]).factorCount // 2
 */
export function subgraph(graph: FactorGraph, factors: readonly number[]): FactorGraph {
  const { store, variableStart, variableBinary } = graph
  const small = new FactorGraph()
  const slotOf = new Map<number, number>()
  const linked: number[] = []
  for (const f of factors) for (const literal of store.literalsOf(f)) linked.push(literal >> 1)
  linked.sort((a, b) => a - b)
  let v = 0
  for (const slot of linked) {
    if (slotOf.has(slot)) continue
    while (variableStart.data[v + 1] <= slot) v++
    const start = variableStart.data[v]
    const size = variableStart.data[v + 1] - start
    const first = small.slotCount
    if (variableBinary.data[v] === 1) small.binary()
    else small.categorical(new Float64Array(size))
    for (let k = 0; k < size; k++) {
      slotOf.set(start + k, first + k)
      small.evidence.data[first + k] = graph.evidence.data[start + k]
    }
  }
  for (const f of factors) {
    const kind = KINDS[store.kind.data[f]]
    const literals = store.literalsOf(f).map((literal) => 2 * slotOf.get(literal >> 1)! + (literal & 1))
    const params = store.paramsOf(f).slice()
    const firstScore = kind.firstScore?.(params, 0) ?? params.length
    for (let k = firstScore; k < params.length; k++) if (Number.isFinite(params[k])) params[k] = 0
    kind.moveParams?.(params, graph, small)
    small.store.add(kind.code, small.store.count, literals, params)
  }
  return small
}

/** All factors that can forbid an assignment. */
function hardFactors(graph: FactorGraph): number[] {
  const { store } = graph
  const hard: number[] = []
  for (let f = 0; f < store.count; f++) {
    const { soft = false, forbids } = KINDS[store.kind.data[f]]
    if (!soft && forbids?.(store.paramsOf(f)) !== false) hard.push(f)
  }
  return hard
}
