import { evaluate } from '@parleyjs/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestOfAll, randomProblem, randomTree } from '../../../test-support/summary-problems.js'
import { solveSummary } from './solve-summary.js'
import { SubtreeFactor } from './subtree-factor.js'
import { summaryGraph } from './summary-graph.js'
import { summaryValue } from './summary-problem.js'
import { SummaryState } from './summary-state.js'
import { TreeKnapsack } from './tree-knapsack.js'

const tiny = randomProblem(3, 4)

describe('the tree of a sentence', () => {
  test('its best part is the best of all parts', () => {
    fc.assert(
      fc.property(
        randomTree(7),
        fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 7, maxLength: 7 }),
        (tree, x) => {
          const factor = new SubtreeFactor(tree)
          const n = tree.parent.length
          const scores = Float64Array.from(x.slice(0, n), (v) => v / 4)
          const found = new Float64Array(n)
          const own = factor.maximize(scores, found)
          expect(factor.score(found)).toBeCloseTo(own, 12)
          let best = Number.NEGATIVE_INFINITY
          for (let code = 0; code < 2 ** n; code++) {
            const z = Float64Array.from({ length: n }, (_, u) => (code >> u) & 1)
            best = Math.max(best, factor.score(z) + dot(scores, z))
          }
          expect(own + dot(scores, found)).toBeCloseTo(best, 9)
        },
      ),
    )
  })

  test('its best part within a budget is the best of all such parts', () => {
    fc.assert(
      fc.property(
        randomProblem(1, 8),
        fc.infiniteStream(fc.integer({ min: -8, max: 8 })),
        (problem, stream) => {
          const n = problem.parent.length
          const gains = Float64Array.from({ length: n }, () => stream.next().value! / 4)
          const kept = new Uint8Array(n)
          const bare = { ...problem, weight: new Float64Array(0) }
          const knapsack = new TreeKnapsack(problem)
          const value = knapsack.best(0, gains, problem.budget, kept)
          expect(summaryValue(bare, kept) + dot(gains, kept)).toBeCloseTo(value, 9)
          expect(knapsack.spent).toBe(dot(problem.cost, kept))
          let best = Number.NEGATIVE_INFINITY
          for (let code = 0; code < 2 ** n; code++) {
            const z = Uint8Array.from({ length: n }, (_, u) => (code >> u) & 1)
            best = Math.max(best, summaryValue(bare, z) + dot(gains, z))
          }
          expect(value).toBeCloseTo(best, 9)
        },
      ),
    )
  })
})

describe('a summary', () => {
  test('is within the budget, has the value that is claimed, and nothing beats the bound', () => {
    fc.assert(
      fc.property(tiny, (problem) => {
        const { kept, value, bound, gap, status } = solveSummary(problem)
        const best = bestOfAll(problem)
        expect(summaryValue(problem, kept)).toBeCloseTo(value, 9)
        expect(value).toBeLessThanOrEqual(best + 1e-9)
        expect(bound).toBeGreaterThanOrEqual(best - 1e-9)
        expect(gap).toBeCloseTo(bound - value, 12)
        if (status === 'optimal') expect(value).toBeGreaterThanOrEqual(best - 1e-3 * Math.abs(best))
      }),
    )
  })

  test('is hardly ever worse than the best of all', () => {
    let sum = 0
    let best = 0
    fc.assert(
      fc.property(tiny, (problem) => {
        sum += solveSummary(problem).value
        best += bestOfAll(problem)
      }),
    )
    expect(sum).toBeGreaterThan(0.995 * best)
  })

  test('scores the same as its factor graph', () => {
    fc.assert(
      fc.property(tiny, fc.nat(), (problem, code) => {
        const kept = Uint8Array.from(problem.parent, (_, u) => (code >> u) & 1)
        const { graph, complete } = summaryGraph(problem)
        const values = new Uint8Array(graph.slotCount)
        complete(kept, values)
        const score = evaluate(graph, Int32Array.from(values))
        const value = summaryValue(problem, kept)
        if (value === Number.NEGATIVE_INFINITY) expect(score).toBe(value)
        else expect(score).toBeCloseTo(value, 9)
      }),
    )
  })

  test('keeps count of its value while sentences come and go', () => {
    fc.assert(
      fc.property(tiny, fc.array(fc.nat(2), { maxLength: 8 }), (problem, moves) => {
        const state = new SummaryState(problem)
        for (const move of moves) {
          const s = move % state.sentences
          if (state.isUsed(s)) state.remove(s)
          else {
            state.propose(s, 0)
            state.take(s)
          }
          expect(state.value).toBeCloseTo(summaryValue(problem, state.kept), 9)
          expect(state.spent).toBe(dot(problem.cost, state.kept))
        }
      }),
    )
  })
})

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
