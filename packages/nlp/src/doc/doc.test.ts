// The laws of documents: places cover the text, trees are trees, and nothing is lost on the way to JSON and
// CoNLL-U and back.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPipeline } from '../pipeline/model.js'
import { makeSentence } from '../text/conllu/make.js'
import { parseConllu } from '../text/conllu/read.js'
import { Doc } from './doc.js'

const pipeline = readPipeline(
  gunzipSync(readFileSync(new URL('../../../model-en/english.parley.gz', import.meta.url))),
)
const parsed = (text: string, options = {}) =>
  new Doc(
    text,
    Array.from(pipeline.process(text, options), ({ sentence, offsets, parse }) => ({
      sentence,
      offsets: offsets!,
      parse,
    })),
  )
const copyOf = (doc: Doc) => Doc.fromJSON(JSON.parse(JSON.stringify(doc)))

/** What must hold for every document. */
function requireLaws(doc: Doc): void {
  const { text, tokens } = doc
  // The surface and the white space after it are the text.
  const surface = tokens.filter(
    ({ multiword }, i) => multiword === null || multiword !== tokens[i - 1]?.multiword,
  )
  const pieces = surface.map((token) => {
    const last = token.multiword?.tokens.at(-1) ?? token
    return text.slice(token.start, token.end) + last.whitespace
  })
  expect(text.slice(0, tokens[0]?.start ?? text.length) + pieces.join('')).toBe(text)
  const points = Array.from(text)
  for (const token of tokens) {
    expect(points.slice(token.codePointStart, token.codePointEnd).join('')).toBe(
      text.slice(token.start, token.end),
    )
    if (token.end > token.start) expect(doc.tokenAt(token.start)?.start).toBe(token.start)
    expect(token.whitespace.trim()).toBe('')
    for (const child of token.children) expect(child.head).toBe(token)
    if (token.head !== null) expect(token.head.children).toContain(token)
    expect(token.subtree).toContain(token)
  }
  for (const sentence of doc) {
    const { root, nounPhrases } = sentence
    if (sentence.parse !== null) {
      expect(root?.subtree).toHaveLength(sentence.tokens.length)
      for (const token of sentence.tokens)
        expect(token === root || token.ancestors.at(-1) === root).toBe(true)
    }
    nounPhrases.forEach((phrase, i) => {
      // Two words of one multiword token have the same place in the text.
      expect(phrase.tokens[0].index).toBeGreaterThan(nounPhrases[i - 1]?.tokens.at(-1)?.index ?? -1)
      expect(['NOUN', 'PROPN', 'PRON']).toContain(phrase.tokens.find(({ upos }) => upos?.endsWith('N'))?.upos)
    })
  }
  const copy = copyOf(doc)
  expect(copy.toConllu()).toBe(doc.toConllu())
  expect(copy.toJSON()).toEqual(doc.toJSON())
  expect(copy.text).toBe(text)
  expect(copy.sentences.map(({ parse }) => parse && { ...parse, iterations: 0 })).toEqual(
    doc.sentences.map(
      ({ parse }) =>
        parse && {
          ...parse,
          iterations: 0,
          confidence: Float64Array.from(parse.confidence),
          margin: Float64Array.from(parse.margin!),
        },
    ),
  )
}

const EMOJI = [
  '👍',
  '👩‍👩‍👧',
  'é',
  '\u0301',
  '\ud800',
  '中文',
  "don't",
  'cannot',
  '\n\n',
  '\t',
  '  ',
  '\u00a0',
  '…',
  '. ',
  '"',
  '\ufeff',
]
const someText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...EMOJI, 'Dogs', ' ', ' bark', ' I ', ' saw '),
      fc.string({ unit: 'grapheme' }),
    ),
    {
      maxLength: 25,
    },
  )
  .map((parts) => parts.join(''))

test('a document of any text', () => {
  fc.assert(
    fc.property(someText, (text) => requireLaws(parsed(text))),
    { numRuns: 60 },
  )
})

test('a document of a treebank keeps comments, multiword tokens, empty nodes and every column', () => {
  const conllu = [
    '# newdoc\n# text = I can’t\u00a0 go 👍.\n1\tI\tI\tPRON\tPRP\tCase=Nom\t4\tnsubj\t4:nsubj\t_',
    '2-3\tcan’t\t_\t_\t_\t_\t_\t_\t_\tNote=x',
    '2\tca\tcan\tAUX\t_\t_\t4\taux\t_\t_',
    '3\tn’t\tnot\tPART\t_\t_\t4\tadvmod\t_\tGloss=nicht|Flag',
    '3.1\tsomeone\t_\t_\t_\t_\t_\t_\t0:root\t_',
    '4\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_',
    '5\t👍\t👍\tSYM\t_\t_\t4\tdiscourse\t_\tSpaceAfter=No',
    '6\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\tSpacesAfter=\\s\\n\n',
    '1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n',
  ].join('\n')
  const doc = Doc.fromConllu(conllu)
  expect(doc.toConllu()).toBe(conllu)
  expect(doc.text).toBe('I can’t\u00a0 go 👍. \n_')
  requireLaws(doc)
  const [i, ca, nt, , thumb, stop] = doc.tokens
  expect([ca.multiword?.text, nt.multiword?.tokens.map(String)]).toEqual(['can’t', ['ca', 'n’t']])
  expect([ca.whitespace, nt.whitespace, thumb.whitespace, stop.whitespace]).toEqual([
    '',
    '\u00a0 ',
    '',
    ' \n',
  ])
  expect([i.feats, nt.misc, nt.head?.text, nt.lemma, doc.tokens[6].lemma]).toEqual([
    { Case: 'Nom' },
    { Gloss: 'nicht', Flag: '' },
    'go',
    'not',
    null,
  ])
  expect([stop.start, stop.codePointStart]).toEqual([14, 13])
  expect(doc.span(3, 12)?.text).toBe('can’t\u00a0 go')
  expect(doc.tokenAt(7)).toBeNull()
})

