// Compiles a factor graph for the solvers: propagates evidence, simplifies factors, and lays them out in flat
// arrays, grouped by kind.

import type { FactorGraph } from '../graph/graph.js'
import { type FactorStore, Kind } from '../graph/store.js'
import { AtMostOneGroup } from '../kinds/at-most-one/at-most-one-group.js'
import { BudgetGroup } from '../kinds/budget/budget-group.js'
import type { FactorGroup } from '../kinds/common/group.js'
import { CustomGroup } from '../kinds/custom/custom-group.js'
import type { Factor } from '../kinds/custom/factor.js'
import { DenseGroup } from '../kinds/dense/dense-group.js'
import { KnapsackGroup } from '../kinds/knapsack/knapsack-group.js'
import { OrGroup } from '../kinds/or/or-group.js'
import { OrOutGroup } from '../kinds/or-out/or-out-group.js'
import { PairGroup } from '../kinds/pair/pair-group.js'
import { ParityGroup } from '../kinds/parity/parity-group.js'
import { XorGroup } from '../kinds/xor/xor-group.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import { carveBytes, carveInts, carveIntsOf } from '../numeric/carve.js'
import { type Room, roomFor } from '../threads/room.js'
import { findDomains } from './domains.js'
import { propagateSteps } from './fixing.js'
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
  const countByKind = new Int32Array(11)
  for (let f = 0; f < factors; f++) countByKind[store.kind.data[f] + 1]++
  for (let k = 0; k < 10; k++) countByKind[k + 1] += countByKind[k]

  // In large problems, arrays that threads read are in shared memory; arrays that users see are not.
  const room = roomFor(factors > LARGE)
  const { flat, linkOrigin, linkFactor, origin } = layOutLinks(reduction, order, room)
  const links = linkFactor.length
  if (links > STEP && (yield)) return null
  const allFixed = new Int8Array(slots).fill(-1)
  allFixed.set(fixed)

  const groups: FactorGroup[] = []
  const factorGroup = carveBytes(factors)
  for (let kind = 0; kind < 10; kind++) {
    const first = countByKind[kind]
    const count = countByKind[kind + 1] - first
    if (count === 0) continue
    factorGroup.fill(groups.length, first, first + count)
    const group = yield* makeGroup(kind, flat, first, count, reduction, order, allFixed, room)
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
  // All pairs have degree 2; their loops branch on the sign of the score instead.
  const negative = (f: number) => (store.params.data[store.paramStart.data[f]] < 0 ? 1 : 0)
  const degreeOf = (f: number) =>
    store.kind.data[f] === Kind.pair
      ? negative(f)
      : Math.min(63, store.literalStart.data[f + 1] - store.literalStart.data[f])
  const byDegree = countingSort(factors, 64, degreeOf, (i) => i)
  return countingSort(
    factors,
    10,
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

/** Builds the group of all factors of one kind; null if it was stopped. */
function* makeGroup(
  kind: number,
  links: ProblemLinks,
  first: number,
  count: number,
  reduction: Reduction,
  order: Int32Array,
  fixed: Int8Array,
  room: Room,
): Steps<FactorGroup | null> {
  const store = reduction.factors
  const param = (k: number, i: number) => store.params.data[store.paramStart.data[order[first + k]] + i]
  const column = (i: number) => {
    const values = room.floats(count)
    for (let k = 0; k < count; k++) values[k] = param(k, i)
    return values
  }
  switch (kind) {
    case Kind.xor:
      return new XorGroup(links, first, count)
    case Kind.atMostOne:
      return new AtMostOneGroup(links, first, count)
    case Kind.or:
      return new OrGroup(links, first, count)
    case Kind.orOut:
      return new OrOutGroup(links, first, count)
    case Kind.pair:
      return new PairGroup(links, first, count, column(0))
    case Kind.budget:
      return new BudgetGroup(links, first, count, column(0), column(1))
    case Kind.parity:
      return new ParityGroup(links, first, count, column(0))
    case Kind.knapsack: {
      const start = links.factorStart[first]
      const costs = room.floats(links.factorStart[first + count] - start)
      for (let k = 0; k < count; k++) {
        const offset = links.factorStart[first + k] - start
        const n = links.factorStart[first + k + 1] - start - offset
        for (let i = 0; i < n; i++) costs[offset + i] = param(k, 1 + i)
      }
      return new KnapsackGroup(links, first, count, column(0), costs)
    }
    case Kind.dense: {
      const widthStart = room.ints(count + 1)
      const tableStart = room.ints(count + 1)
      for (let k = 0; k < count; k++) {
        const groups = param(k, 0)
        const size = store.paramsOf(order[first + k]).length - 1 - groups
        widthStart[k + 1] = widthStart[k] + groups
        tableStart[k + 1] = tableStart[k] + size
      }
      const widths = room.ints(widthStart[count])
      const table = room.floats(tableStart[count])
      let work = 0
      for (let k = 0; k < count; k++) {
        const params = store.paramsOf(order[first + k])
        widths.set(params.subarray(1, 1 + params[0]), widthStart[k])
        table.set(params.subarray(1 + params[0]), tableStart[k])
        work += 100 + params.length
        if (work < STEP) continue
        work = 0
        if (yield) return null
      }
      return new DenseGroup(links, first, count, widthStart, widths, tableStart, table)
    }
    default: {
      const start = links.factorStart[first]
      const forced = new Int8Array(links.factorStart[first + count] - start)
      for (let l = 0; l < forced.length; l++) {
        const value = fixed[links.linkSlot[start + l]]
        forced[l] = value === -1 ? -1 : value ^ links.linkNegated[start + l]
      }
      const users: Factor[] = []
      for (let k = 0; k < count; k++) users.push(reduction.graph.customFactors[param(k, 0)])
      return new CustomGroup(links, first, count, users, forced)
    }
  }
}
