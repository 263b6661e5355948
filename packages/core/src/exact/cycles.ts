// Violated cycles among binary variables (Barahona and Mahjoub 1986). Let d be the probability that the ends
// of an edge differ. Every assignment has Σ over C∖F of d + Σ over F of (1 − d) ≥ 1 for a cycle C and an odd
// subset F of its edges. The most violated cycle is a shortest path from a variable to its mirror image, in a
// graph where steps of cost d stay on a side and steps of cost 1 − d change it. The distance of a variable
// from a node of value 0 is an edge too; a cycle through that node leaves a path, which the cluster closes by
// a chord.
import { STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import type { Cluster } from './clusters.js'

/** Smaller violations are ignored. */
const LEAST = 0.02
/** Longer cycles are ignored. */
const LONGEST = 12
/** Largest number of edges that are followed. */
const MOST_WORK = 1 << 26
/** A belief this far from 0 and 1 counts as undecided. */
const UNDECIDED = 0.02

/** The belief that both slots of a pair are 1. */
export type EdgeBelief = (a: number, b: number) => number

/**
 * Violated cycles of the pair factors, the most violated first, at most one per starting variable. If
 * stopped, or after very much work, only those found so far.
 */
export function* violatedCycles(problem: Problem, beliefs: Float64Array, both: EdgeBelief): Steps<Cluster[]> {
  const graph = new MirrorGraph(problem, beliefs, both)
  const found = new Map<string, Cluster>()
  let paused = 0
  for (let s = 0; s < problem.slots && graph.work < MOST_WORK; s++) {
    if (graph.work - paused >= STEP) {
      paused = graph.work
      if (yield) break
    }
    if (graph.start[s] === graph.start[s + 1] || beliefs[s] < UNDECIDED || beliefs[s] > 1 - UNDECIDED)
      continue
    const cycle = graph.shortestOddCycle(s)
    if (cycle === null || cycle.slots.length < 3 || cycle.slots.length > LONGEST) continue
    const key = cycle.slots
      .slice()
      .sort((a, b) => a - b)
      .join()
    const known = found.get(key)
    if (known === undefined || known.gain < cycle.gain) found.set(key, cycle)
  }
  return [...found.values()].sort((a, b) => b.gain - a.gain || a.slots[0] - b.slots[0])
}

class MirrorGraph {
  /** Neighbours of slot s: to[start[s] … start[s + 1]), with the probabilities that the ends differ. */
  readonly start: Int32Array
  /** Edges followed so far. */
  work = 0
  private readonly to: Int32Array
  private readonly differ: Float64Array
  private readonly distance: Float64Array
  private readonly from: Int32Array
  private readonly touched: number[] = []

  constructor(
    private readonly problem: Problem,
    private readonly beliefs: Float64Array,
    both: EdgeBelief,
  ) {
    const { slots, groups, factorStart, linkSlot } = problem
    this.start = new Int32Array(slots + 1)
    const pairs = groups.filter((group) => group.kind === 'pair')
    for (const group of pairs)
      for (let f = group.first; f < group.first + group.count; f++)
        for (let i = 0; i < 2; i++) this.start[linkSlot[factorStart[f] + i] + 1]++
    for (let s = 0; s < slots; s++) this.start[s + 1] += this.start[s]
    const next = this.start.slice()
    this.to = new Int32Array(this.start[slots])
    this.differ = new Float64Array(this.start[slots])
    for (const group of pairs)
      for (let f = group.first; f < group.first + group.count; f++) {
        const a = linkSlot[factorStart[f]]
        const b = linkSlot[factorStart[f] + 1]
        const d = Math.min(1, Math.max(0, beliefs[a] + beliefs[b] - 2 * both(a, b)))
        this.to[next[a]] = b
        this.differ[next[a]++] = d
        this.to[next[b]] = a
        this.differ[next[b]++] = d
      }
    // Node 2·s is slot s, 2·s + 1 its mirror image; the last two are the node of value 0 and its mirror
    // image.
    this.distance = new Float64Array(2 * slots + 2).fill(Number.POSITIVE_INFINITY)
    this.from = new Int32Array(2 * slots + 2)
  }

  /** Dijkstra's algorithm from a slot to its mirror image, up to a length of 1. */
  shortestOddCycle(source: number): Cluster | null {
    const { distance, from, touched } = this
    for (const node of touched) distance[node] = Number.POSITIVE_INFINITY
    touched.length = 0
    const heap = new DistanceHeap()
    const reach = (node: number, length: number, by: number) => {
      if (length >= distance[node] || length > 1 - LEAST) return
      if (distance[node] === Number.POSITIVE_INFINITY) touched.push(node)
      distance[node] = length
      from[node] = by
      heap.push(length, node)
    }
    reach(2 * source, 0, -1)
    const zero = 2 * this.problem.slots
    for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
      const node = top.node
      if (top.length > distance[node]) continue
      if (node === 2 * source + 1) return this.trace(node, 1 - top.length)
      const side = node & 1
      if (node >= zero) continue
      const s = node >> 1
      this.work += this.start[s + 1] - this.start[s]
      for (let e = this.start[s]; e < this.start[s + 1]; e++) {
        const t = 2 * this.to[e]
        reach(t + side, top.length + this.differ[e], node)
        reach(t + 1 - side, top.length + (1 - this.differ[e]), node)
      }
      this.throughZero(source, s, side, top.length, reach, node)
    }
    return null
  }

  /** The node of value 0 only closes cycles: from it the path goes straight to the source's mirror image. */
  private throughZero(
    source: number,
    s: number,
    side: number,
    length: number,
    reach: (node: number, length: number, by: number) => void,
    node: number,
  ): void {
    if (s === source) return
    const here = this.beliefs[s]
    const back = this.beliefs[source]
    // The number of changes of side must be odd.
    if (side === 0) reach(2 * source + 1, length + Math.min(here + 1 - back, 1 - here + back), node)
    else reach(2 * source + 1, length + Math.min(here + back, 2 - here - back), node)
  }

  /** The slots on the path, cut down to a simple cycle. */
  private trace(end: number, gain: number): Cluster | null {
    const walk: number[] = []
    for (let node = this.from[end]; node >= 0; node = this.from[node]) walk.push(node)
    // A slot that occurs on both sides closes a shorter odd cycle.
    const seen = new Map<number, number>()
    for (let i = 0; i < walk.length; i++) {
      const at = seen.get(walk[i] >> 1)
      if (at !== undefined) return { slots: walk.slice(at, i).map((node) => node >> 1), gain }
      seen.set(walk[i] >> 1, i)
    }
    return { slots: walk.map((node) => node >> 1), gain }
  }
}

/** A binary heap of nodes by length, ties by node. */
class DistanceHeap {
  private readonly entries: { length: number; node: number }[] = []

  push(length: number, node: number): void {
    const { entries } = this
    const entry = { length, node }
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

  pop(): { length: number; node: number } | undefined {
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

function before(a: { length: number; node: number }, b: { length: number; node: number }): boolean {
  return a.length !== b.length ? a.length < b.length : a.node < b.node
}
