import { expect, test } from 'vitest'
import { ConsensusSets, requireConsensusSets } from './consensus.js'
import { shareWords } from './shared-words.js'
import { TagContexts } from './tag-contexts.js'
import { UnseenWords } from './unseen-words.js'

const TAGS = ['NOUN', 'VERB']
const membersOf = (sets: ConsensusSets) =>
  Object.fromEntries(
    sets.names.map((name, set) => {
      const members: string[] = []
      for (let m = sets.start(set); m < sets.start(set + 1); m++)
        members.push(`${sets.sentenceOf(m)}.${sets.wordOf(m)}`)
      return [name, members]
    }),
  )

test('words that training did not see make a set if they come twice', () => {
  const words = new UnseenWords((form) => form === 'the')
  words.add(['the', 'dog', 'saw', 'the', 'cat'])
  words.add(['dog', 'cat', 'dog'])
  const sets = words.sets(TAGS, { penalty: 2 })
  expect(membersOf(sets)).toEqual({ dog: ['0.1', '1.0', '1.2'], cat: ['0.4', '1.1'] })
  expect(membersOf(words.sets(TAGS, { penalty: 2, least: 3 }))).toEqual({ dog: ['0.1', '1.0', '1.2'] })
})

test('contexts of tags make sets, but for those that are known', () => {
  const contexts = new TagContexts([-1, 0], new Set(['DET NOUN']))
  contexts.add(['DET', 'NOUN', 'VERB'])
  contexts.add(['DET', 'NOUN', 'VERB'])
  expect(membersOf(contexts.sets(TAGS, { penalty: 1 }))).toEqual({
    '< DET': ['0.0', '1.0'],
    'NOUN VERB': ['0.2', '1.2'],
  })
})

test('a word in several sets is one variable', () => {
  const sets = new ConsensusSets(TAGS)
  sets.begin('a', 1)
  sets.add(3, 2)
  sets.add(1, 0)
  sets.begin('b', 1)
  sets.add(3, 2)
  sets.add(3, 0)
  const shared = shareWords(sets, 5)
  expect([...shared.sentences]).toEqual([1, 3])
  expect([...shared.first]).toEqual([0, 1, 3])
  expect([...shared.words]).toEqual([0, 0, 2])
  expect([...shared.variableOf]).toEqual([2, 0, 2, 1])
})

test('sets of a user are checked, with penalties per value', () => {
  const read = (sets: unknown) => ConsensusSets.from(requireConsensusSets({ sets }), TAGS, 2, () => 3)
  const set = {
    name: 'x',
    penalty: 1,
    members: [
      [1, 1],
      [2, 3],
    ],
  }
  expect(membersOf(read([set]))).toEqual({ x: ['0.0', '1.2'] })
  expect(read([{ ...set, penalty: { VERB: 3 } }]).penalties).toEqual([Float64Array.of(0, 3)])
  expect(() => read('no')).toThrow(/look like/)
  expect(() => read([set, { name: 'y' }])).toThrow(/set 2 \("y"\) has no penalty/)
  expect(() => read([{ ...set, members: [[1, 1], 7] }])).toThrow(/member 2 of set 1 \("x"\) is 7/)
  expect(() => read([{ ...set, members: [] }])).toThrow(/"x" has no members/)
  expect(() => read([{ ...set, penalty: 1e7 }])).toThrow(/penalty 10000000; 1000000 outweighs/)
  expect(() => read([{ ...set, penalty: -1 }])).toThrow(/penalty -1/)
  expect(() => read([{ ...set, penalty: { ADJ: 1 } }])).toThrow(/"ADJ"; there are NOUN, VERB/)
  expect(() => read([{ ...set, members: [[3, 1]] }])).toThrow(/sentence 3, but there are 2/)
  expect(() => read([{ ...set, members: [[1, 4]] }])).toThrow(/word 4 of sentence 1, which has 3/)
  expect(() =>
    read([
      {
        ...set,
        members: [
          [1, 1],
          [1, 1],
        ],
      },
    ]),
  ).toThrow(/twice/)
})

test('contexts that have the word itself tell words apart, but not their capitals', () => {
  const contexts = new TagContexts([0])
  contexts.add(['NOUN', 'NOUN'], ['Dog', 'cat'])
  contexts.add(['NOUN', 'VERB'], ['dog', 'dog'])
  expect(membersOf(contexts.sets(TAGS, { penalty: 1 }))).toEqual({ 'dog NOUN': ['0.0', '1.0'] })
})
