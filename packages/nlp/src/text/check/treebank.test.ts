// What looks wrong in a treebank is found once, counted, and shown with its first line.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { block } from '../../testing/words.js'
import { countRoots, findCycle, isProjective } from '../conllu/heads.js'
import { parseConllu } from '../conllu/read.js'
import { treebankSummary } from './summary.js'
import { checkTreebank } from './treebank.js'

const read = (text: string) => parseConllu(text, { strict: false, onWarning: () => {} })
const check = (text: string, training?: string) =>
  checkTreebank(read(text), training === undefined ? undefined : read(training))
const findings = (text: string, training?: string) =>
  check(text, training).findings.map(({ severity, code, count, line }) => [severity, code, count, line])

const GOOD = block('# x', '1 a a NOUN N Case=Nom 2 nsubj', '2 b b VERB V Tense=Pres 0 root')

describe('findings', () => {
  test('a good treebank has none', () => {
    expect(findings(GOOD)).toEqual([])
    expect(treebankSummary(check(GOOD))).toContain('Nothing looks wrong.')
  })

  test.each<[string, string, unknown[]]>([
    ['no sentences', '', ['error', 'empty', 1, undefined]],
    [
      'a cycle',
      block('1 c c NOUN N _ 2 obj', '2 d d NOUN N _ 1 obj', '3 e e VERB _ _ 0 root'),
      ['error', 'cycle', 1, 5],
    ],
    [
      'a word that is its own head',
      block('1 c c NOUN N _ 1 obj', '2 d d VERB N _ 0 root'),
      ['error', 'cycle', 1, 5],
    ],
    [
      'a head outside',
      block('1 c c NOUN N _ 0 root', '2 d d NOUN N _ 9 obj'),
      ['error', 'head-outside', 1, 6],
    ],
    [
      'a missing head',
      block('1 c c NOUN N _ 0 root', '2 d d NOUN N _ _ obj'),
      ['error', 'head-missing', 1, 6],
    ],
    ['two roots', block('1 c c NOUN N _ 0 root', '2 d d NOUN N _ 0 root'), ['warning', 'many-roots', 1, 5]],
    ['an unknown tag', block('1 c c NOUNN N _ 0 root'), ['warning', 'unknown-tag', 1, 5]],
    [
      'an unknown relation',
      block('1 c c NOUN N _ 2 sub', '2 d d VERB V _ 0 root'),
      ['warning', 'unknown-relation', 1, 5],
    ],
    ['a text with another word', block('# text = ax b', '1 a', '2 c'), ['warning', 'text', 1, 5]],
    ['a text with another space', block('# text = ac', '1 a', '2 c'), ['warning', 'text', 1, 5]],
    ['the same sentence again', block('# y', '1 a b X', '2 b'), ['warning', 'duplicate', 1, 5]],
  ])('%s', (_, text, finding) => {
    const all = text === '' ? '' : GOOD + text
    expect(findings(all)).toContainEqual(finding)
    expect(findings(all).filter(([, code]) => !['head-missing', finding[1]].includes(code))).toEqual([])
  })

  test('a text is that of the tokens, multiword tokens among them', () => {
    const text = block(
      "# text = I don't .",
      '1 I',
      "2-3 don't _ _ _ _ _ _ _ SpaceAfter=Yes",
      '2 do',
      "3 n't",
      '4 . _ _ _ _ _ _ _ SpaceAfter=No',
    )
    const codes = (more: string) => check(more).findings.map(({ code }) => code)
    expect(codes(text)).not.toContain('text')
    expect(codes(text.replace('SpaceAfter=Yes', 'SpaceAfter=No'))).toContain('text')
  })

  test('findings of a kind are one, with how many there are', () => {
    const two = block('1 c c NOUN N _ 0 root', '2 d d NOUN N _ 0 root')
    const [finding] = check(GOOD + two + two.replace('\tc\t', '\tz\t')).findings
    expect(finding).toMatchObject({ code: 'many-roots', count: 2, line: 5 })
    expect(finding.message).toMatch(/^2 sentences have several roots/)
  })

  test('a subtype of a known relation is known', () => {
    expect(findings(GOOD.replace('nsubj', 'nsubj:pass'))).toEqual([])
  })

  test('columns without anything', () => {
    const report = check(block('1 a', '2 b'))
    expect(report.missingColumns).toEqual(['lemma', 'upos', 'xpos', 'feats', 'head', 'deprel'])
    expect(report.findings.map((f) => f.code)).toEqual(['missing-column'])
    expect(report.trees).toBe(0)
  })

  test('a tag set of its own is reported once, not as single unknown tags', () => {
    const report = check(block('1 a a NC _ _ 0 ROOT', '2 b b VA _ _ 1 pobj'))
    expect([report.upos.universal, report.deprel.universal]).toEqual([false, false])
    expect(report.findings.map((f) => f.code)).toEqual(['missing-column'])
    expect(treebankSummary(report)).toMatch(/UPOS: 2 tags, not those of Universal Dependencies/)
  })

  test('against the training part: sentences in both, and what cannot be learned', () => {
    const other = block('1 q q ADJ N Case=Nom 0 root', '2 r r VERB V _ 1 obj')
    expect(findings(GOOD + other, GOOD)).toEqual([
      ['warning', 'overlap', 1, 1],
      ['warning', 'new-tag', 1, 5],
      ['warning', 'new-relation', 1, 6],
    ])
  })
})

