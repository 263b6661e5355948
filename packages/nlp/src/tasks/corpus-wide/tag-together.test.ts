import { expect, test } from 'vitest'
import type { TagScorer } from './tag-corpus.js'
import { tagTogether } from './tag-together.js'
import { independentTags } from './transitions.js'

/** Predicts VERB after "they", NOUN elsewhere with a slightly lower score; only "they" is known. */
const scorer: TagScorer = {
  tags: ['NOUN', 'VERB'],
  transitions: independentTags(2),
  unit: 1,
  units: (forms) =>
    Int32Array.from(
      forms.flatMap((_, i) => (forms[i - 1] === 'they' ? [-4, 0] : [0, forms[i] === 'they' ? -9 : -1])),
    ),
  knows: (form) => form === 'they',
}

test('sets, changes with reasons and rounds of a small corpus, all as plain values', () => {
  const sentences = [['they', 'whirr'], ['gizmos', 'whirr'], []]
  const answer = tagTogether(scorer, sentences)
  expect(answer.isolated).toEqual([['NOUN', 'VERB'], ['NOUN', 'NOUN'], []])
  expect(answer.joint).toEqual([['NOUN', 'VERB'], ['NOUN', 'VERB'], []])
  expect(answer.sets).toEqual([
    {
      name: 'whirr',
      consensus: 'VERB',
      members: [
        [0, 1],
        [1, 1],
      ],
    },
  ])
  const because = [{ set: 'whirr', consensus: 'VERB', agree: 2, members: 2, agreedBefore: 1 }]
  expect(answer.changes).toEqual([{ sentence: 1, word: 1, before: 'NOUN', after: 'VERB', because }])
  expect(answer.solution).toMatchObject({ status: 'optimal', value: -1, gap: 0 })
  expect(answer.rounds[0].bound).toBeGreaterThan(answer.rounds.at(-1)!.bound - 1e-9)
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
})

test('sets of a user take the place of the words that training did not see', () => {
  const members = [[1, 1]] as const
  const { changes, sets } = tagTogether(scorer, [['they', 'whirr']], {
    sets: [{ name: 'mine', penalty: 1, members }],
  })
  expect(changes).toEqual([])
  expect(sets.map(({ name, consensus }) => [name, consensus])).toEqual([['mine', 'NOUN']])
})
