// The tagger on small treebanks: what it learns, fixed and forbidden tags, jackknifing, models.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { readModel, writeModel } from '@parleyjs/learn'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { parseConllu } from '../../text/conllu/read.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { evaluateConllu } from '../../text/eval/evaluate-conllu.js'
import { jackknife } from './jackknife.js'
import { applyRule, lemmaRule } from './lemma-rules.js'
import { Tagger } from './tagger.js'
import { trainTagger } from './train-tagger.js'

const data = process.env.PARLEY_DATA

/** Sentences in which "plan" is a noun after "the" and a verb after "they". */
function treebank(columns: { xpos?: boolean; feats?: boolean; lemma?: boolean } = {}): Sentence[] {
  const { xpos = true, feats = true, lemma = true } = columns
  const sentences: Sentence[] = []
  for (const noun of ['plan', 'walk', 'dog', 'cat', 'book', 'house'])
    for (const verb of ['plan', 'walk', 'see', 'book', 'want']) {
      const word = (form: string, l: string, upos: string, x: string, f: string) => ({
        form,
        upos,
        lemma: lemma ? l : '_',
        xpos: xpos ? x : '_',
        feats: feats ? f : '_',
      })
      sentences.push(
        makeSentence([
          word('They', 'they', 'PRON', 'PRP', 'Number=Plur'),
          word(verb, verb, 'VERB', 'VBP', 'Tense=Pres'),
          word('the', 'the', 'DET', 'DT', '_'),
          word(`${noun}s`, noun, 'NOUN', 'NNS', 'Number=Plur'),
          word('.', '.', 'PUNCT', '.', '_'),
        ]),
        makeSentence([
          word('The', 'the', 'DET', 'DT', '_'),
          word(noun, noun, 'NOUN', 'NN', 'Number=Sing'),
          word(`${verb}s`, verb, 'VERB', 'VBZ', 'Tense=Pres'),
          word('.', '.', 'PUNCT', '.', '_'),
        ]),
      )
    }
  return sentences
}

const tagger = trainTagger(treebank())

test('tags by context, features by form, lemmas of words never seen', () => {
  expect(tagger.tag(['They', 'plan', 'the', 'walks', '.'])).toEqual({
    upos: ['PRON', 'VERB', 'DET', 'NOUN', 'PUNCT'],
    xpos: ['PRP', 'VBP', 'DT', 'NNS', '.'],
    feats: ['Number=Plur', 'Tense=Pres', '_', 'Number=Plur', '_'],
    lemmas: ['they', 'plan', 'the', 'walk', '.'],
  })
  expect(tagger.tag(['The', 'plan', 'walks', '.']).upos).toEqual(['DET', 'NOUN', 'VERB', 'PUNCT'])
  expect(tagger.tag(['They', 'see', 'the', 'tables', '.']).lemmas[3]).toBe('table')
})

test('columns that the treebank leaves empty stay empty', () => {
  const bare = trainTagger(treebank({ xpos: false, feats: false, lemma: false }))
  const { upos, xpos, feats, lemmas } = bare.tag(['They', 'see', 'the', 'dogs'])
  expect(upos).toEqual(['PRON', 'VERB', 'DET', 'NOUN'])
  for (const column of [xpos, feats, lemmas]) expect(column).toEqual(['_', '_', '_', '_'])
})

test('forbidden tags are never given', () => {
  const forms = ['They', 'plan', 'the', 'walks', '.']
  const free = tagger.tag(forms).upos
  forms.forEach((_, word) => {
    const forbidden = forms.map((_, i) => (i === word ? [free[word]] : null))
    expect(tagger.tag(forms, { forbidden }).upos[word]).not.toBe(free[word])
    const others = tagger.uposNames.filter((name) => name !== 'X' && name !== 'NOUN')
    const onlyNoun = forms.map((_, i) => (i === word ? others : null))
    expect(tagger.tag(forms, { forbidden: onlyNoun }).upos[word]).toBe('NOUN')
  })
  expect(
    tagger.tag(forms, { fixed: ['VERB', null, null, null, null], forbidden: forms.map(() => ['VERB']) }).upos,
  ).toEqual(expect.arrayContaining(['VERB']))
  expect(() => tagger.tag(forms, { forbidden: [] })).toThrow(/0 lists of forbidden tags for 5 words/)
  expect(() => tagger.tag(['a'], { forbidden: [tagger.uposNames] })).toThrow(/All 5 tags .* word 1/)
})

test('fixed tags are kept, known or not, and probabilities sum to one', () => {
  const forms = ['The', 'plan', 'walks']
  const { upos, xpos, probabilities } = tagger.tag(forms, {
    fixed: ['X9', 'VERB', null],
    probabilities: true,
  })
  expect(upos.slice(0, 2)).toEqual(['X9', 'VERB'])
  expect(xpos[0]).toBe('_')
  expect(xpos[1]).toMatch(/^VB/)
  for (const row of probabilities!) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 2)
  expect(() => tagger.tag(forms, { fixed: [null] })).toThrow(/1 fixed tags for 3 words/)
})

