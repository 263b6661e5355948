// The parser in the rule language (examples/logic/dependency-parser.parley) against the factors of
// @parleyjs/nlp, which are built by hand: the optima of their relaxations, by HiGHS. With more sentences, and
// a table of what came out:
//
//   PARLEY_PARSES=200 npx vitest run bench/src/logic/hand-built.test.ts --testTimeout 0
//
// PARLEY_LOGIC_MODEL names a parser of size `logic`: then its scores on $PARLEY_DATA/ud/en_ewt/dev are
// compared, too.
import { type FactorGraph, linearProgram } from '@parleyjs/core'
import { modelUrl } from '@parleyjs/model-en'
import { type ParserInput, type PartName, partList } from '@parleyjs/nlp/internal'
import { afterAll, describe, expect, test } from 'vitest'
import { type PartCase, parserCase, randomCase } from '../../test-support/part-cases.js'
import { loadHighs, runHighs } from '../highs-peer.js'
import { loadParser } from '../parsing/trained-models.js'
import { readTreebank } from '../parsing/treebanks.js'
import { markdownTable } from '../table.js'
import { groundParser, parserRules } from './parser-rules.js'

const COUNT = Number(process.env.PARLEY_PARSES ?? 12)
const LOGIC_MODEL = process.env.PARLEY_LOGIC_MODEL
const TOLERANCE = 1e-5
const LOGIC = partList('logic')
const highs = await loadHighs()

/** The optimum of a graph's relaxation, or (`integer`) of the graph. */
function optimum(graph: FactorGraph, integer = false): number {
  const { finished, objective } = runHighs(highs, linearProgram(graph), integer ? 'mip' : 'simplex', 60)
  expect(finished).toBe(true)
  return objective!
}

interface Outcome {
  readonly byHand: number
  readonly byRules: number
  /** Score of the best tree. */
  readonly best: number
  /** The same optimum computed from the rules; only for some sentences, since it takes longest. */
  readonly bestByRules: number | null
}

function outcome({ n, singleRoot, arcs, scores, graph }: PartCase, i: number, asPrinted: boolean): Outcome {
  const { graph: ruleGraph } = groundParser(parserRules({ asPrinted, singleRoot }), n, arcs, scores)
  const byHand = optimum(graph)
  const byRules = optimum(ruleGraph)
  return {
    byHand,
    byRules,
    best: optimum(graph, true),
    bestByRules: i % 5 === 0 ? optimum(ruleGraph, true) : null,
  }
}

const rows: (string | number)[][] = []
const HEADER = [
  'rules',
  'scores',
  'parts',
  'sentences',
  'fractional',
  'same optimum',
  'rules looser',
  'tighter',
]
afterAll(() => {
  if (process.env.PARLEY_PARSES !== undefined) console.log(markdownTable(HEADER, rows))
})

/** Counts the outcomes, as a row of the table. */
function tally(asPrinted: boolean, scores: string, parts: readonly PartName[], cases: readonly PartCase[]) {
  const outcomes = cases.map((one, i) => outcome(one, i, asPrinted))
  const count = (test: (one: Outcome) => boolean) => outcomes.filter(test).length
  const tallied = {
    fractional: count(({ byHand, best }) => byHand > best + TOLERANCE),
    same: count(({ byHand, byRules }) => Math.abs(byHand - byRules) <= TOLERANCE),
    looser: count(({ byHand, byRules }) => byRules > byHand + TOLERANCE),
    tighter: count(({ byHand, byRules }) => byRules < byHand - TOLERANCE),
    wrong: count(({ best, bestByRules }) => Math.abs(best - (bestByRules ?? best)) > TOLERANCE),
  }
  const name = parts.join() === LOGIC.join() ? 'logic' : parts.join(', ')
  rows.push([
    asPrinted ? 'Table 1 as printed' : 'the file',
    scores,
    name,
    cases.length,
    tallied.fractional,
    tallied.same,
    tallied.looser,
    tallied.tighter,
  ])
  return tallied
}

