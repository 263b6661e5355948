// Summaries with stages that are simple enough to predict: every word depends on the first one of its
// sentence.
import { describe, expect, test } from 'vitest'
import { Pipeline } from '../../pipeline/pipeline.js'
import { parseConllu } from '../../text/conllu/read.js'
import { Compressor } from '../compress/compressor.js'
import { FEATURES } from './concept-features.js'
import { ConceptModel } from './concept-model.js'
import { Summariser } from './summariser.js'
import { packSummariser, unpackSummariser } from './summariser-model.js'

const pipeline = new Pipeline({
  tokenizer: {
    *tokenize(text) {
      for (const sentence of text.matchAll(/[^.]+\.?/g)) {
        const tokens = Array.from(sentence[0].matchAll(/[\w']+|[^\w\s]/g), ({ 0: form, index }) => {
          const start = sentence.index + index
          const end = start + form.length
          return { form, start, end, spaceAfter: /\s/.test(text[end] ?? ' '), words: [form] }
        })
        if (tokens.length > 0) yield { tokens }
      }
    },
  },
  tagger: {
    tag(forms) {
      const blank = forms.map(() => '_')
      const upos = forms.map((form) => (/\w/.test(form) ? 'NOUN' : 'PUNCT'))
      return { upos, xpos: blank, feats: blank, lemmas: [...forms] }
    },
  },
  parser: {
    parse({ forms, upos }) {
      const heads = forms.map((_, i) => (i === 0 ? 0 : 1))
      const deprels = upos.map((tag, i) => (tag === 'PUNCT' ? 'punct' : i === 0 ? 'root' : 'obl'))
      return { heads, deprels, status: 'optimal', value: 0, bound: 0, gap: 0, confidence: forms.map(() => 1) }
    },
  },
})
const settings = {
  words: 0.5,
  stopPairs: 0.5,
  least: 0.01,
  prices: { cut: 0.01, slack: 2, deletion: 0.01, sentence: 0, clause: 0.1 },
}
const model = { concepts: new ConceptModel(new Float64Array(FEATURES)), settings }
const summariser = new Summariser({ pipeline, compressor: new Compressor(), model })

const FIRST = 'Screens crack early. Batteries last long and the charger works.\n\nScreens crack early.'
const SECOND = 'Nobody likes that the screens crack. Keys stick.'

describe('a summary', () => {
  test.each([1, 2, 3, 5, 8, 12])('of at most %i words is so long at most, and in reading order', (words) => {
    const summary = summariser.summarise([FIRST, SECOND], { words })
    expect(summary.words).toBeLessThanOrEqual(words)
    expect(summary.text.match(/\w+/g)!.length).toBe(summary.words)
    expect(summary.bound).toBeGreaterThanOrEqual(summary.value)
    const order = summary.sentences.map(({ index }) => index)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    for (const { document, start, end, original, stretches } of summary.sentences) {
      const text = [FIRST, SECOND][document]
      expect(text.slice(start, end)).toBe(original)
      expect([stretches[0].start, stretches.at(-1)!.end]).toEqual([start, end])
    }
  })

  test('has whole sentences only if it is extractive, and needs no trees', () => {
    const { parser: _, ...stages } = pipeline.stages
    const extractor = new Summariser({ pipeline: new Pipeline(stages), compressor: new Compressor(), model })
    const { text, sentences } = extractor.summarise([FIRST, SECOND], { words: 8, extractive: true })
    expect(text).toBe(sentences.map(({ original }) => original).join(' '))
    expect(sentences.every(({ kept }) => kept.every((k) => k === 1))).toBe(true)
  })

  test('says a sentence that is there twice once', () => {
    const { text } = summariser.summarise([FIRST, FIRST], { words: 12 })
    expect(text.match(/Screens crack early/g)).toHaveLength(1)
  })

  test('of documents that fit is all of them', () => {
    const { text, status, gap, words, allWords } = summariser.summarise([FIRST, SECOND], { words: 100 })
    expect(text).toBe(
      'Screens crack early. Batteries last long and the charger works. Screens crack early. Nobody likes that the screens crack. Keys stick.',
    )
    expect([status, gap, words]).toEqual(['optimal', 0, allWords])
  })

  test('of one long sentence is a part of it', () => {
    const { sentences, words } = summariser.summarise(['Batteries last long and the charger works well.'], {
      words: 4,
    })
    expect(sentences).toHaveLength(1)
    expect(words).toBeLessThanOrEqual(4)
    expect(sentences[0].stretches.some(({ kept }) => !kept)).toBe(true)
  })

  test('of CoNLL-U says the same as of its text, with offsets into its sentences', () => {
    const text = 'Screens crack early. Batteries last long and the charger works.'
    const sentences = parseConllu(
      Array.from(pipeline.process(text), ({ sentence }) => String(sentence)).join(''),
    )
    const summary = summariser.summarise([sentences], { words: 5 })
    expect(summary.text).toBe(summariser.summarise([text], { words: 5 }).text)
    for (const { start, end, original } of summary.sentences)
      expect(text.replace('. ', '.\n').slice(start, end)).toBe(original)
  })

  test('considers no more sentences than the limit', () => {
    const { considered, allSentences } = summariser.summarise([FIRST, SECOND], { words: 5, maxSentences: 2 })
    expect([considered, allSentences]).toEqual([2, 5])
  })

  test('reports what the documents are about', () => {
    const { concepts, sentences } = summariser.summarise([FIRST, SECOND], { words: 3 })
    const crack = concepts.find(({ key }) => key === 'screen crack')!
    expect(crack.count).toBe(3)
    expect(crack.covered).toBe(sentences.some(({ text }) => /screens crack/i.test(text)))
    expect(concepts.map(({ weight }) => weight)).toEqual(concepts.map((c) => c.weight).sort((a, b) => b - a))
  })

  test('is the same every time', () => {
    const once = summariser.summarise([FIRST, SECOND], { words: 7 })
    expect(summariser.summarise([FIRST, SECOND], { words: 7 })).toEqual(once)
  })
})

describe('what cannot be summarised well', () => {
  test('no text at all gives an empty summary and a warning', () => {
    for (const documents of [[], [''], ['  \n\n ']]) {
      const { text, warnings } = summariser.summarise(documents, { words: 10 })
      expect([text, warnings]).toEqual(['', ['There is no text to summarise.']])
    }
  })

  test.each([0, -1, 2.5, Number.NaN])('a budget of %d is refused', (words) => {
    expect(() => summariser.summarise([FIRST], { words })).toThrow(/whole number of at least 1/)
  })

  test('HTML is refused by name, a text that mentions a tag is not', () => {
    const page = `<!DOCTYPE html><html><body>${'<p>Screens crack.</p>'.repeat(5)}</body></html>`
    expect(() => summariser.summarise([FIRST, page], { names: ['a.txt', 'b.html'] })).toThrow(
      /looks like HTML/,
    )
    expect(
      summariser.summarise(['Use <b> or <p> for that. It works.'], { words: 3 }).words,
    ).toBeLessThanOrEqual(3)
  })

  test('another language is said', () => {
    const german =
      'Der Akku hält lange durch und das Ladegerät funktioniert gut. Die Tasten klemmen leider oft. '.repeat(
        4,
      )
    expect(summariser.summarise([german], { words: 5 }).warnings[0]).toMatch(/does not look like English/)
    expect(summariser.summarise([FIRST, SECOND], { words: 5 }).warnings).toEqual([])
  })
})

test('a summariser in a model file is the same again', () => {
  const weights = Float64Array.from({ length: FEATURES }, (_, i) => Math.fround(Math.sin(i)))
  const packed = packSummariser(
    { concepts: new ConceptModel(weights), settings },
    { licence: 'MIT', trainedOn: 'x' },
  )
  expect(unpackSummariser(packed)).toEqual({ concepts: new ConceptModel(weights), settings })
  expect(() => unpackSummariser({ ...packed, arrays: {} })).toThrow(/not a usable summariser/)
})