test('the figures', () => {
  const text =
    GOOD +
    block(
      '1-2 ab',
      '1 a a NOUN N _ 3 obj',
      '2 b b NOUN M _ 4 obj',
      '3 c c VERB V _ 0 root',
      '3.1 x',
      '4 d d VERB V _ 3 xcomp',
    )
  expect(check(text)).toMatchObject({
    sentences: 2,
    words: 6,
    multiwordTokens: 1,
    emptyNodes: 1,
    longest: { words: 4, line: 5 },
    trees: 2,
    nonProjective: 1,
    upos: {
      size: 2,
      counts: [
        ['NOUN', 3],
        ['VERB', 3],
      ],
      singletons: [],
      unknown: [],
      universal: true,
    },
    xpos: { size: 3, singletons: ['M'], universal: null },
    deprel: { size: 4, singletons: ['nsubj', 'xcomp'] },
  })
})

describe('trees', () => {
  const anyHeads = fc
    .integer({ min: 1, max: 7 })
    .chain((n) => fc.array(fc.integer({ min: 0, max: n }), { minLength: n, maxLength: n }))

  /** All ancestors of a word, or null if there is a cycle. */
  const ancestors = (heads: readonly number[], word: number) => {
    const above: number[] = []
    for (let w = heads[word - 1]; w !== 0; w = heads[w - 1]) {
      if (above.includes(w)) return null
      above.push(w)
    }
    return [...above, 0]
  }

  test('a cycle is found if and only if some path never reaches the root', () => {
    fc.assert(
      fc.property(anyHeads, (heads) => {
        const cycle = findCycle(heads)
        const endless = heads.some((_, w) => ancestors(heads, w + 1) === null)
        expect(cycle !== null).toBe(endless)
        cycle?.forEach((w, i) => {
          expect(heads[w] - 1).toBe(cycle[(i + 1) % cycle.length])
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('a tree is projective if and only if all words between a head and its dependent descend from the head', () => {
    fc.assert(
      fc.property(anyHeads, (heads) => {
        fc.pre(findCycle(heads) === null)
        const projective = heads.every((head, w) => {
          const between = heads
            .map((_, v) => v + 1)
            .filter((v) => v > Math.min(head, w + 1) && v < Math.max(head, w + 1))
          return between.every((v) => ancestors(heads, v)!.includes(head))
        })
        expect(isProjective(heads)).toBe(projective)
      }),
      { numRuns: 1000 },
    )
  })

  test('roots', () => {
    expect(countRoots([0, 1, 0, -1])).toBe(2)
  })
})