const data = process.env.PARLEY_DATA
const treebanks = data && existsSync(join(data, 'ud')) ? filesOf(join(data, 'ud')) : []
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('dev.conllu.gz'))
    .map((path) => join(folder, path))
}
describe.skipIf(treebanks.length === 0)('treebanks', () => {
  test.each(treebanks)('%s', (file) => {
    const all = parseConllu(gunzipSync(readFileSync(file)).toString(), { strict: false, onWarning: () => {} })
    // A sample, with more of those that have lines that are no words.
    const some = all.filter((one, i) => i % 25 === 0 || (i % 7 === 0 && one.otherRows.length > 0))
    const doc = Doc.fromSentences(some)
    expect(doc.toConllu()).toBe(some.map(String).join(''))
    requireLaws(doc)
    for (const sentence of doc)
      if (sentence.conllu.text?.trim() === sentence.conllu.text)
        expect(sentence.text).toBe(sentence.conllu.text)
  })
})

test('a tree can be walked', () => {
  const doc = parsed('The mayor’s old house burned down. Her dog ran away.')
  const burned = doc.sentences[0].root!
  expect([burned.text, burned.children.map(String)]).toEqual(['burned', ['house', 'down', '.']])
  expect(burned.children[0].span.text).toBe('The mayor’s old house')
  expect(burned.children[0].ancestors).toEqual([burned])
  expect(doc.nounPhrases.map(({ text, root }) => [text, root.text])).toEqual([
    ['The mayor’s old house', 'house'],
    ['Her dog', 'dog'],
  ])
})

test('the quality of trees and the next best trees are kept', () => {
  const doc = parsed('I saw the man with the telescope.', { k: 3 })
  const { parse } = doc.sentences[0]
  expect(parse).toMatchObject({ status: 'optimal', gap: expect.any(Number) })
  expect(parse!.alternatives).toHaveLength(2)
  const copy = copyOf(doc).sentences[0].parse!
  expect(copy.alternatives!.map(({ heads }) => heads)).toEqual(
    parse!.alternatives!.map(({ heads }) => Int32Array.from(heads)),
  )
  expect(doc.tokens[0].confidence).toBeGreaterThan(0.5)
})

test('cycles and several roots of a broken treebank do not hang', () => {
  const sentence = makeSentence([
    { form: 'a', head: 2, deprel: 'dep' },
    { form: 'b', head: 1, deprel: 'dep' },
    { form: 'c', head: 0, deprel: 'root' },
  ])
  const [a, b] = Doc.fromSentences([sentence]).tokens
  expect([a.subtree.length, a.ancestors, b.span.text]).toEqual([2, [b], 'a b'])
})

describe('JSON that is no document is refused', () => {
  const good = () => JSON.parse(JSON.stringify(parsed('Dogs bark.')))
  const changed = (change: (doc: ReturnType<typeof good>) => void) => {
    const doc = good()
    change(doc)
    return doc
  }
  test.each([
    ['nothing', null, /the document is not an object/],
    ['another format', {}, /does not say/],
    ['a later version', changed((doc) => (doc.version = 2)), /has version 2/],
    ['a line in a word', changed((doc) => (doc.sentences[0].tokens[0].form = 'a\n\n1\tb')), /end of a line/],
    ['a comment without #', changed((doc) => (doc.sentences[0].comments = ['1\t_'])), /no comment/],
    ['a place outside', changed((doc) => (doc.sentences[0].tokens[2].end = 99)), /has no place/],
    ['places out of order', changed((doc) => (doc.sentences[0].tokens[1].start = 0)), /has no place/],
    ['no words', changed((doc) => (doc.sentences[0].tokens = [])), /is not one sentence/],
    ['too few numbers', changed((doc) => (doc.sentences[0].parse.confidence = [1])), /1 numbers for 3 words/],
    ['no numbers', changed((doc) => (doc.sentences[0].parse.value = 'much')), /is not a number/],
  ])('%s', (_, json, message) => {
    expect(() => Doc.fromJSON(json)).toThrow(message)
  })
  test('any change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('text', 'sentences'), (value, field) => {
        try {
          Doc.fromJSON({ ...good(), [field]: value })
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-input' })
        }
      }),
    )
  })
})
