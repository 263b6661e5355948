// The lemmatizer: forms that training saw, new forms, and lemmas that no rule may make.

import { readModel, writeModel } from '@parleyjs/learn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { applyRule, lemmaRule } from './lemma-rules.js'
import { Tagger } from './tagger.js'
import { trainTagger } from './train-tagger.js'

/**
 * Words that lose their endings, forms that share nothing with their lemma, numbers as words, and exceptions.
 */
function treebank(): Sentence[] {
  const word = (form: string, lemma: string, upos: string) => ({ form, lemma, upos })
  const nouns = ['cat', 'dog', 'idea', 'plan', 'tree', 'hat', 'sea', 'car']
  const rows = [
    ...nouns.map((noun) => word(`${noun}s`, noun, 'NOUN')),
    ...nouns.map((noun) => word(`${noun}ed`, noun, 'VERB')),
    ...['is', 'are', 'am', 'was'].map((form) => word(form, 'be', 'AUX')),
    word('1980s', '1980', 'NOUN'),
    word('2014s', '2014', 'NOUN'),
    // As frequent as the forms that follow the rule, so each must be looked up.
    word('news', 'news', 'NOUN'),
    word('gas', 'gas', 'NOUN'),
    word('bed', 'bed', 'VERB'),
    word('4', 'for', 'ADP'),
    word('in', 'in', 'ADP'),
    word('&', 'and', 'CCONJ'),
    word('♥', 'love', 'VERB'),
    word('.', '.', 'PUNCT'),
    word('a b', 'a', 'X'),
  ]
  return [...rows, ...rows].map((row) => makeSentence([row, word('.', '.', 'PUNCT')]))
}

const tagger = trainTagger(treebank(), { epochs: 4, folds: 2 })
const TAGS = tagger.uposNames
const lemma = (form: string, upos: string, by = tagger) => by.tag([form], { fixed: [upos] }).lemmas[0]

/** The tagger as in old models, which have no table and no set of lemmas. */
function withoutTable(by = tagger): Tagger {
  const model = by.toModel()
  const { knownLemmas: _, seenLemmas: __, ...header } = model.header
  return Tagger.fromModel({ header: header as typeof model.header, arrays: withoutSeen(by) })
}

function withoutSeen(by: Tagger): ReturnType<Tagger['toModel']>['arrays'] {
  return Object.fromEntries(Object.entries(by.toModel().arrays).filter(([name]) => !name.startsWith('seen')))
}

describe('a form that training saw', () => {
  test('is looked up with its tag, by a model that was written and read, too', () => {
    const read = Tagger.fromModel(readModel(writeModel(tagger.toModel())))
    for (const by of [tagger, read])
      for (const { forms, lemmas, upos } of treebank())
        forms.forEach((form, i) => {
          expect([form, lemma(form, upos[i], by)]).toEqual([form, lemmas[i]])
        })
    expect(lemma('gas', 'VERB')).not.toBe('and')
  })

  test('has the lemma that it mostly had, the first in order among equals', () => {
    const one = (text: string) => makeSentence([{ form: 'ax', lemma: text, upos: 'NOUN' }])
    const more = [...treebank(), one('zz'), one('yy'), one('yy'), one('zz')]
    expect(lemma('ax', 'NOUN', trainTagger(more, { epochs: 2, folds: 2 }))).toBe('yy')
  })

  test('needs a table of its own treebank: a tagger that exists gets one, and nothing else of it changes', () => {
    const old = withoutTable()
    const again = old.withLemmasOf(treebank())
    expect(writeModel(again.toModel())).toEqual(writeModel(tagger.toModel()))
    expect(withoutSeen(again)).toEqual(old.toModel().arrays)
  })
})

