// Compiles a factor graph for the solvers: propagates evidence, simplifies factors, and lays them out in flat
// arrays, grouped by kind.

import type { FactorGraph } from '../graph/graph.js'
import type { FactorStore } from '../graph/store.js'
import type { FactorGroup } from '../kinds/common/group.js'
import { KINDS } from '../kinds/registry.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import { carveBytes, carveInts, carveIntsOf } from '../numeric/carve.js'
import { type Room, roomFor } from '../threads/room.js'
import { findDomains } from './domains.js'
import { propagateSteps } from './fixing.js'
import { GroupSource } from './group-source.js'
import type { ProblemLinks } from './links.js'
import { Reduction } from './reduce.js'

/**
 * Number of factors from which a problem is large: AD³ sums by blocks (ad3/blocks.ts), so that threads may
 * share the work, and rounding is less frequent.
 */
export const LARGE = 10_000

/** A graph compiled for the solvers: flat arrays, with the factors of one kind next to each other. */
export interface Problem extends ProblemLinks {
  readonly graph: FactorGraph
  /** Number of slots: those of the graph, then copies that Parley added. */
  readonly slots: number
  /** Score θ of each slot; 0 for fixed slots, whose score is in `constant`. */
  readonly score: Float64Array
  /** Fixed value of each slot: −1 if it is free, else its only possible value. */
  readonly fixed: Int8Array
  /** Number of links of each slot. */
  readonly degree: Int32Array
  /** Score that every assignment gets: from base scores, fixed slots and tables. */
  readonly constant: number
  readonly factors: number
  /** Index of each factor in the graph; −1 for factors that Parley added. */
  readonly origin: Int32Array
  /** Index of each link among the graph's literals; −1 if there is none. */
  readonly linkOrigin: Int32Array
  /** Factor of each link. */
  readonly linkFactor: Int32Array
  readonly groups: readonly FactorGroup[]
  /** Index of each factor's group in `groups`. */
  readonly factorGroup: Uint8Array
  /** Links of slot s: slotLinks[slotStart[s] … slotStart[s + 1]). */
  readonly slotStart: Int32Array
  readonly slotLinks: Int32Array
  /** Free slots of domain d, exactly one of which is 1: domainSlots[domainStart[d] … domainStart[d + 1]). */
  readonly domainStart: Int32Array
  readonly domainSlots: Int32Array
  /** Domain of each slot; −1 for binary slots. */
  readonly slotDomain: Int32Array
  /** Factors that contradict each other by propagation alone; null if there are none. */
  readonly conflict: number[] | null
}

/**
 * Compiles a graph with its evidence and further decisions, encoded as 2·slot + value. `stop` is called
 * regularly; when it returns true, compilation ends and returns null.
 */
export function compile(graph: FactorGraph, decisions?: ArrayLike<number>): Problem
export function compile(graph: FactorGraph, decisions: ArrayLike<number>, stop: () => boolean): Problem | null
export function compile(
  graph: FactorGraph,
  decisions: ArrayLike<number> = [],
  stop?: () => boolean,
): Problem | null {
  return finishSteps(compileSteps(graph, decisions), stop)
}

