// The learned slack: where it comes from, what it keeps, and which values a model may have.

import { readModel, writeModel } from '@parleyjs/learn'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrainingSentence } from '../interface/parser-input.js'
import { trainParser } from '../learn/train-parser.js'
import { Parser } from '../parser.js'

const BITS = { pruner: 12, fine: 12, arc: 14, label: 12, treeLabel: 12, second: 14, higher: 14 }

/** `form/UPOS/head/relation` words, separated by spaces. */
const TREEBANK = [
  'The/DET/2/det cat/NOUN/3/nsubj saw/VERB/0/root the/DET/5/det dog/NOUN/3/obj ./PUNCT/3/punct',
  'A/DET/2/det dog/NOUN/3/nsubj ate/VERB/0/root fish/NOUN/3/obj with/ADP/6/case bones/NOUN/4/nmod',
  'A/DET/2/det cat/NOUN/3/nsubj ate/VERB/0/root fish/NOUN/3/obj with/ADP/7/case a/DET/7/det fork/NOUN/3/obl',
].map((text): TrainingSentence => {
  const words = text.split(' ').map((word) => word.split('/'))
  return {
    forms: words.map(([form]) => form),
    upos: words.map(([, upos]) => upos),
    heads: words.map(([, , head]) => Number(head)),
    deprels: words.map(([, , , deprel]) => deprel),
  }
})
const ABOUT = { licence: 'CC0-1.0', trainedOn: 'a toy' }

describe('the slack of arcs', () => {
  let parser: Parser
  beforeAll(() => {
    parser = trainParser(TREEBANK, { parts: 'second', epochs: 4, bits: BITS, network: false }).withSlackFor(
      TREEBANK,
    )
  })

  it('is learned from sentences apart, and kept in the model', () => {
    const { slack } = parser.model
    expect(slack).toBeGreaterThanOrEqual(0)
    expect(Parser.fromModel(readModel(writeModel(parser.toModel(ABOUT)))).model.slack).toBe(slack)
    expect(parser.withSlackFor([])).toBe(parser)
  })

  it('loses no head that parts choose there', () => {
    for (const sentence of TREEBANK)
      expect(parser.parse(sentence).heads).toEqual(
        parser.parse(sentence, { slack: Number.POSITIVE_INFINITY }).heads,
      )
  })

  it('may be anything from 0 on', () => {
    for (const sentence of TREEBANK) {
      const narrow = parser.parse(sentence, { slack: 0 })
      const wide = parser.parse(sentence, { slack: Number.POSITIVE_INFINITY })
      expect(narrow.value).toBeLessThanOrEqual(wide.bound + 1e-6)
      for (let i = 0; i < narrow.heads.length; i++)
        if (narrow.heads[i] === wide.heads[i]) expect(narrow.margin[i]).toBe(wide.margin[i])
    }
    for (const slack of [-1, Number.NaN])
      expect(() => parser.parse(TREEBANK[0], { slack })).toThrow(/slack of arcs is/)
  })

  it('is refused in a model if it is no number', () => {
    const model = parser.toModel(ABOUT)
    expect(() => Parser.fromModel({ ...model, header: { ...model.header, slack: 'wide' } })).toThrow(
      /slack is "wide"/,
    )
  })
})
