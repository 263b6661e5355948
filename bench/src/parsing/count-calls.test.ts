// Counting calls of `maximize` does not change answers, and shows what a warm start saves.
import { ad3, FactorGraph } from '@parleyjs/core'
import type { ParseProblem } from '@parleyjs/nlp/internal'
import { HeadAutomaton, SpanningTree } from '@parleyjs/structures'
import { expect, test } from 'vitest'
import { countMaximize, IterationCounts, iterationCounts, VARIANTS } from './count-calls.js'

/** Four words with all possible arcs, and siblings whose scores oppose those of the arcs. */
function problem(): ParseProblem {
  const pairs: [number, number][] = []
  for (let m = 1; m <= 4; m++) for (let h = 0; h <= 4; h++) if (h !== m) pairs.push([h, m])
  const graph = new FactorGraph()
  const literals = pairs.map(([h, m]) => graph.binary(Math.sin(7 * h + 3 * m)))
  const tree = new SpanningTree({ length: 5, arcs: pairs })
  graph.add(tree, literals)
  for (let h = 0; h <= 4; h++)
    for (const right of [false, true]) {
      const links = literals.filter((_, a) => pairs[a][0] === h && pairs[a][1] > h === right)
      if (!right) links.reverse()
      const n = links.length
      if (n > 0)
        graph.add(
          new HeadAutomaton({
            siblings: Float64Array.from(
              { length: ((n + 1) * (n + 2)) / 2 },
              (_, i) => 2 * Math.cos(h + 5 * i),
            ),
          }),
          links,
        )
    }
  const arcs = {
    head: Int32Array.from(pairs, ([h]) => h),
    modifier: Int32Array.from(pairs, ([, m]) => m),
    probability: new Float64Array(pairs.length),
  }
  const round = (marginals: Float64Array, values: Uint8Array) => {
    const configuration = new Float64Array(pairs.length)
    tree.maximize(marginals, configuration)
    values.set(configuration)
    return true
  }
  return { graph, arcs, penalty: 1, round, headsOf: () => new Int32Array(4) }
}

test('a counter changes no answer', () => {
  const { graph } = problem()
  const before = ad3(graph)
  const counter = countMaximize(graph)
  const after = ad3(graph)
  expect(after.value).toBe(before.value)
  expect(after.iterations).toBe(before.iterations)
  expect(counter.calls).toBeGreaterThan(0)
})

test('every factor is called in the first iteration, and what is kept saves calls later', () => {
  const [asIs, every, fresh, votes] = VARIANTS.map((variant) => iterationCounts(problem(), variant, 100))
  for (const counts of [asIs, every, fresh]) expect(counts.callsPerFactor(1, 1)).toBeGreaterThanOrEqual(1)
  expect(votes.callsPerFactor(1, 1)).toBe(1)
  const all = (counts: IterationCounts) => counts.calls.reduce((a, b) => a + b, 0)
  expect(all(asIs)).toBeLessThanOrEqual(all(every))
  expect(all(every)).toBeLessThan(all(fresh))
  expect(every.solvedShare(1, 100)).toBe(1)
})

test('a sentence counts while it runs', () => {
  const short = new IterationCounts([1, 1], [10, 10], [10, 10], [5, 5], [30, 10], [10, 10], [5, 5])
  const long = new IterationCounts(
    [1, 1, 1],
    [2, 2, 2],
    [2, 2, 2],
    [5, 5, 5],
    [2, 2, 1],
    [2, 2, 1],
    [5, 5, 1],
  )
  const both = short.plus(long)
  expect([1, 3, 4].map((t) => both.running(t))).toEqual([2, 1, 0])
  expect(both.callsPerFactor(1, 1)).toBeCloseTo(32 / 12)
  expect(both.callsPerFactor(3, 3)).toBeCloseTo(1 / 2)
  expect(both.solvedShare(2, 3)).toBeCloseTo(13 / 14)
  expect(both.movingShare(3, 10)).toBeCloseTo(1 / 5)
})
