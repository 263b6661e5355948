// The trigram model among candidates: the best of all sequences, by enumeration.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TagOrder } from './tag-order.js'
import type { TagCandidates } from './word-scorer.js'

const TAGS = 4
const sentence = fc.array(fc.nat(TAGS - 1), { maxLength: 6 })
const candidate = fc
  .subarray([0, 1, 2, 3], { minLength: 1 })
  .chain((tags) =>
    fc
      .array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: tags.length, maxLength: tags.length })
      .map((scores): TagCandidates => ({ tags, scores })),
  )

function* sequences(candidates: readonly TagCandidates[]): Generator<{ tags: number[]; score: number }> {
  if (candidates.length === 0) {
    yield { tags: [], score: 0 }
    return
  }
  const last = candidates[candidates.length - 1]
  for (const { tags, score } of sequences(candidates.slice(0, -1)))
    for (let k = 0; k < last.tags.length; k++)
      yield { tags: [...tags, last.tags[k]], score: score + last.scores[k] }
}

function scoreOf(order: TagOrder, tags: ArrayLike<number>, own: number): number {
  let score = own
  for (let i = 0; i <= tags.length; i++) score += order.score(tags[i - 2], tags[i - 1], tags[i])
  return score
}

test('the best tags are those of the best sequence of candidates', () => {
  fc.assert(
    fc.property(
      fc.array(sentence, { minLength: 1, maxLength: 8 }),
      fc.array(candidate, { minLength: 1, maxLength: 5 }),
      (counted, candidates) => {
        const order = TagOrder.of(counted, TAGS, { weight: 0.3, withoutPriors: true })
        let best = Number.NEGATIVE_INFINITY
        for (const { tags, score } of sequences(candidates))
          best = Math.max(best, scoreOf(order, tags, score))
        const { tags: found } = order.best(candidates)
        const own = candidates.reduce(
          (sum, { tags, scores }, i) => sum + scores[Array.from(tags).indexOf(found[i])],
          0,
        )
        expect(scoreOf(order, found, own)).toBeCloseTo(best, 9)
      },
    ),
    { numRuns: 100 },
  )
})

test('what tags follow decides between equals, and a clear score against it wins', () => {
  const order = TagOrder.of(Array<number[]>(20).fill([0, 1]), 2, { weight: 0.3, withoutPriors: true })
  const after = (score: number) =>
    Array.from(
      order.best([
        { tags: [0], scores: [0] },
        { tags: [0, 1], scores: [score, 0] },
      ]).tags,
    )
  expect(after(0)).toEqual([0, 1])
  expect(after(9)).toEqual([0, 0])
})