/** `compile` in steps; null if it was stopped. */
export function* compileSteps(graph: FactorGraph, decisions: ArrayLike<number> = []): Steps<Problem | null> {
  const fixing = yield* propagateSteps(graph, decisions)
  if (fixing === null) return null
  const { fixed, conflict } = fixing
  if (fixed.length > STEP && (yield)) return null
  const reduction = new Reduction(graph, fixed)
  if (fixed.length > STEP && (yield)) return null
  if (!(yield* reduction.reduceAll())) return null
  const store = reduction.factors
  const domains = findDomains(graph, fixed, reduction)
  const slots = reduction.score.length
  if (slots > STEP && (yield)) return null

  // Sort by kind, so that each kind is contiguous, and by degree, so that branches in the loops over links
  // are predictable.
  const factors = store.count
  const order = orderByKindAndDegree(store)
  const countByKind = new Int32Array(KINDS.length + 1)
  for (let f = 0; f < factors; f++) countByKind[store.kind.data[f] + 1]++
  for (let k = 0; k < KINDS.length; k++) countByKind[k + 1] += countByKind[k]

  // In large problems, arrays that threads read are in shared memory; arrays that users see are not.
  const room = roomFor(factors > LARGE)
  const { flat, linkOrigin, linkFactor, origin } = layOutLinks(reduction, order, room)
  const links = linkFactor.length
  if (links > STEP && (yield)) return null
  const allFixed = new Int8Array(slots).fill(-1)
  allFixed.set(fixed)

  const groups: FactorGroup[] = []
  const factorGroup = carveBytes(factors)
  for (let kind = 0; kind < KINDS.length; kind++) {
    const first = countByKind[kind]
    const count = countByKind[kind + 1] - first
    if (count === 0) continue
    factorGroup.fill(groups.length, first, first + count)
    const source = new GroupSource(reduction, order, flat, first, count, allFixed, room)
    const made = KINDS[kind].makeGroup(source)
    const group = 'next' in made ? yield* made : made
    if (group === null) return null
    groups.push(group)
  }

  const bySlot = linksBySlot(slots, flat.linkSlot, room)
  if (links > STEP && (yield)) return null
  const score = room.floats(slots)
  score.set(reduction.score.data.subarray(0, slots))

  return {
    graph,
    slots,
    score,
    fixed: allFixed,
    constant: reduction.constant,
    factors,
    origin,
    linkOrigin,
    linkFactor,
    groups,
    factorGroup,
    ...domains,
    conflict,
    ...flat,
    ...bySlot,
  }
}

/** Copies the links in the order of the sorted factors. */
function layOutLinks({ factors: store, linkOrigin: origins }: Reduction, order: Int32Array, room: Room) {
  const factors = store.count
  const links = store.literals.length
  const linkSlot = room.ints(links)
  const linkNegated = room.bytes(links)
  const linkOrigin = carveInts(links)
  const linkFactor = room.ints(links)
  const factorStart = room.ints(factors + 1)
  const origin = carveInts(factors)
  let at = 0
  for (let f = 0; f < factors; f++) {
    const from = order[f]
    origin[f] = store.origin.data[from]
    for (let k = store.literalStart.data[from]; k < store.literalStart.data[from + 1]; k++, at++) {
      linkSlot[at] = store.literals.data[k] >> 1
      linkNegated[at] = store.literals.data[k] & 1
      linkOrigin[at] = origins.data[k]
      linkFactor[at] = f
    }
    factorStart[f + 1] = at
  }
  const flat: ProblemLinks = { linkSlot, linkNegated, factorStart }
  return { flat, linkOrigin, linkFactor, origin }
}

/** Inverts `linkSlot`: the links of each slot. */
function linksBySlot(slots: number, linkSlot: Int32Array, room: Room) {
  const links = linkSlot.length
  const slotStart = room.ints(slots + 1)
  for (let l = 0; l < links; l++) slotStart[linkSlot[l] + 1]++
  const degree = carveInts(slots)
  for (let s = 0; s < slots; s++) {
    degree[s] = slotStart[s + 1]
    slotStart[s + 1] += slotStart[s]
  }
  const next = carveIntsOf(slotStart)
  const slotLinks = room.ints(links)
  for (let l = 0; l < links; l++) slotLinks[next[linkSlot[l]]++] = l
  return { slotStart, slotLinks, degree }
}

/** Two counting sorts: by degree (degrees of 63 and more together), then stably by kind. */
function orderByKindAndDegree(store: FactorStore): Int32Array {
  const factors = store.count
  const degreeOf = (f: number) =>
    KINDS[store.kind.data[f]].sortKey?.(store, f) ??
    Math.min(63, store.literalStart.data[f + 1] - store.literalStart.data[f])
  const byDegree = countingSort(factors, 64, degreeOf, (i) => i)
  return countingSort(
    factors,
    KINDS.length,
    (f) => store.kind.data[f],
    (i) => byDegree[i],
  )
}

function countingSort(
  n: number,
  keys: number,
  key: (f: number) => number,
  at: (i: number) => number,
): Int32Array {
  const place = carveInts(keys + 1)
  for (let i = 0; i < n; i++) place[key(at(i)) + 1]++
  for (let k = 0; k < keys; k++) place[k + 1] += place[k]
  const order = carveInts(n)
  for (let i = 0; i < n; i++) order[place[key(at(i))]++] = at(i)
  return order
}
