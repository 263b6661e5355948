// The tokenizer on small treebanks: tokens, sentences, multiword tokens, streams, models.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { readModel, writeModel } from '@parleyjs/learn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { parseConllu } from '../../text/conllu/read.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { evaluateConllu } from '../../text/eval/evaluate-conllu.js'
import { treebankText } from './gold.js'
import { type TokenizedSentence, Tokenizer, toSentence } from './tokenizer.js'
import { trainTokenizer } from './train-tokenizer.js'

const data = process.env.PARLEY_DATA

/** A treebank of sentences such as "Ann doesn't see it." */
function treebank(): Sentence[] {
  const sentences: Sentence[] = []
  for (const subject of ['Ann', 'Bob', 'Mr. Smith', 'She', 'He', 'Nobody'])
    for (const verb of ['see', 'like', 'do', 'eat', 'is'])
      for (const end of ['.', '!', '?']) {
        const words = subject.split(' ')
        const split = ['does', 'did', 'could'][sentences.length % 3]
        sentences.push(
          makeSentence([
            ...words,
            { form: `${split}n't`, words: [split, "n't"] },
            verb,
            { form: 'it', misc: 'SpaceAfter=No' },
            end,
          ]),
        )
      }
  return sentences
}

const tokenizer = trainTokenizer(treebank())
const split = (text: string) => [...tokenizer.tokenize(text)]
const wordsOf = ({ tokens }: TokenizedSentence) => tokens.flatMap(({ words }) => words)

test('sentences, tokens and words are split as in the treebank, endings of unseen words too', () => {
  const text = "Mr. Smith doesn't eat it! Nobody couldn't like it.\n\nShe shouldn't see it"
  expect(split(text).map(wordsOf)).toEqual([
    ['Mr.', 'Smith', 'does', "n't", 'eat', 'it', '!'],
    ['Nobody', 'could', "n't", 'like', 'it', '.'],
    ['She', 'should', "n't", 'see', 'it'],
  ])
  expect(split(text).map(({ newParagraph }) => newParagraph)).toEqual([true, false, true])
  expect(wordsOf(split("SHE DOESN'T")[0])).toEqual(['SHE', 'DOES', "N'T"])
})

test('a sentence becomes CoNLL-U with its text, ranges and missing spaces', () => {
  expect(toSentence(split("He didn't do it.")[0], { sent_id: 'a1' }).toString()).toBe(
    '# sent_id = a1\n' +
      "# text = He didn't do it.\n" +
      '1\tHe\t_\t_\t_\t_\t_\t_\t_\t_\n' +
      "2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_\n" +
      '2\tdid\t_\t_\t_\t_\t_\t_\t_\t_\n' +
      "3\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n" +
      '4\tdo\t_\t_\t_\t_\t_\t_\t_\t_\n' +
      '5\tit\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n' +
      '6\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n',
  )
})

/** Every character except spaces is in one token, and tokens come in order. */
function expectLossless(text: string, sentences: readonly TokenizedSentence[]): void {
  let at = 0
  for (const sentence of sentences) {
    expect(sentence.text).toBe(text.slice(sentence.start, sentence.end))
    for (const { form, start, end, spaceAfter } of sentence.tokens) {
      expect(text.slice(at, start)).toMatch(/^\s*$/)
      expect(form).toBe(text.slice(start, end).replace(/\s+/g, ' '))
      expect(spaceAfter).toBe(end === text.length || /\s/.test(text[end]))
      at = end
    }
  }
  expect(text.slice(at)).toMatch(/^\s*$/)
}

test('nothing of any text is lost, and surrogate pairs stay whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const sentences = split(text)
      expectLossless(text, sentences)
      for (const { tokens } of sentences)
        for (const { form } of tokens) expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(form)).toBe(false)
    }),
    { seed: 7 },
  )
})

test('odd texts: empty, blank, punctuation, 3000 words without a full stop, right to left, emoji', () => {
  expect(split('')).toEqual([])
  expect(split(' \n\n \t')).toEqual([])
  for (const text of [
    '...!?!',
    'he '.repeat(3000),
    'שלום עולם',
    'ok 👩‍👩‍👧‍👦👍🏽 ok',
    '\ud83d x',
    'a\r\n\r\nb',
  ])
    expectLossless(text, split(text))
  expect(split('a\r\n\r\nb')).toHaveLength(2)
  expect([...tokenizer.tokenize('a\nb', { lines: true })]).toHaveLength(2)
  expect(split('a\nb')).toHaveLength(1)
})

