// Relations that are given or forbidden, in every tree that a parser finds.
import { describe, expect, it } from 'vitest'
import type { TrainingSentence } from '../interface/parser-input.js'
import { trainParser } from '../learn/train-parser.js'
import { LabelDemands } from './label-demands.js'

const TREEBANK: TrainingSentence[] = [
  { forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'], heads: [2, 0], deprels: ['nsubj', 'root'] },
  {
    forms: ['Dogs', 'see', 'cats'],
    upos: ['NOUN', 'VERB', 'NOUN'],
    heads: [2, 0, 2],
    deprels: ['nsubj', 'root', 'obj'],
  },
  {
    forms: ['Cats', 'see', 'dogs', 'today'],
    upos: ['NOUN', 'VERB', 'NOUN', 'NOUN'],
    heads: [2, 0, 2, 2],
    deprels: ['nsubj', 'root', 'obj', 'obl'],
  },
]
const bits = { pruner: 10, fine: 10, arc: 12, label: 10, treeLabel: 10, second: 12 }

describe.each(['arc', 'second'] as const)('with parts "%s"', (parts) => {
  const parser = trainParser(TREEBANK, { parts, epochs: 10, bits, network: false })
  const [, sentence] = TREEBANK

  it('a forbidden relation is never found, whatever is left', () => {
    const names = ['nsubj', 'root', 'obj', 'obl']
    expect(parser.parse(sentence).deprels).toEqual(sentence.deprels)
    for (let word = 0; word < 3; word++)
      for (const kept of names) {
        const without = names.filter((name) => name !== kept)
        const forbiddenDeprels = sentence.forms.map((_, i) => (i === word ? without : null))
        expect(parser.parse(sentence, { forbiddenDeprels }).deprels[word]).toBe(kept)
        for (const { deprels } of parser.parseBest(sentence, 3, { forbiddenDeprels }))
          expect(deprels[word]).toBe(kept)
      }
    expect(parser.parse(sentence, { forbiddenDeprels: [null, null, ['obj']] }).deprels[2]).not.toBe('obj')
  })

  it('a relation that is given wins, and one that training never saw is no obstacle', () => {
    const parse = parser.parse(sentence, {
      deprels: ['obl'],
      forbiddenDeprels: [['obl'], ['colour'], undefined],
    })
    expect(parse.deprels).toEqual(['obl', 'root', 'obj'])
  })

  it('what it costs shows in the score of the tree', () => {
    const free = parser.parse(sentence)
    const bound = parser.parse(sentence, { heads: [...free.heads], forbiddenDeprels: [null, null, ['obj']] })
    expect(bound.value).toBeLessThan(free.value)
  })

  it('no relation at all is refused', () => {
    expect(() => parser.parse(sentence, { forbiddenDeprels: [['nsubj', 'root', 'obj', 'obl']] })).toThrow(
      /All 4 relations that training saw are forbidden for word 1/,
    )
  })
})

it('nothing demanded is nothing to look at', () => {
  expect(LabelDemands.of(2, { heads: [0, 1] }, new Map([['a', 0]]))).toBeUndefined()
})