test('odd words: none, one, punctuation, 3000 words, emoji, right to left', () => {
  expect(tagger.tag([])).toEqual({ upos: [], xpos: [], feats: [], lemmas: [] })
  for (const forms of [['?!'], ['👩‍👧', '\ud83d', 'שלום', '_', ' ', '0'], Array<string>(3000).fill('dog')]) {
    const { upos, lemmas } = tagger.tag(forms)
    expect(upos).toHaveLength(forms.length)
    for (const lemma of lemmas) expect(lemma).not.toBe('')
  }
})

test('a model that is unfolded for threads tags the same, in place, and folds to the same bytes', () => {
  const bytes = writeModel(tagger.toModel(true))
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  const model = readModel(memory)
  const read = Tagger.fromModel(model)
  for (const { forms } of treebank()) expect(read.tag(forms)).toEqual(tagger.tag(forms))
  expect(writeModel(read.toModel())).toEqual(writeModel(tagger.toModel()))
})

test('training twice gives the same bytes, and a model that was read tags the same', () => {
  const bytes = writeModel(tagger.toModel())
  expect(writeModel(trainTagger(treebank()).toModel())).toEqual(bytes)
  const read = Tagger.fromModel(readModel(bytes))
  for (const { forms } of treebank()) expect(read.tag(forms)).toEqual(tagger.tag(forms))
  const model = tagger.toModel()
  expect(() => Tagger.fromModel({ ...model, header: { ...model.header, kind: 'parser' } })).toThrow(/parser/)
  expect(() => Tagger.fromModel({ ...model, header: { ...model.header, features: 99 } })).toThrow(
    /version 99 of the tagger's features, and this Parley has version 1\. Train it again/,
  )
  // The first models have no version field: they are version 1.
  const { features: _, ...silent } = model.header
  expect(Tagger.fromModel({ ...model, header: silent as typeof model.header }).tag(['The', 'plan'])).toEqual(
    tagger.tag(['The', 'plan']),
  )
})

test('jackknifing tags each sentence by a model of the others', () => {
  const sentences = treebank()
  const odd = makeSentence([{ form: 'zyx', upos: 'INTJ', lemma: 'zyx' }])
  const all = [...sentences, odd]
  const tags = jackknife(all, 5, { epochs: 3 })
  expect(tags).toHaveLength(all.length)
  expect(tags.map(({ upos }) => upos.length)).toEqual(all.map(({ length }) => length))
  // Its tag is nowhere else, so a model that has not seen it cannot give it.
  expect(tags[all.length - 1].upos[0]).not.toBe('INTJ')
  expect(() => jackknife(sentences, 1)).toThrow(ParleyError)
  expect(() => trainTagger([])).toThrow(ParleyError)
})

test('the rule of a form and a lemma makes the lemma from the form', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (form, lemma) => {
      expect(applyRule(lemmaRule(form, lemma), form)).toBe(lemma)
    }),
    { seed: 1 },
  )
  expect(lemmaRule('Dogs', 'dog')).toBe(lemmaRule('cats', 'cat'))
  expect(lemmaRule('BUSH', 'Bush')).toBe(lemmaRule('ROME', 'Rome'))
  expect(applyRule(lemmaRule('gegangen', 'gehen'), 'gegangen')).toBe('gehen')
})

test.skipIf(data === undefined)(
  `EWT: accuracy on dev from 1,000 sentences${data === undefined ? ' (skipped: PARLEY_DATA is not set)' : ''}`,
  () => {
    const load = (part: string) =>
      parseConllu(gunzipSync(readFileSync(`${data}/ud/en_ewt/${part}.conllu.gz`)).toString())
    const trained = trainTagger(
      load('train').filter((_, i) => i % 12 === 0),
      { epochs: 4, folds: 3 },
    )
    const system = load('dev').slice(0, 1000)
    for (const sentence of system) trained.apply(sentence)
    const { scores } = evaluateConllu(load('dev').slice(0, 1000), system)
    expect(scores.UPOS!.f1).toBeGreaterThan(0.88)
    expect(scores.XPOS!.f1).toBeGreaterThan(0.86)
    expect(scores.UFeats!.f1).toBeGreaterThan(0.86)
    expect(scores.Lemmas!.f1).toBeGreaterThan(0.89)
  },
)

test('the order of tags is part of the model, and one without it is still read', () => {
  const tagger = trainTagger(treebank())
  const model = tagger.toModel()
  expect(model.arrays.trigrams.length).toBeGreaterThan(3)
  const forms = ['they', 'plan', 'the', 'walk', 'book']
  const again = Tagger.fromModel(readModel(writeModel(model)))
  expect(again.tag(forms)).toEqual(tagger.tag(forms))
  const { trigrams: _, trigramCounts: __, ...arrays } = model.arrays
  const before = Tagger.fromModel({ header: model.header, arrays })
  expect(before.toModel().arrays.trigrams).toBeUndefined()
  expect(before.tag(forms).upos).toHaveLength(5)
})