test('a stream in pieces gives what the whole text gives', async () => {
  const plain = treebankText(treebank())
  const text = `${plain}\n`.repeat(5) + plain.replace(/\n/g, ' ').repeat(30) + plain + 'x'.repeat(80000)
  const pieces = text.match(/[\s\S]{1,997}/g)!
  const streamed: TokenizedSentence[] = []
  for await (const sentence of tokenizer.tokenizeStream(pieces)) streamed.push(sentence)
  const whole = split(text)
  expectLossless(text, whole)
  expect(streamed.map(({ start, tokens }) => ({ start, tokens }))).toEqual(
    whole.map(({ start, tokens }) => ({ start, tokens })),
  )
})

test('a script without spaces is split by its characters', () => {
  const words = ['我', '喜欢', '看', '书', '你们', '不', '来']
  const sentences = Array.from({ length: 60 }, (_, i) =>
    makeSentence(
      [words[i % 7], words[(i * 3 + 1) % 7], words[(i * 5 + 2) % 7], '。'].map((form) => ({
        form,
        misc: 'SpaceAfter=No',
      })),
    ),
  )
  const chinese = trainTokenizer(sentences)
  const found = [...chinese.tokenize('你们不看书。我喜欢来。')].map(wordsOf)
  expect(found).toEqual([
    ['你们', '不', '看', '书', '。'],
    ['我', '喜欢', '来', '。'],
  ])
})

test('a treebank that says nothing of spaces still teaches to split off punctuation', () => {
  const plain = treebank().map((sentence) => makeSentence([...sentence.forms]))
  expect([...trainTokenizer(plain).tokenize('Ann did like it.')].map(wordsOf)).toEqual([
    ['Ann', 'did', 'like', 'it', '.'],
  ])
})

test('training twice gives the same bytes, and a model that was read splits the same', () => {
  const bytes = writeModel(tokenizer.toModel())
  expect(writeModel(trainTokenizer(treebank()).toModel())).toEqual(bytes)
  const read = Tokenizer.fromModel(readModel(bytes))
  const text = treebankText(treebank())
  expect([...read.tokenize(text)]).toEqual(split(text))
})

test('no sentences and foreign models are refused', () => {
  expect(() => trainTokenizer([])).toThrow(ParleyError)
  const model = tokenizer.toModel()
  expect(() => Tokenizer.fromModel({ ...model, header: { ...model.header, kind: 'tagger' } })).toThrow(
    /tagger/,
  )
  expect(() => Tokenizer.fromModel({ ...model, header: { ...model.header, features: 2 } })).toThrow(
    /version 2 of the tokenizer's features, and this Parley has version 1\. Train it again/,
  )
  expect(() => Tokenizer.fromModel({ ...model, arrays: {} })).toThrow(/tokenEnds/)
})

test.skipIf(data === undefined)(
  `EWT: accuracy on dev from 1,500 sentences${data === undefined ? ' (skipped: PARLEY_DATA is not set)' : ''}`,
  () => {
    const load = (part: string) =>
      parseConllu(gunzipSync(readFileSync(`${data}/ud/en_ewt/${part}.conllu.gz`)).toString())
    const trained = trainTokenizer(load('train').slice(-1500), { epochs: 4 })
    const gold = load('dev').slice(0, 800)
    const system = [...trained.tokenize(treebankText(gold))].map((sentence) => toSentence(sentence))
    const { scores } = evaluateConllu(gold, system)
    expect(scores.Tokens!.f1).toBeGreaterThan(0.965)
    expect(scores.Words!.f1).toBeGreaterThan(0.96)
    expect(scores.Sentences!.f1).toBeGreaterThan(0.72)
  },
)

