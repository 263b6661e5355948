// The matcher finds what a naive matcher finds, on random sentences and patterns; a search through a corpus
// finds what a search of each sentence finds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { naiveMatches, type TestCondition, type TestNode, written } from '../../test-support/naive-search.js'
import { parseConllu } from '../text/conllu/read.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { OPERATORS } from './pattern/syntax.js'
import { TreePattern } from './tree-pattern.js'
import { searchTrees } from './tree-search.js'

const VALUES = {
  form: ['a', 'b', 'ab', '/'],
  lemma: ['a', '_', 'ä"'],
  upos: ['VERB', 'NOUN'],
  feats: ['_', 'N=1', 'N=2|P=1', 'NN=1|P=2'],
  misc: ['_', 'N=1', 'P=1|N=2'],
} as const
const LABELS = ['nsubj', 'obj', 'obj:x']

const words = fc.array(
  fc.record({
    form: fc.constantFrom(...VALUES.form),
    lemma: fc.constantFrom(...VALUES.lemma),
    upos: fc.constantFrom(...VALUES.upos),
    feats: fc.constantFrom(...VALUES.feats),
    misc: fc.constantFrom(...VALUES.misc),
    head: fc.nat(99),
    deprel: fc.constantFrom(...LABELS),
    kind: fc.constantFrom('plain', 'plain', 'empty', 'range'),
  }),
  { minLength: 1, maxLength: 7 },
)

/** Sentences with trees, forests and cycles, multiword tokens and empty nodes. */
const sentenceText = words.map((all) => {
  const lines = all.map(({ form, lemma, upos, feats, misc, head, deprel, kind }, i) => {
    const id = i + 1
    // Most heads are to the left, so that there are trees; other heads make cycles, and 95 is unknown.
    const number = head >= 95 ? '_' : String(head < 70 ? head % id : head % (all.length + 1))
    const word = [id, form, lemma, upos, '_', feats, number, deprel, '_', misc].join('\t')
    const empty = kind === 'empty' ? `\n${id}.1\tVERB\t_\t_\t_\t_\t_\t_\t_\t_` : ''
    const range = kind === 'range' ? `${id}-${id}\tab\t_\t_\t_\t_\t_\t_\t_\t_\n` : ''
    return `${range}${word}${empty}`
  })
  return `# text = obj\n${lines.join('\n')}\n\n`
})

const condition: fc.Arbitrary<TestCondition> = fc
  .constantFrom('form', 'lemma', 'upos', 'feats', 'misc')
  .chain((column) => {
    const keys = column === 'feats' || column === 'misc' ? ['N', 'P'] : []
    return fc.record({
      column: fc.constant(column),
      key: keys.length === 0 ? fc.constant(null) : fc.constantFrom(null, ...keys),
      negated: fc.boolean(),
      regex: fc.boolean(),
      values: fc.option(
        fc.array(fc.constantFrom('1', '2', ...VALUES[column]), { minLength: 1, maxLength: 2 }),
      ),
    })
  })
  .map((one) => ({
    ...one,
    values: one.regex
      ? (one.values?.map((value) => value.replaceAll(/[/|]/g, '.').replace('1', '[12]')) ?? null)
      : one.values,
  }))

const name = fc.constantFrom(null, null, 'x', 'y')
const node = (depth: number): fc.Arbitrary<TestNode> =>
  fc.record({
    name,
    conditions: fc.array(condition, { maxLength: 1 }),
    relations:
      depth === 0
        ? fc.constant([])
        : fc.array(
            fc
              .record({
                operator: fc.constantFrom(...OPERATORS),
                negated: fc.constantFrom(false, false, true),
                labels: fc.option(fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 2 })),
                target: node(depth - 1),
              })
              .map((one) => ({ ...one, labels: '<>'.includes(one.operator) ? one.labels : null })),
            { maxLength: 2 },
          ),
  })
const pattern = fc.array(node(2), { minLength: 1, maxLength: 2 }).filter((clauses) => size(clauses) <= 5)

function size(nodes: readonly TestNode[]): number {
  return nodes.reduce((sum, { relations }) => sum + 1 + size(relations.map(({ target }) => target)), 0)
}

function read(text: string): Sentence[] {
  return parseConllu(text, { strict: false, onWarning: () => {} })
}

/** Compiles a pattern; null if a node is related to itself. */
function compiled(clauses: readonly TestNode[]): TreePattern | null {
  try {
    return new TreePattern(written(clauses))
  } catch (error) {
    expect(String(error)).toMatch(/no relation to itself/)
    return null
  }
}

test('finds what the naive matcher finds', () => {
  let found = 0
  fc.assert(
    fc.property(pattern, fc.array(sentenceText, { minLength: 1, maxLength: 4 }), (clauses, texts) => {
      const own = compiled(clauses)
      if (own === null) return
      for (const text of texts) {
        const [sentence] = read(text)
        const naive = naiveMatches(clauses, sentence)
        const { matches, complete } = own.find(sentence, { limit: 10_000 })
        expect({ pattern: own.text, words: matches.map(({ words: all }) => all) }).toEqual({
          pattern: own.text,
          words: naive,
        })
        expect(complete).toBe(true)
        found += matches.length
      }
    }),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(300)
})

test('a corpus in pieces of any size gives the sentences that match', async () => {
  const corpus = fc.array(sentenceText, { minLength: 1, maxLength: 8 }).map((texts) => texts.join(''))
  const pieceSize = fc.integer({ min: 1, max: 400 })
  await fc.assert(
    fc.asyncProperty(pattern, corpus, pieceSize, fc.boolean(), async (clauses, text, size, crlf) => {
      const own = compiled(clauses)
      if (own === null) return
      const given = crlf ? text.replaceAll('\n', '\r\n') : text
      const bytes = new TextEncoder().encode(given)
      const pieces: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
      const expected = read(text).flatMap((sentence, i) => {
        const { matches } = own.find(sentence)
        return matches.length === 0 ? [] : [{ number: i + 1, line: sentence.line, matches }]
      })
      const search = searchTrees(own, pieces, { strict: false, onWarning: () => {} })
      const found: unknown[] = []
      let next = await search.next()
      for (; !next.done; next = await search.next()) {
        const { number, sentence, matches } = next.value
        found.push({ number, line: sentence.line, matches })
      }
      expect(found).toEqual(expected)
      expect(next.value).toBe(read(text).length)
    }),
    { numRuns: 150 },
  )
})
