// Unit propagation: the consequences of evidence, over all factors and variables, to a fixed point.
import { CONTRADICTION, type FactorGraph } from '../graph/graph.js'
import type { FactorStore } from '../graph/store.js'
import type { FactorKind } from '../kinds/common/kind.js'
import { KINDS } from '../kinds/registry.js'
import { xor } from '../kinds/xor/xor.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import { carveBytes, carveInts, carveIntsOf } from '../numeric/carve.js'

export interface Fixing {
  /** Fixed value of each slot: −1 if it is free, else its only possible value. */
  fixed: Int8Array
  /**
   * Factors that lead to a contradiction (empty if the evidence contradicts itself); null if there is none.
   */
  conflict: number[] | null
}

/** Propagates the graph's evidence and further decisions, which are encoded as 2·slot + value. */
export function propagate(graph: FactorGraph, decisions: ArrayLike<number> = []): Fixing {
  return finishSteps(propagateSteps(graph, decisions))!
}

/** `propagate` in steps; null if it was stopped. */
export function* propagateSteps(graph: FactorGraph, decisions: ArrayLike<number>): Steps<Fixing | null> {
  const slots = graph.slotCount
  const fixed = new Int8Array(slots)
  let contradicted = false
  for (let s = 0; s < slots; s++) {
    const value = graph.evidence.data[s]
    if (value === CONTRADICTION) contradicted = true
    fixed[s] = value === CONTRADICTION ? 0 : value
  }
  if (contradicted) return { fixed, conflict: [] }
  const { store } = graph
  const factors = store.count
  /** Factor that fixed each slot; −1 for evidence, −2 for the slot's own variable. */
  const reason = carveInts(slots).fill(-1)
  if (slots > STEP && (yield)) return null
  for (let d = 0; d < decisions.length; d++) {
    const slot = decisions[d] >> 1
    const value = decisions[d] & 1
    if (fixed[slot] === 1 - value) return { fixed, conflict: [] }
    fixed[slot] = value
  }

  /** Factors of each slot. Built when the first slot is fixed, because often none is. */
  let links: { start: Int32Array; factor: Int32Array } | undefined
  const queued = carveBytes(factors)
  const queue: number[] = []
  const variableQueue: number[] = []
  for (let v = 0; v < graph.variableCount; v++) if (graph.variableBinary.data[v] === 0) variableQueue.push(v)
  /**
   * Enqueues the factors that may imply something, from `first` on, one step's worth; returns the next
   * factor.
   */
  function beginFrom(first: number): number {
    const literals = store.literalStart.data
    const params = store.paramStart.data
    const most = STEP + literals[first] + params[first]
    let f = first
    while (f < factors) {
      if (mayImply(graph, f, fixed)) enqueue(f)
      f++
      if (literals[f] + params[f] + f - first > most) break
    }
    return f
  }
  for (let f = beginFrom(0); f < factors; f = beginFrom(f)) if (yield) return null

  function enqueue(f: number): void {
    if (queued[f] === 1) return
    queued[f] = 1
    queue.push(f)
  }
  function assign(slot: number, value: number, why: number): void {
    fixed[slot] = value
    reason[slot] = why
    links ??= linksOfSlots(graph)
    for (let k = links.start[slot]; k < links.start[slot + 1]; k++) enqueue(links.factor[k])
    const v = variableOf(graph, slot)
    if (graph.variableBinary.data[v] === 0) variableQueue.push(v)
  }

  function blameFactor(f: number): number[] {
    return blame(
      graph,
      fixed,
      reason,
      Array.from(store.literalsOf(f), (l) => l >> 1),
      f,
    )
  }

  let state = new Int8Array(64)
  let work = 0
  for (;;) {
    if (work >= STEP) {
      work = 0
      if (yield) return null
    }
    const v = variableQueue.pop()
    if (v !== undefined) {
      const start = graph.variableStart.data[v]
      const n = graph.variableStart.data[v + 1] - start
      if (state.length < n) state = new Int8Array(n)
      work += n
      for (let i = 0; i < n; i++) state[i] = fixed[start + i]
      if (!propagateFactor(xor, state, n, store.params.data))
        return { fixed, conflict: blame(graph, fixed, reason, range(start, n)) }
      for (let i = 0; i < n; i++)
        if (fixed[start + i] === -1 && state[i] !== -1) assign(start + i, state[i], -2)
      continue
    }
    const f = queue.pop()
    if (f === undefined) return { fixed, conflict: null }
    queued[f] = 0
    const literals = store.literalsOf(f)
    const n = literals.length
    work += sizeOf(store, f)
    if (state.length < n) state = new Int8Array(n)
    for (let i = 0; i < n; i++) {
      const value = fixed[literals[i] >> 1]
      state[i] = value === -1 ? -1 : value ^ (literals[i] & 1)
    }
    if (!propagateFactor(KINDS[store.kind.data[f]], state, n, store.paramsOf(f)))
      return { fixed, conflict: blameFactor(f) }
    for (let i = 0; i < n; i++) {
      if (state[i] === -1) continue
      const slot = literals[i] >> 1
      const value = state[i] ^ (literals[i] & 1)
      if (fixed[slot] === -1) assign(slot, value, f)
      else if (fixed[slot] !== value) return { fixed, conflict: blameFactor(f) }
    }
  }
}

