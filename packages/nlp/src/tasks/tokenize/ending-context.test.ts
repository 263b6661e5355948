// Ends of sentences that only the context farther away tells: open quotations, and the next full stop.
import { readModel, writeModel } from '@parleyjs/learn'
import { expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { EndingContext, MAX_CONTEXT_FEATURES } from './ending-context.js'
import { treebankText } from './gold.js'
import { Tokenizer } from './tokenizer.js'
import { trainTokenizer } from './train-tokenizer.js'

const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal']
const VERBS = ['goes', 'eats', 'sits', 'runs', 'sings', 'works', 'waits']

/**
 * Sentences such as "Ann says " Bob eats . "", where the quotation mark ends the sentence, among others after
 * which one begins the next.
 */
function quotations(from: number, count: number): Sentence[] {
  let state = from
  const random = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % n
  }
  const pick = (words: readonly string[]) => words[random(words.length)]
  return Array.from({ length: count }, () => {
    const said = [pick(NAMES), pick(VERBS), '.']
    const kind = random(3)
    if (kind === 0) return makeSentence(['"', ...said, '"'])
    if (kind === 1) return makeSentence([pick(NAMES), pick(VERBS), '"', ...said, '"'])
    return makeSentence([pick(NAMES), pick(VERBS), ...said])
  })
}

test('a quotation mark ends the sentence if a quotation is open', () => {
  const trained = trainTokenizer(quotations(1, 300), { epochs: 4 })
  const gold = quotations(2, 100)
  const expected = gold.map(({ forms }) => forms.join(' '))
  const split = (by: Tokenizer) => [...by.tokenize(treebankText(gold))].map(({ text }) => text)
  expect(split(trained)).toEqual(expected)
  const model = trained.toModel()
  expect(split(Tokenizer.fromModel(readModel(writeModel(model))))).toEqual(expected)
  // Models from before do not know these features, and are read without them.
  const { context: _, ...header } = model.header
  const old = Tokenizer.fromModel({ ...model, header: header as typeof model.header })
  expect(split(old)).not.toEqual(expected)
})

test('features depend on what is near, not on how much of a text is known', () => {
  const words = ['Ann', '(', 'sits', ')', '.', '"', 'Bob', 'eats', '.', '"', ...NAMES, ...VERBS, 'Ann', '.']
  const at = (from: number, to: number, token: number) => {
    const context = new EndingContext()
    context.load(words.slice(from, to))
    const out = new Int32Array(MAX_CONTEXT_FEATURES)
    expect(context.features(token - from, 5 - from, [1, 2, 3, 4], out, 0)).toBe(MAX_CONTEXT_FEATURES)
    return [...out]
  }
  for (const token of [5, 6, 7, 8, 9]) expect(at(5, words.length, token)).toEqual(at(0, words.length, token))
  // From token 10 on, the next full stop is more than 13 tokens away.
  expect(at(0, 26, 10)).toEqual(at(0, 25, 10))
  expect(at(0, 8, 7)).not.toEqual(at(0, 9, 7))
})
