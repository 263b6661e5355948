// Random problems of summaries, small enough to try every summary.
import fc from 'fast-check'
import {
  makeProblem,
  type SummaryProblem,
  type SummaryTree,
  summaryValue,
} from '../src/tasks/summarise/summary-problem.js'

/** Trees of up to `units` units each, some with clauses that may stand alone or units that must stay. */
export function randomTree(units: number): fc.Arbitrary<SummaryTree> {
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
export function randomProblem(sentences: number, units: number): fc.Arbitrary<SummaryProblem> {
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
export function bestOfAll(problem: SummaryProblem): number {
  const units = problem.parent.length
  const kept = new Uint8Array(units)
  let best = Number.NEGATIVE_INFINITY
  for (let code = 0; code < 2 ** units; code++) {
    for (let u = 0; u < units; u++) kept[u] = (code >> u) & 1
    best = Math.max(best, summaryValue(problem, kept))
  }
  return best
}
