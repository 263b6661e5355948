// Exact variable elimination of a whole problem, if a greedy order keeps the tables small.
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { Network } from './network.js'
import type { Units } from './units.js'

export interface EliminationLimits {
  /** Largest number of entries in one table. Default 2²⁰. */
  largest?: number
  /** Largest number of entries in all tables together. Default 2²³. */
  total?: number
}

export interface Eliminated {
  /** The optimum, −Infinity if nothing is feasible. */
  value: number
  /** Value of each slot of the problem. */
  values: Uint8Array
}

/**
 * The optimum by dynamic programming over the variables, or null if that would need larger tables than
 * allowed.
 *
 * @example
 * eliminate(compile(graph))?.value
 */
export function eliminate(problem: Problem, limits: EliminationLimits = {}): Eliminated | null {
  return finishSteps(eliminateSteps(problem, limits))
}

/** `eliminate` as a generator. Also null if stopped. */
export function* eliminateSteps(problem: Problem, limits: EliminationLimits = {}): Steps<Eliminated | null> {
  if (problem.conflict !== null)
    return { value: Number.NEGATIVE_INFINITY, values: new Uint8Array(problem.slots) }
  const network = yield* Network.of(problem)
  if (network?.tables.some((table) => table.opaque) !== false) return null
  const order = yield* eliminationOrder(network, limits)
  if (order === null) return null
  let small = 0
  for (const unit of order) {
    if (!(yield* network.eliminateSteps(unit))) return null
    if (++small % 256 === 0 && (yield)) return null
  }
  const chosen = new Int32Array(network.units.count)
  network.backSubstitute(chosen)
  return { value: network.constant, values: network.slotValues(chosen) }
}

/**
 * An order of all remaining units in which each has few neighbours in its turn: the cheaper of two greedy
 * orders, by the size of the table that a step makes, and by the number of new neighbours (min-fill). Null if
 * both exceed the limits, or if stopped.
 */
export function* eliminationOrder(network: Network, limits: EliminationLimits = {}): Steps<number[] | null> {
  const largest = limits.largest ?? 1 << 20
  const total = limits.total ?? 1 << 23
  if (!canBegin(network, largest)) return null
  const bySize = yield* greedyOrder(network, largest, total, (_adjacent, _around, size) => size)
  const byFill = yield* greedyOrder(network, largest, Math.min(total, bySize?.cost ?? total), fill)
  return (byFill ?? bySize)?.order ?? null
}

/** Whether some unit can be eliminated first without too large a table. */
function canBegin(network: Network, largest: number): boolean {
  const { units, alive } = network
  const most = Math.log2(largest)
  let any = false
  for (let u = 0; u < units.count; u++) {
    if (alive[u] === 0) continue
    any = true
    const around = network.neighbours(u, most)
    if (around !== null && units.configurations(around) * units.size(u) <= largest) return true
  }
  return !any
}

/**
 * The weight of a unit in a greedy order, which takes the least first; `size` is the number of entries in its
 * neighbours' table.
 */
type Weight = (adjacent: Set<number>[], around: Set<number>, size: number) => number

function* greedyOrder(
  network: Network,
  largest: number,
  total: number,
  weight: Weight,
): Steps<{ order: number[]; cost: number } | null> {
  const { units } = network
  let work = 0
  const adjacent: Set<number>[] = []
  for (let u = 0; u < units.count; u++) {
    adjacent.push(network.alive[u] === 1 ? new Set(network.neighbours(u)) : new Set<number>())
    work += 4 + 4 * adjacent[u].size
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  const heap = new Heap()
  const stamp = new Int32Array(units.count)
  const push = (u: number) => {
    const around = adjacent[u]
    const size = tableSize(units, around, largest)
    // A unit whose table is too large comes last: its neighbourhood may shrink until then.
    const fits = size * units.size(u) <= largest
    heap.push({
      weight: fits ? weight(adjacent, around, size) : Number.POSITIVE_INFINITY,
      unit: u,
      stamp: stamp[u],
    })
    work += 8 + (fits ? around.size * around.size : 0)
  }
  for (let u = 0; u < units.count; u++) {
    if (network.alive[u] === 1) push(u)
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  const order: number[] = []
  const done = new Uint8Array(units.count)
  let cost = 0
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    const u = next.unit
    if (done[u] === 1 || next.stamp !== stamp[u]) continue
    const around = adjacent[u]
    const entries = tableSize(units, around, largest) * units.size(u)
    cost += entries
    if (entries > largest || cost > total) return null
    done[u] = 1
    order.push(u)
    for (const a of around) {
      adjacent[a].delete(u)
      for (const b of around) if (a !== b) adjacent[a].add(b)
    }
    for (const a of around) {
      stamp[a]++
      push(a)
    }
    work += around.size * around.size
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  return { order, cost }
}

/** Number of entries in the table over these units, Infinity if there are more than `most`. */
function tableSize(units: Units, around: Set<number>, most: number): number {
  let product = 1
  for (const u of around) {
    product *= units.size(u)
    if (product > most) return Number.POSITIVE_INFINITY
  }
  return product
}

/** Number of pairs of neighbours that are not linked yet. */
function fill(adjacent: Set<number>[], around: Set<number>): number {
  let missing = 0
  for (const a of around) {
    const linked = adjacent[a]
    for (const b of around) if (a < b && !linked.has(b)) missing++
  }
  return missing
}

interface Entry {
  weight: number
  unit: number
  stamp: number
}

/** A binary heap, least weight first, ties by unit, so that orders are deterministic. */
class Heap {
  private readonly entries: Entry[] = []

  push(entry: Entry): void {
    const { entries } = this
    let at = entries.length
    entries.push(entry)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(entry, entries[parent])) break
      entries[at] = entries[parent]
      at = parent
    }
    entries[at] = entry
  }

  pop(): Entry | undefined {
    const { entries } = this
    const top = entries[0]
    const last = entries.pop()
    if (top === undefined || last === undefined || entries.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= entries.length) break
      if (child + 1 < entries.length && before(entries[child + 1], entries[child])) child++
      if (!before(entries[child], last)) break
      entries[at] = entries[child]
      at = child
    }
    entries[at] = last
    return top
  }
}

function before(a: Entry, b: Entry): boolean {
  return a.weight !== b.weight ? a.weight < b.weight : a.unit < b.unit
}
