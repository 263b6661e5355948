import { evaluate, highsModel } from '@parley/core'
import fc from 'fast-check'
import loadHighs, { type Highs } from 'highs'
import { beforeAll, describe, expect, test } from 'vitest'
import { solveSummary } from './solve-summary.js'
import { SubtreeFactor } from './subtree-factor.js'
import { summaryGraph } from './summary-graph.js'
import { makeProblem, type SummaryProblem, type SummaryTree, summaryValue } from './summary-problem.js'
import { summaryProgram } from './summary-program.js'
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
  let highs: Highs
  beforeAll(async () => {
    highs = await (loadHighs as unknown as typeof loadHighs.default)()
  })
  const optimum = (problem: SummaryProblem): number => {
    const model = highs.createModel(highsModel(highs, summaryProgram(problem), true))
    model.options.set({ output_flag: false, mip_rel_gap: 0 })
    model.run()
    const value = model.getObjectiveValue()
    model.dispose()
    return value
  }

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

  test('the integer program has the same optimum', () => {
    fc.assert(
      fc.property(tiny, (problem) => {
        expect(optimum(problem)).toBeCloseTo(bestOfAll(problem), 5)
      }),
      { numRuns: 15 },
    )
  })

  test('of more sentences comes near the integer program', () => {
    let sum = 0
    let best = 0
    fc.assert(
      fc.property(randomProblem(10, 8), (problem) => {
        const { value, bound } = solveSummary(problem)
        const exact = optimum(problem)
        expect(bound).toBeGreaterThanOrEqual(exact - 1e-6)
        sum += value
        best += exact
      }),
      { numRuns: 15 },
    )
    expect(sum).toBeGreaterThan(0.97 * best)
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

/** Trees of up to `units` units each, some with clauses that may stand alone or units that must stay. */
function randomTree(units: number): fc.Arbitrary<SummaryTree> {
  const penalty = fc.integer({ min: 0, max: 4 }).map((x) => (x === 0 ? 0 : -x / 4))
  return fc.integer({ min: 1, max: units }).chain((count) =>
    fc
      .tuple(
        fc.tuple(...Array.from({ length: count }, (_, u) => fc.integer({ min: 0, max: Math.max(0, u - 1) }))),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: count, maxLength: count }),
        fc.array(fc.oneof(penalty, penalty, penalty, fc.constant(Number.NEGATIVE_INFINITY)), {
          minLength: count,
          maxLength: count,
        }),
        fc.array(fc.oneof(penalty, fc.constant(Number.NEGATIVE_INFINITY)), {
          minLength: count,
          maxLength: count,
        }),
      )
      .map(([above, cost, cut, start]) => ({
        parent: above.map((p, u) => (u === 0 ? -1 : p)),
        cost,
        cut,
        start: start.map((x, u) => (u === 0 && x === Number.NEGATIVE_INFINITY ? -0.5 : x)),
      })),
  )
}

/** Problems of up to `sentences` sentences and eight concepts. */
function randomProblem(sentences: number, units: number): fc.Arbitrary<SummaryProblem> {
  return fc.array(randomTree(units), { minLength: 1, maxLength: sentences }).chain((trees) => {
    const token = fc
      .tuple(fc.nat(trees.length - 1), fc.nat(), fc.integer({ min: -2, max: 20 }))
      .map(([s, a, b]) => {
        const count = trees[s].parent.length
        return [s, a % count, b < 0 ? -1 : b % count] as const
      })
    const concept = fc.record({
      weight: fc.integer({ min: 1, max: 12 }).map((x) => x / 4),
      tokens: fc.array(token, { minLength: 1, maxLength: 4 }),
    })
    return fc
      .tuple(fc.array(concept, { maxLength: 8 }), fc.integer({ min: 0, max: 12 }))
      .map(([concepts, budget]) => makeProblem(trees, concepts, budget))
  })
}

/** The value of the best of all summaries. */
function bestOfAll(problem: SummaryProblem): number {
  const units = problem.parent.length
  const kept = new Uint8Array(units)
  let best = Number.NEGATIVE_INFINITY
  for (let code = 0; code < 2 ** units; code++) {
    for (let u = 0; u < units; u++) kept[u] = (code >> u) & 1
    best = Math.max(best, summaryValue(problem, kept))
  }
  return best
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