const randomCases = (parts: readonly PartName[], from: number) =>
  Array.from({ length: COUNT }, (_, i) => randomCase(from + i, parts))

describe('the rules of the file and the factors built by hand have the same optimum', () => {
  const lists: readonly (readonly PartName[])[] = [
    ['arc'],
    ['arc', 'sibling'],
    ['arc', 'grandparent'],
    ['arc', 'sibling', 'grandparent'],
    ['arc', 'any-sibling'],
    ['arc', 'head-bigram'],
    ['arc', 'path', 'non-projective'],
    LOGIC,
    [...LOGIC, 'grand-sibling'],
  ]
  let fractional = 0
  test.each(lists.map((parts) => [parts.join(', '), parts] as const))('%s', (_, parts) => {
    const tallied = tally(false, 'random', parts, randomCases(parts, 1000))
    expect(tallied).toMatchObject({ same: COUNT, wrong: 0 })
    if (parts.length === 1) expect(tallied.fractional).toBe(0)
    fractional += tallied.fractional
  })

  test('many of them are fractional', () => {
    expect(fractional).toBeGreaterThan(1.5 * COUNT)
  })
})

describe('Table 1 as printed', () => {
  test('has the same optimum without grandparents and head bigrams', () => {
    const lists: readonly (readonly PartName[])[] = [
      ['arc', 'sibling'],
      ['arc', 'sibling', 'any-sibling', 'path', 'non-projective'],
    ]
    let fractional = 0
    for (const parts of lists) {
      const tallied = tally(true, 'random', parts, randomCases(parts, 2000))
      expect(tallied).toMatchObject({ same: COUNT, wrong: 0 })
      fractional += tallied.fractional
    }
    expect(fractional).toBeGreaterThan(0)
  })

  test('is a looser relaxation with them', () => {
    const lists: readonly (readonly PartName[])[] = [['arc', 'grandparent'], ['arc', 'head-bigram'], LOGIC]
    for (const parts of lists) {
      const tallied = tally(true, 'random', parts, randomCases(parts, 3000))
      expect(tallied.looser).toBeGreaterThan(0)
      expect(tallied.wrong).toBe(0)
    }
  })
})

const SENTENCES: readonly ParserInput[] = [
  'We/PRON like/VERB dogs/NOUN ./PUNCT',
  'Stop/VERB looking/VERB at/ADP me/PRON',
  'She/PRON saw/VERB the/DET man/NOUN yesterday/NOUN',
  'Time/NOUN flies/VERB like/ADP an/DET arrow/NOUN',
].map((line) => {
  const words = line.split(' ').map((word) => word.split('/'))
  return { forms: words.map(([form]) => form), upos: words.map(([, upos]) => upos) }
})

test.each<readonly [string, readonly PartName[]]>([
  ['English model', partList('second')],
  ['English model, others random', LOGIC],
])('the same optimum with scores of the %s', (scores, parts) => {
  const parser = loadParser(modelUrl)
  const cases = SENTENCES.map((input) => parserCase(parser, input, parts)!)
  expect(tally(false, scores, parts, cases)).toMatchObject({ same: SENTENCES.length, wrong: 0 })
})

if (LOGIC_MODEL !== undefined && process.env.PARLEY_DATA !== undefined)
  test('the same optimum with scores of a parser of size logic, on the development part of a treebank', () => {
    const parser = loadParser(LOGIC_MODEL)
    expect(parser.parts).toEqual(LOGIC)
    const cases: PartCase[] = []
    for (const sentence of readTreebank('en_ewt', 'dev')) {
      if (cases.length >= COUNT || sentence.length < 3 || sentence.length > 12) continue
      const one = parserCase(parser, sentence, LOGIC)
      if (one !== null) cases.push(one)
    }
    for (const asPrinted of [false, true]) {
      const { same, wrong } = tally(asPrinted, 'trained', LOGIC, cases)
      expect(wrong).toBe(0)
      if (!asPrinted) expect(same).toBe(cases.length)
    }
  })