describe('multiword tokens with spaces inside, which CoNLL-U does not have', () => {
  /**
   * "Ann eats in the bay ." where "in the" and "del mar" are multiword tokens; `numbers` adds words such as
   * "10 000".
   */
  function spaced(numbers: boolean): Sentence[] {
    const rows: string[] = []
    for (const subject of ['Ann', 'Bob', 'She', 'He'])
      for (const verb of ['eats', 'sees', 'takes'])
        for (const object of ['fish', 'bread', ...(numbers ? ['10 000', '20 000'] : [])]) {
          const lines = [
            subject,
            verb,
            '3-4 in the',
            'in',
            'the',
            '5-7 del mar',
            'de',
            'el',
            'mar',
            `${object}`,
            '.',
          ]
          let word = 0
          for (const line of lines) {
            const [, id, form] = /^(\d+-\d+) (.*)$/.exec(line) ?? [undefined, String(++word), line]
            const misc = form === object ? 'SpaceAfter=No' : '_'
            rows.push(`${id}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}`)
          }
          rows.push('')
        }
    return parseConllu(`${rows.join('\n')}\n`, { strict: false, onWarning: () => {} })
  }
  const text = 'Ann eats in the del mar fish. Bob sees in the bread.\n\nShe takes del mar bread.\n'

  test.each([false, true])('give a tokenizer that loses no text (words with spaces: %s)', (numbers) => {
    const found = trainTokenizer(spaced(numbers))
    const sentences = [...found.tokenize(text)]
    expectLossless(text, sentences)
    expect(sentences.map(wordsOf)).toEqual([
      ['Ann', 'eats', 'in', 'the', 'del', 'mar', 'fish', '.'],
      ['Bob', 'sees', 'in', 'the', 'bread', '.'],
      ['She', 'takes', 'del', 'mar', 'bread', '.'],
    ])
    for (const sentence of sentences) parseConllu(toSentence(sentence).toString())
    if (numbers) expect(wordsOf([...found.tokenize('Ann eats 10 000.')][0])).toContain('10 000')
  })

  test('are taken apart at their spaces where a model knows them', () => {
    const model = trainTokenizer(spaced(true)).toModel()
    // An old model: tokens continue over spaces, and the table has forms with spaces, and worse.
    const forms = [
      ['10 000', '10', '000'],
      ['20 000', '', ' 20'],
    ]
    const old = Tokenizer.fromModel({
      ...model,
      header: { ...model.header, multiwords: { forms, endings: [] } },
    })
    const sentences = [...old.tokenize('Ann eats 10 000. Bob eats 20 000.')]
    expect(sentences.map(wordsOf)).toEqual([
      ['Ann', 'eats', '10', '000', '.'],
      ['Bob', 'eats', '20 000', '.'],
    ])
    expectLossless('Ann eats 10 000. Bob eats 20 000.', sentences)
    for (const sentence of sentences) parseConllu(toSentence(sentence).toString())
  })

  test('of which the words spell the pieces teach how the pieces are split', () => {
    const sentences = Array.from({ length: 30 }, (_, i) =>
      makeSentence(['Ann', ...(i % 2 === 0 ? ["didn't", 'go'] : ['went']), '.']),
    )
    const joined = sentences.flatMap((sentence) =>
      parseConllu(
        sentence
          .toString()
          .replace("2\tdidn't", "2-4\tdidn't go\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdid")
          .replace('3\tgo', "3\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n4\tgo")
          .replace(/\n4\t\./, '\n5\t.'),
        { strict: false, onWarning: () => {} },
      ),
    )
    expect([...trainTokenizer(joined).tokenize("Ann didn't go .")].map(wordsOf)).toEqual([
      ['Ann', 'did', "n't", 'go', '.'],
    ])
  })

  test('and blank forms do no harm to the rest of a paragraph', () => {
    const blank = treebank().map((sentence) => {
      const rows = sentence
        .toString()
        .replace(/^1\t(\S+)/m, '1\t \n2\t$1 ')
        .split('\n')
      let word = 0
      const lines = rows
        .filter((row) => !row.includes('-'))
        .map((row) => {
          const [, form] = row.split('\t')
          return form === undefined ? row : `${++word}\t${form}\t_\t_\t_\t_\t_\t_\t_\t_`
        })
      return parseConllu(lines.join('\n'), { strict: false, onWarning: () => {} })[0]
    })
    expect([...trainTokenizer(blank).tokenize('Ann did like it .')].map(wordsOf)).toEqual([
      ['Ann', 'did', 'like', 'it', '.'],
    ])
  })
})
