// Baselines of summarisation: order of sentences and the budget.
import { expect, test } from 'vitest'
import { type BaselineSentence, lead, lexRank, pickSentences, randomOrder, textRank } from './baselines.js'

const sentence = (text: string, document: number, position: number): BaselineSentence => ({
  text,
  words: text.split(' ').length,
  document,
  position,
})
const sentences = [
  sentence('The red bird sings loudly today', 0, 0),
  sentence('Something else entirely happens elsewhere', 0, 1),
  sentence('A red bird sings', 1, 0),
  sentence('The bird sings and a red bird flies', 1, 1),
]

test('lead takes the first sentences of all documents before the second ones', () => {
  expect(pickSentences(sentences, lead(sentences), 10)).toBe(
    'The red bird sings loudly today A red bird sings',
  )
})

test.each([
  ['TextRank', textRank],
  ['LexRank', lexRank],
])('%s puts the sentence that is like no other last, and sums to 1', (_, rank) => {
  const scores = rank(sentences)
  expect(Math.min(...scores)).toBe(scores[1])
  expect(scores.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
})

test('the same seed gives the same order', () => {
  expect(randomOrder(3)(sentences)).toEqual(randomOrder(3)(sentences))
  expect(randomOrder(3)(sentences)).not.toEqual(randomOrder(4)(sentences))
})

test('what does not fit is passed over, and nothing is taken twice', () => {
  const twice = [...sentences, sentence('A red bird sings', 2, 0)]
  const scores = Float64Array.of(5, 0, 4, 3, 4)
  expect(pickSentences(twice, scores, 11)).toBe('The red bird sings loudly today A red bird sings')
  expect(pickSentences(twice, scores, 3)).toBe('')
})
