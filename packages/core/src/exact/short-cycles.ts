// Visits all triangles and chordless squares of a graph in turn. A dense graph has too many of them: there
// only the strongest edges of each node are followed.
import { STEP, type Steps } from '../limits/steps.js'

/** Largest number of cycles that are visited, and of steps to find them, in a small graph. */
const MOST_CYCLES = 1 << 20
const MOST_STEPS = 1 << 23
/** The same limits per node, which hold if they are larger. */
const CYCLES_PER_NODE = 8
const STEPS_PER_NODE = 64

/** A value for every edge, stored from its smaller node to its larger one. */
export type Edges<T> = ReadonlyMap<number, ReadonlyMap<number, T>>

/**
 * Visits triangles [a, b, c] and squares [a, d, c, b], each once, in the order around the cycle. The order of
 * the visits depends on the edges alone. `visit` returns its work; its array is reused. False if stopped.
 */
export function* visitShortCycles<T>(
  edges: Edges<T>,
  strength: (edge: T) => number,
  visit: (cycle: number[]) => number,
): Steps<boolean> {
  const all = sortedNeighbours(edges)
  let widest = 0
  for (const around of all.values()) widest = Math.max(widest, around.length)
  let adjacent = all
  for (let most = widest; ; most = Math.ceil(most / 2)) {
    const fits = yield* countCycles(adjacent)
    if (fits === null) return false
    if (fits || most <= 2) break
    adjacent = strongest(
      all,
      (a, b) => strength(edges.get(Math.min(a, b))!.get(Math.max(a, b))!),
      Math.ceil(most / 2),
    )
  }
  return yield* walk(adjacent, visit)
}

function sortedNeighbours(edges: Edges<unknown>): Map<number, number[]> {
  const adjacent = new Map<number, number[]>()
  const neighbours = (u: number) => {
    let list = adjacent.get(u)
    if (list === undefined) adjacent.set(u, (list = []))
    return list
  }
  for (const [p, row] of edges)
    for (const q of row.keys()) {
      neighbours(p).push(q)
      neighbours(q).push(p)
    }
  for (const list of adjacent.values()) list.sort((a, b) => a - b)
  return adjacent
}

/** Keeps the edges that are among the `most` strongest ones of both of their ends. */
function strongest(
  all: Map<number, number[]>,
  strength: (a: number, b: number) => number,
  most: number,
): Map<number, number[]> {
  const chosen = new Map<number, Set<number>>()
  for (const [u, around] of all) {
    const ranked = around.map((v) => ({ v, strength: strength(u, v) }))
    ranked.sort((a, b) => b.strength - a.strength || a.v - b.v)
    chosen.set(u, new Set(ranked.slice(0, most).map(({ v }) => v)))
  }
  const kept = (u: number, v: number) => chosen.get(u)!.has(v) && chosen.get(v)!.has(u)
  return new Map([...all].map(([u, around]) => [u, around.filter((v) => kept(u, v))]))
}

/** Whether the cycles are few enough. Null if stopped. */
function* countCycles(adjacent: Map<number, number[]>): Steps<boolean | null> {
  const mostCycles = Math.max(MOST_CYCLES, CYCLES_PER_NODE * adjacent.size)
  let steps = 0
  for (const around of adjacent.values()) steps += around.length * around.length
  if (steps > Math.max(MOST_STEPS, STEPS_PER_NODE * adjacent.size)) return false
  let cycles = 0
  const counted = walk(adjacent, () => {
    cycles++
    return 1
  })
  while (counted.next(false).done !== true) {
    if (cycles > mostCycles) return false
    if (yield) return null
  }
  return cycles <= mostCycles
}

function* walk(adjacent: Map<number, number[]>, visit: (cycle: number[]) => number): Steps<boolean> {
  const linked = new Map<number, Set<number>>()
  for (const [u, around] of adjacent) linked.set(u, new Set(around))
  const triangle = [0, 0, 0]
  const square = [0, 0, 0, 0]
  let work = 0
  for (const a of [...adjacent.keys()].sort((p, q) => p - q)) {
    // Paths a – b – c, where a is the least node of the cycle.
    const across = new Map<number, number[]>()
    const ofA = linked.get(a)!
    for (const b of adjacent.get(a)!) {
      if (b < a) continue
      const ofB = linked.get(b)!
      for (const c of adjacent.get(b)!) {
        if (c <= a) continue
        work += 4
        if (ofA.has(c)) {
          if (b > c) continue
          triangle[0] = a
          triangle[1] = b
          triangle[2] = c
          work += visit(triangle)
          continue
        }
        const between = across.get(c)
        if (between === undefined) {
          across.set(c, [b])
          continue
        }
        for (const d of between) {
          if (ofB.has(d)) continue
          square[0] = a
          square[1] = d
          square[2] = c
          square[3] = b
          work += visit(square)
        }
        work += between.length
        between.push(b)
      }
      if (work < STEP) continue
      work = 0
      if (yield) return false
    }
  }
  return true
}
