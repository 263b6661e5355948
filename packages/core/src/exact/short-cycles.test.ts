// Triangles and chordless squares against enumeration; limits and stopping.
import { expect, it } from 'vitest'
import { seeded } from '../kinds/common/random-scores.js'
import { finishSteps } from '../limits/steps.js'
import { visitShortCycles } from './short-cycles.js'

type Edges = Map<number, Map<number, number>>

function link(edges: Edges, a: number, b: number, strength: number): void {
  const [p, q] = [Math.min(a, b), Math.max(a, b)]
  let row = edges.get(p)
  if (row === undefined) edges.set(p, (row = new Map()))
  row.set(q, strength)
}

const linked = (edges: Edges, a: number, b: number) => edges.get(Math.min(a, b))?.has(Math.max(a, b)) === true
const key = (cycle: readonly number[]) => cycle.toString()

function visited(edges: Edges): number[][] {
  const found: number[][] = []
  const done = finishSteps(
    visitShortCycles(edges, Math.abs, (cycle) => {
      found.push(cycle.slice())
      return 1
    }),
  )
  expect(done).toBe(true)
  return found
}

/** Triangles a < b < c, and squares a – d – c – b without chords, where a is the least and d < b. */
function bruteForce(edges: Edges, n: number): number[][] {
  const cycles: number[][] = []
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      if (!linked(edges, a, b)) continue
      for (let c = a + 1; c < n; c++) {
        if (c === b || !linked(edges, b, c)) continue
        if (linked(edges, a, c)) {
          if (b < c) cycles.push([a, b, c])
          continue
        }
        for (let d = a + 1; d < b; d++)
          if (d !== c && linked(edges, a, d) && linked(edges, d, c) && !linked(edges, b, d))
            cycles.push([a, d, c, b])
      }
    }
  return cycles
}

it('visits every triangle and chordless square once', () => {
  let cycles = 0
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed)
    const n = 4 + random.below(9)
    const edges: Edges = new Map()
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++) if (random.chance(0.4)) link(edges, a, b, random.uniform())
    const found = visited(edges)
    cycles += found.length
    expect(found.map(key).sort()).toEqual(bruteForce(edges, n).map(key).sort())
  }
  expect(cycles).toBeGreaterThan(1000)
})

it('follows only the strongest edges where there are too many cycles', () => {
  const random = seeded(3)
  const edges: Edges = new Map()
  for (let a = 0; a < 120; a++) for (let b = 120; b < 240; b++) link(edges, a, b, random.uniform())
  const found = visited(edges)
  expect(found.length).toBeGreaterThan(1000)
  expect(found.length).toBeLessThanOrEqual(1 << 20)
  expect(new Set(found.map(key)).size).toBe(found.length)
  let weakest = 1
  for (const cycle of found)
    cycle.forEach((u, i) => {
      const v = cycle[(i + 1) % cycle.length]
      weakest = Math.min(weakest, edges.get(Math.min(u, v))!.get(Math.max(u, v))!)
    })
  expect(weakest).toBeGreaterThan(0.3)
})

it('ends when it is stopped', () => {
  const edges: Edges = new Map()
  for (let a = 0; a < 60; a++) for (let b = 60; b < 120; b++) link(edges, a, b, 1)
  let visits = 0
  const steps = visitShortCycles(edges, Math.abs, () => {
    visits++
    return 1
  })
  expect(finishSteps(steps, () => true)).toBe(false)
  expect(visits).toBeLessThan(100_000)
})