/** Cost of propagating a factor: the literals and parameters to read. */
function sizeOf(store: FactorStore, f: number): number {
  const { literalStart, paramStart } = store
  const literals = literalStart.data[f + 1] - literalStart.data[f]
  return 8 + literals + paramStart.data[f + 1] - paramStart.data[f]
}

function range(start: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => start + i)
}

/** True if a factor can imply something at the start, so that it has to be propagated. */
function mayImply(graph: FactorGraph, f: number, fixed: Int8Array): boolean {
  const { store } = graph
  const kind = KINDS[store.kind.data[f]]
  if (kind.propagate === undefined) return false
  const start = store.literalStart.data[f]
  const end = store.literalStart.data[f + 1]
  for (let k = start; k < end; k++) if (fixed[store.literals.data[k] >> 1] !== -1) return true
  return end - start <= 1 || kind.impliesAlone?.(store, f) === true
}

/** Writes the implied values of n literals into `state`; false if the factor cannot be satisfied. */
function propagateFactor(kind: FactorKind, state: Int8Array, n: number, params: Float64Array): boolean {
  if (kind.propagate === undefined) return true
  let ones = 0
  let free = 0
  for (let i = 0; i < n; i++) {
    if (state[i] === 1) ones++
    else if (state[i] === -1) free++
  }
  return kind.propagate(state, n, params, ones, free)
}

/** The factors that led to the values of the given slots, and the factor that failed. */
function blame(
  graph: FactorGraph,
  fixed: Int8Array,
  reason: Int32Array,
  slots: number[],
  failed = -1,
): number[] {
  const factors = new Set<number>(failed >= 0 ? [failed] : [])
  const seen = new Set<number>()
  const stack = slots.filter((s) => fixed[s] !== -1)
  while (stack.length > 0) {
    const slot = stack.pop()!
    if (seen.has(slot)) continue
    seen.add(slot)
    const why = reason[slot]
    if (why >= 0 && !factors.has(why)) {
      factors.add(why)
      for (const l of graph.store.literalsOf(why)) if (fixed[l >> 1] !== -1) stack.push(l >> 1)
    } else if (why === -2) {
      // Fixed by its variable: follow the reasons of all values of the variable.
      const v = variableOf(graph, slot)
      for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++) stack.push(s)
    }
  }
  return [...factors].sort((a, b) => a - b)
}

function variableOf(graph: FactorGraph, slot: number): number {
  const starts = graph.variableStart.data
  let low = 0
  let high = graph.variableCount - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle] <= slot) low = middle
    else high = middle - 1
  }
  return low
}

function linksOfSlots(graph: FactorGraph): { start: Int32Array; factor: Int32Array } {
  const { store } = graph
  const start = carveInts(graph.slotCount + 1)
  const total = store.literals.length
  for (let k = 0; k < total; k++) start[(store.literals.data[k] >> 1) + 1]++
  for (let s = 0; s < graph.slotCount; s++) start[s + 1] += start[s]
  const fill = carveIntsOf(start)
  const factor = carveInts(total)
  for (let f = 0; f < store.count; f++)
    for (let k = store.literalStart.data[f]; k < store.literalStart.data[f + 1]; k++)
      factor[fill[store.literals.data[k] >> 1]++] = f
  return { start, factor }
}
