import { ParleyError } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { SpanningTree } from '../index.js'

type Arc = { head: number; modifier: number; score: number; original: number }

/** Chu–Liu–Edmonds as in textbooks: contract one cycle, recurse, expand. Returns the arcs taken, or null. */
function slowTree(nodes: number[], arcs: Arc[]): number[] | null {
  const best = new Map<number, Arc>()
  for (const arc of arcs) {
    if (arc.modifier === 0 || arc.head === arc.modifier) continue
    const other = best.get(arc.modifier)
    if (!other || arc.score > other.score) best.set(arc.modifier, arc)
  }
  if (nodes.some((v) => v !== 0 && !best.has(v))) return null
  const cycle = findCycle(nodes, best)
  if (cycle.size === 0) return [...best.values()].map((arc) => arc.original)
  const fresh = Math.max(...nodes) + 1
  const inner: Arc[] = []
  for (const arc of arcs) {
    const from = cycle.has(arc.head)
    const to = cycle.has(arc.modifier)
    if (from && to) continue
    inner.push({
      head: from ? fresh : arc.head,
      modifier: to ? fresh : arc.modifier,
      score: to ? arc.score - best.get(arc.modifier)!.score : arc.score,
      original: arcs.indexOf(arc),
    })
  }
  const taken = slowTree([...nodes.filter((v) => !cycle.has(v)), fresh], inner)
  if (!taken) return null
  const entered = taken.map((i) => arcs[i]).find((arc) => cycle.has(arc.modifier))!.modifier
  const kept = [...cycle].filter((v) => v !== entered).map((v) => best.get(v)!.original)
  return [...taken.map((i) => arcs[i].original), ...kept]
}

function findCycle(nodes: number[], best: Map<number, Arc>): Set<number> {
  for (const start of nodes) {
    const seen = new Set<number>()
    let v = start
    while (v !== 0 && !seen.has(v)) {
      seen.add(v)
      v = best.get(v)!.head
    }
    if (v !== start) continue
    if (v !== 0) return seen
  }
  return new Set()
}

function slowValue(
  length: number,
  arcs: [number, number][],
  scores: Float64Array,
  singleRoot: boolean,
): number {
  const nodes = Array.from({ length }, (_, i) => i)
  const list = arcs.map(([head, modifier], i) => ({ head, modifier, score: scores[i], original: i }))
  const total = (taken: number[] | null) => (taken ? taken.reduce((sum, i) => sum + scores[i], 0) : -Infinity)
  if (!singleRoot) return total(slowTree(nodes, list))
  const root = (r: number) =>
    list.filter(({ head, modifier }) => head !== 0 || modifier === r).map((arc) => ({ ...arc }))
  return Math.max(...nodes.slice(1).map((r) => total(slowTree(nodes, root(r)))))
}

function uniforms(seed: number): () => number {
  const random = new Random(seed)
  return () => random.uniform()
}

/** Sentences whose best heads form many nested cycles: words prefer near neighbours, and the root is poor. */
function instance(length: number, density: number, seed: number, scale: number) {
  const uniform = uniforms(seed)
  for (let i = 0; i < 5; i++) uniform()
  const arcs: [number, number][] = []
  const scores: number[] = []
  for (let h = 0; h < length; h++)
    for (let m = 1; m < length; m++) {
      if (h === m || uniform() > density) continue
      arcs.push([h, m])
      scores.push(scale * (uniform() - (h === 0 ? 0.5 : 0.05 * Math.abs(h - m))))
    }
  return { arcs, scores: Float64Array.from(scores) }
}

describe('SpanningTree on larger sentences', () => {
  for (const singleRoot of [false, true])
    for (const scale of [1, 1e6])
      it(`agrees with a slow algorithm (single root: ${singleRoot}, scores up to ${scale})`, () => {
        let infeasible = 0
        for (let seed = 1; seed <= 60; seed++) {
          const length = 8 + (seed % 20)
          const { arcs, scores } = instance(length, [0.12, 0.3, 1][seed % 3], seed, scale)
          const tree = new SpanningTree({ length, arcs, singleRoot })
          const links = new Float64Array(arcs.length)
          const own = tree.maximize(scores, links)
          const expected = slowValue(length, arcs, scores, singleRoot)
          if (expected === -Infinity) {
            infeasible++
            expect(own).toBe(-Infinity)
            continue
          }
          expect(own).toBe(0)
          expect(tree.score(links)).toBe(0)
          const value = links.reduce((sum, x, i) => sum + x * scores[i], 0)
          expect(Math.abs(value - expected)).toBeLessThan(1e-9 * scale)
        }
        expect(infeasible).toBeLessThan(50)
      })

  it('solves the deepest nesting: every contraction swallows one more word', () => {
    const length = 200
    const arcs: [number, number][] = [[0, length - 1]]
    const scores = [0]
    for (let m = 1; m < length - 1; m++) {
      arcs.push([m, m + 1], [m + 1, m])
      scores.push(1000 - m, 1000 - m)
    }
    const links = new Float64Array(arcs.length)
    expect(new SpanningTree({ length, arcs }).maximize(Float64Array.from(scores), links)).toBe(0)
    expect([...links].every((x, i) => x === (i === 0 || i % 2 === 0 ? 1 : 0))).toBe(true)
  })
})

