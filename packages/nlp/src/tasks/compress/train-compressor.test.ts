import { readModel, writeModel } from '@parleyjs/learn'
import { expect, test } from 'vitest'
import { joinModels, splitModel } from '../../pipeline/model.js'
import { makeSentence } from '../../text/conllu/make.js'
import { Compressor } from './compressor.js'
import { keptText } from './detokenise.js'
import { closestUnits, trainCompressor } from './train-compressor.js'
import { unitsOf } from './units.js'
import { WeightedScorer } from './weighted-scorer.js'

/** "Dogs see small birds today", of which adjectives and days are left out, but not places. */
function sentence(adjective: string, when: string) {
  return makeSentence([
    { form: 'Dogs', lemma: 'dog', upos: 'NOUN', xpos: 'NNS', head: 2, deprel: 'nsubj' },
    { form: 'see', lemma: 'see', upos: 'VERB', xpos: 'VBP', head: 0, deprel: 'root' },
    { form: adjective, lemma: adjective, upos: 'ADJ', xpos: 'JJ', head: 4, deprel: 'amod' },
    { form: 'birds', lemma: 'bird', upos: 'NOUN', xpos: 'NNS', head: 2, deprel: 'obj' },
    { form: when, lemma: when, upos: 'ADV', xpos: 'RB', head: 2, deprel: 'advmod' },
  ])
}
const examples = ['small', 'old', 'big', 'red'].flatMap((adjective) =>
  ['today', 'here', 'yesterday', 'there'].map((when) => ({
    sentence: sentence(adjective, when),
    kept: [1, 1, 0, 1, when.endsWith('ere') ? 1 : 0],
  })),
)
const options = { epochs: 10, sparsity: 0.1, licence: 'CC0-1.0', trainedOn: 'a test' }

test('what examples leave out is left out, and nothing else', () => {
  const losses: number[] = []
  const scorer = trainCompressor(examples, { ...options, onProgress: (_, loss) => losses.push(loss) })
  expect(losses).toHaveLength(10)
  expect(losses[9]).toBeLessThan(losses[0] / 5)
  const short = (adjective: string, when: string) => {
    const given = sentence(adjective, when)
    return keptText(given, new Compressor(scorer).compress(given).kept)
  }
  expect(short('green', 'today')).toBe('Dogs see birds')
  expect(short('green', 'there')).toBe('Dogs see birds there')
})

test('training twice gives the same bytes, and what was saved scores the same', () => {
  const scorer = trainCompressor(examples, options)
  const bytes = writeModel(joinModels({ compressor: scorer.toModel() }, { licence: 'x', trainedOn: 'y' }))
  const again = trainCompressor(examples, options).toModel()
  expect(writeModel(joinModels({ compressor: again }, { licence: 'x', trainedOn: 'y' }))).toEqual(bytes)
  const loaded = Compressor.fromModels(splitModel(readModel(bytes)))
  const given = sentence('old', 'there')
  expect(loaded.scores(given)).toEqual(new Compressor(scorer).scores(given))
})

test('models that do not fit are refused', () => {
  const model = trainCompressor(examples, options).toModel()
  expect(() => WeightedScorer.fromModel({ ...model, header: { ...model.header, kind: 'tagger' } })).toThrow(
    'is a tagger, but a compressor is needed',
  )
  expect(() => WeightedScorer.fromModel({ ...model, header: { ...model.header, features: 99 } })).toThrow(
    "version 99 of the compressor's features",
  )
  expect(() => WeightedScorer.fromModel({ ...model, arrays: {} })).toThrow('lacks a part')
  const cut = { ...model.arrays, weights: model.arrays.weights.slice(1) }
  expect(() => WeightedScorer.fromModel({ ...model, arrays: cut })).toThrow('does not fit together')
  expect(() => Compressor.fromModels({})).toThrow('it has no compressor')
  expect(() => trainCompressor([])).toThrow('no compression to learn from')
})

test('the closest compression that the rules allow stands in for one that they do not', () => {
  const units = unitsOf(sentence('old', 'here'))
  // Without its verb, nothing is left of the sentence but what has most words.
  expect([...closestUnits(units, [1, 0, 1, 1, 1])]).toEqual([1, 1, 1, 1, 1])
  expect([...closestUnits(units, [0, 0, 0, 0, 1])]).toEqual([0, 0, 0, 0, 0])
})
