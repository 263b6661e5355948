// Trees scored by arcs, tri-siblings and head bigrams: a spanning tree, two automata per head and one
// sequence in a graph.
import { exact, FactorGraph, subgradient } from '@parleyjs/core'
import { expect, it } from 'vitest'
import { product } from '../../test-support/structure-laws.js'
import { HeadBigrams, SpanningTree, TriSiblingAutomaton } from '../index.js'

const WORDS = 4

/** A deterministic score for any list of numbers. */
const score = (seed: number, ...key: number[]) =>
  1.5 * Math.sin(key.reduce((sum, x, i) => sum + (x + 2) * (17 * i + 5), seed * 31))

/** The possible modifiers of a head on one side, nearest first. */
const side = (head: number, right: boolean) => {
  const words = Array.from({ length: WORDS }, (_, i) => i + 1)
  return right ? words.filter((m) => m > head) : words.filter((m) => m < head).reverse()
}

/** Scores of three consecutive modifiers, given by their numbers on that side; 0 and n + 1 are none. */
const tri = (seed: number, head: number, right: boolean, a: number, b: number, c: number) =>
  score(seed, 1, head, right ? 1 : 0, a, b, c)

function scoreOf(seed: number, heads: number[]): number {
  let sum = 0
  for (let m = 1; m <= WORDS; m++) {
    sum += score(seed, 0, heads[m - 1], m)
    if (m > 1) sum += score(seed, 2, heads[m - 2], heads[m - 1], m)
  }
  for (let h = 0; h <= WORDS; h++)
    for (const right of [false, true]) {
      const places = side(h, right)
      if (places.length === 0) continue
      const taken = places.flatMap((m, i) => (heads[m - 1] === h ? [i + 1] : []))
      const all = [0, 0, ...taken, places.length + 1]
      for (let i = 2; i < all.length; i++) sum += tri(seed, h, right, all[i - 2], all[i - 1], all[i])
    }
  return sum
}

function graphOf(seed: number) {
  const graph = new FactorGraph()
  const arcs: [number, number][] = []
  for (let m = 1; m <= WORDS; m++) for (let h = 0; h <= WORDS; h++) if (h !== m) arcs.push([h, m])
  const variables = arcs.map(([h, m]) => graph.binary(score(seed, 0, h, m)))
  const variable = (h: number, m: number) => variables[arcs.findIndex(([x, y]) => x === h && y === m)]
  graph.add(new SpanningTree({ length: WORDS + 1, arcs }), variables)
  for (let h = 0; h <= WORDS; h++)
    for (const right of [false, true]) {
      const places = side(h, right)
      const n = places.length
      if (n === 0) continue
      const triSiblings: number[] = []
      for (let a = 0; a <= n; a++)
        for (let b = a === 0 ? 0 : a + 1; b <= n; b++)
          for (let c = b + 1; c <= n + 1; c++) triSiblings.push(tri(seed, h, right, a, b, c))
      graph.add(
        new TriSiblingAutomaton({ triSiblings }),
        places.map((m) => variable(h, m)),
      )
    }
  const into = (m: number) => arcs.filter(([, to]) => to === m).map(([h]) => h)
  const pairs: number[] = []
  for (let m = 2; m <= WORDS; m++)
    for (const before of into(m - 1)) for (const h of into(m)) pairs.push(score(seed, 2, before, h, m))
  graph.add(new HeadBigrams({ counts: Array(WORDS).fill(WORDS), pairs }), variables)
  return { graph, arcs }
}

const reachesRoot = (heads: number[], m: number) => {
  for (let steps = 0; steps <= WORDS && m !== 0; steps++) m = heads[m - 1]
  return m === 0
}

it('the best tree of a graph of automata is the best of all trees, and bounds are bounds', () => {
  for (let seed = 1; seed <= 10; seed++) {
    let best = Number.NEGATIVE_INFINITY
    for (const heads of product(Array(WORDS).fill(WORDS + 1)))
      if (heads.every((h, i) => h !== i + 1) && heads.every((_, i) => reachesRoot(heads, i + 1)))
        best = Math.max(best, scoreOf(seed, heads))
    const { graph, arcs } = graphOf(seed)
    const solution = exact(graph)
    expect(solution.status).toBe('optimal')
    expect(solution.value).toBeCloseTo(best, 6)
    const heads = arcs.filter((_, i) => solution.assignment![i] === 1).map(([h]) => h)
    expect(scoreOf(seed, heads)).toBeCloseTo(best, 6)
    expect(subgradient(graph, { maxIterations: 50 }).bound).toBeGreaterThanOrEqual(best - 1e-9)
  }
})