describe('SpanningTree with certain arcs', () => {
  for (const singleRoot of [false, true])
    it(`finds the same trees as with links for them (single root: ${singleRoot})`, () => {
      let trees = 0
      for (let seed = 1; seed <= 120; seed++) {
        const length = 5 + (seed % 20)
        const { arcs, scores } = instance(length, [0.15, 0.4, 1][seed % 3], 500 + seed, 1)
        // Words chosen by the seed keep only the arc of one tree, so that a tree exists.
        const best = new Float64Array(arcs.length)
        if (new SpanningTree({ length, arcs, singleRoot }).maximize(scores, best) !== 0) continue
        trees++
        const isCertain = (m: number) => (m * 7 + seed) % 5 < 3
        const kept = arcs.flatMap(([, m], a) => (!isCertain(m) || best[a] === 1 ? [a] : []))
        const links = kept.filter((a) => !isCertain(arcs[a][1]))
        const certain = kept.filter((a) => isCertain(arcs[a][1])).map((a) => arcs[a])
        const whole = new SpanningTree({ length, arcs: kept.map((a) => arcs[a]), singleRoot })
        const part = new SpanningTree({ length, arcs: links.map((a) => arcs[a]), certain, singleRoot })
        const others = Float64Array.from(arcs, (_, a) => Math.sin(17 * a + seed))
        const found = new Float64Array(kept.length)
        const own = new Float64Array(links.length)
        expect(
          whole.maximize(
            Float64Array.from(kept, (a) => others[a]),
            found,
          ),
        ).toBe(0)
        expect(
          part.maximize(
            Float64Array.from(links, (a) => others[a]),
            own,
          ),
        ).toBe(0)
        expect(Array.from(own)).toEqual(links.map((a) => found[kept.indexOf(a)]))
        expect(part.score(own)).toBe(0)
      }
      expect(trees).toBeGreaterThan(60)
    })

  it('an arc that no tree has beside them is never taken', () => {
    // The arc 2 → 1 is certain, so 1 → 2 would make a cycle.
    const tree = new SpanningTree({ length: 3, arcs: [[1, 2], [0, 2]], certain: [[2, 1]] }) // biome-ignore format: one case, one line
    const links = new Float64Array(2)
    expect(tree.maximize(Float64Array.of(9, 1), links)).toBe(0)
    expect(Array.from(links)).toEqual([0, 1])
    expect(tree.score(Float64Array.of(1, 0))).toBe(-Infinity)
    // The root already has its only arc.
    const second = new SpanningTree({ length: 3, arcs: [[0, 2], [1, 2]], certain: [[0, 1]], singleRoot: true }) // biome-ignore format: one case, one line
    expect(second.maximize(Float64Array.of(9, 1), links)).toBe(0)
    expect(Array.from(links)).toEqual([0, 1])
  })

  it.each([
    ['two into a node', [[0, 1], [2, 1]], [], /2 → 1 is the second/], // biome-ignore format: one case, one line
    ['a cycle', [[1, 2], [2, 1]], [], /1 → 2 is on a cycle/], // biome-ignore format: one case, one line
    ['one and an open one', [[0, 1]], [[2, 1]], /Arc 2 → 1 leads where the certain arc 0 → 1/],
    ['two roots', [[0, 1], [0, 2]], [], /leave the root/], // biome-ignore format: one case, one line
  ] as [string, [number, number][], [number, number][], RegExp][])(
    'refuses %s',
    (_, certain, arcs, message) => {
      expect(() => new SpanningTree({ length: 3, arcs, certain, singleRoot: true })).toThrow(message)
    },
  )
})

describe('SpanningTree at the edges', () => {
  it('a root alone is a tree without arcs', () => {
    const tree = new SpanningTree({ length: 1, arcs: [], singleRoot: true })
    expect(tree.maximize(new Float64Array(0), new Float64Array(0))).toBe(0)
    expect(tree.score(new Float64Array(0))).toBe(0)
  })

  it('a word whose every head was pruned leaves no tree', () => {
    const tree = new SpanningTree({ length: 3, arcs: [[0, 1]] })
    expect(tree.maximize(Float64Array.of(1), new Float64Array(1))).toBe(-Infinity)
  })

  it('words that cannot be reached from the root leave no tree', () => {
    const arcs: [number, number][] = [
      [0, 1],
      [2, 3],
      [3, 2],
    ]
    const tree = new SpanningTree({ length: 4, arcs })
    expect(tree.maximize(Float64Array.of(1, 1, 1), new Float64Array(3))).toBe(-Infinity)
  })

  it('the same scores give the same tree again', () => {
    const { arcs } = instance(12, 1, 3, 1)
    const tree = new SpanningTree({ length: 12, arcs, singleRoot: true })
    const zero = new Float64Array(arcs.length)
    const once = new Float64Array(arcs.length)
    const again = new Float64Array(arcs.length)
    tree.maximize(zero, once)
    tree.maximize(instance(12, 1, 4, 1).scores, again)
    tree.maximize(zero, again)
    expect(again).toEqual(once)
  })

  it.each([
    [
      'an arc into the root',
      { length: 3, arcs: [[1, 0]] as [number, number][] },
      /modifier of arc 1 of 1.*is 0/,
    ],
    ['a loop', { length: 3, arcs: [[1, 1]] as [number, number][] }, /from 1 to itself/],
    ['a head out of range', { length: 3, arcs: [[3, 1]] as [number, number][] }, /is 3.*between 0 and 2/],
    ['an arc twice', { length: 3, arcs: [[0, 1], [0, 1]] as [number, number][] }, /arc 2 of 2.*so was arc 1/], // biome-ignore format: one case, one line
    ['a whole book', { length: 100_000, arcs: [] }, /At most 5000/],
    ['no nodes', { length: 0, arcs: [] }, /is 0.*at least 1/],
  ])('refuses %s', (_, options, message) => {
    expect(() => new SpanningTree(options)).toThrow(ParleyError)
    expect(() => new SpanningTree(options)).toThrow(message)
  })
})