describe('a form that training has not seen', () => {
  test('takes its ending by whole characters', () => {
    expect(lemma('𝐡𝐚𝐭𝐬', 'NOUN')).toBe('𝐡𝐚𝐭')
    expect(applyRule('L0\t\t1\t', '𝐰𝐚𝐥𝐤𝐞𝐝')).toBe('𝐰𝐚𝐥𝐤𝐞')
    expect(lemmaRule('𝐡𝐚𝐭𝐬', '𝐡𝐚𝐭')).toBe(lemmaRule('hats', 'hat'))
  })

  test.each([
    ['with the table', tagger],
    ['without', withoutTable()],
  ])('keeps its digits, and an emoji stays what it is: %s', (_, by) => {
    for (const upos of TAGS)
      for (const form of ['2015', '12月', '3월', '1.5', '7s', '٢٠١٤', '２０１４', 'Ⅷ', '𝟐𝟎𝟏𝟒'])
        expect(lemma(form, upos, by).match(/\p{N}/gu)?.join('').toLowerCase()).toBe(
          form.match(/\p{N}/gu)!.join('').toLowerCase(),
        )
    for (const upos of TAGS)
      for (const form of ['😀', '👩‍👧', '❤️', '🇦🇫', '€', '→']) expect(lemma(form, upos, by)).toBe(form)
    expect(lemma('1990s', 'NOUN', by)).toBe('1990')
  })

  test('has a lemma that other forms have, where rules disagree', () => {
    // In -e, most forms lose the ending; which ones do not is known from their other form alone.
    const noun = (form: string, text: string) => makeSentence([{ form, lemma: text, upos: 'NOUN' }])
    const stems = ['bar', 'dom', 'fik', 'gul', 'hop', 'jat', 'kev', 'lin', 'mos', 'nur', 'pak', 'ras']
    const others = ['sit', 'tov', 'vel', 'zam']
    const rows = [
      ...stems.flatMap((stem) => [noun(`${stem}e`, stem), noun(`${stem}om`, stem)]),
      ...others.flatMap((stem) => [noun(`${stem}a`, `${stem}a`), noun(`${stem}o`, `${stem}a`)]),
      ...['xar', 'xom'].flatMap((stem) => [noun(`${stem}e`, `${stem}a`), noun(`${stem}a`, `${stem}a`)]),
    ]
    const trained = trainTagger(rows, { epochs: 4, folds: 2 })
    for (const stem of others) expect(lemma(`${stem}e`, 'NOUN', trained)).toBe(`${stem}a`)
    for (const stem of ['wid', 'wul']) expect(lemma(`${stem}e`, 'NOUN', trained)).toBe(stem)
    const old = withoutTable(trained)
    expect(others.map((stem) => lemma(`${stem}e`, 'NOUN', old))).not.toEqual(others.map((s) => `${s}a`))
    const read = Tagger.fromModel(readModel(writeModel(trained.toModel(true))))
    for (const stem of others) expect(lemma(`${stem}e`, 'NOUN', read)).toBe(`${stem}a`)
  })

  test('has the lemma that the form had with another analysis', () => {
    const verb = (form: string, text: string, feats: string) =>
      makeSentence([{ form, lemma: text, upos: 'VERB', feats }])
    const rows = ['lev', 'mov', 'rab', 'sov', 'tun', 'vim'].flatMap((stem) => [
      verb(`${stem}te`, `${stem}en`, 'Tense=Past'),
      verb(`${stem}t`, `${stem}en`, 'Tense=Pres'),
    ])
    const trained = trainTagger([...rows, verb('dachte', 'denken', 'Mood=Sub')], { epochs: 4, folds: 2 })
    expect(trained.tag(['dachte', 'levte'], { fixed: ['VERB', 'VERB'] }).lemmas).toEqual(['denken', 'leven'])
  })

  test('has nothing of a lemma that keeps nothing of its form', () => {
    for (const form of ['zzz', 'ox', '4th', '+', '---'])
      for (const upos of TAGS) expect(['be', 'for', 'and', 'love']).not.toContain(lemma(form, upos))
    // Upper case is the same form.
    expect(lemma('ARE', 'AUX')).toBe('be')
  })

  test('never has a lemma that a file cannot hold, whatever the form and the tag', () => {
    const form = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
      fc.string({
        unit: fc.constantFrom('a', 's', '2', ' ', '_', '\ud83d', '\ude00', '𝐬', 'é', '\u0301', '\u200d'),
      }),
    )
    for (const by of [tagger, withoutTable()])
      fc.assert(
        fc.property(form, fc.constantFrom(...TAGS), (text, upos) => {
          fc.pre(/^\S+( \S+)*$/.test(text))
          const found = lemma(text, upos, by)
          expect(found).toMatch(/^\S+( \S+)*$/)
          expect(Buffer.from(found).toString()).toBe(found)
          if (text !== '_') expect(found).not.toBe('_')
        }),
        { seed: 3, numRuns: 500 },
      )
  })
})

test('a tagger without lemmas has no use for a table', () => {
  const bare = treebank().map((sentence) =>
    sentence.setColumn(
      'lemma',
      sentence.forms.map(() => '_'),
    ),
  )
  expect(() => trainTagger(bare, { epochs: 2, folds: 2 }).withLemmasOf(treebank())).toThrow(
    /has no lemmatizer/,
  )
})
