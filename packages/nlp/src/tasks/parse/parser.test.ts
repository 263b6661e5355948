// The parser from training to parsing: determinism, files, WebAssembly, constraints, and refusals.
import { ad3 } from '@parleyjs/core'
import { USUAL_WORDS } from '@parleyjs/core/internal'
import { openModel, readModel, shareModel, writeModel } from '@parleyjs/learn'
import { TableMemory } from '@parleyjs/learn/internal'
import { describe, expect, it } from 'vitest'
import { isProjective } from '../../text/conllu/heads.js'
import type { ParserInput, TrainingSentence } from './interface/parser-input.js'
import { accuracy, trainParser } from './learn/train-parser.js'
import { Parser } from './parser.js'
import { loadParser } from './parser-model.js'
import { type ParserParts, partList } from './parts/parts.js'

const ABOUT = { licence: 'CC0-1.0', trainedOn: 'a test' }
const SMALL = { pruner: 12, fine: 12, arc: 14, label: 12, treeLabel: 12, second: 14, higher: 14 }

/** `form/UPOS/head/relation` words, separated by spaces. */
function tree(text: string): TrainingSentence {
  const words = text.split(' ').map((word) => word.split('/'))
  return {
    forms: words.map(([form]) => form),
    lemmas: words.map(([form]) => form.toLowerCase()),
    upos: words.map(([, upos]) => upos),
    heads: words.map(([, , head]) => Number(head)),
    deprels: words.map(([, , , deprel]) => deprel),
  }
}

const TREEBANK = [
  'Dogs/NOUN/2/nsubj bark/VERB/0/root ./PUNCT/2/punct',
  'The/DET/2/det cat/NOUN/3/nsubj saw/VERB/0/root the/DET/5/det dog/NOUN/3/obj ./PUNCT/3/punct',
  'A/DET/2/det dog/NOUN/3/nsubj ate/VERB/0/root fish/NOUN/3/obj with/ADP/6/case bones/NOUN/4/nmod',
  'A/DET/2/det cat/NOUN/3/nsubj ate/VERB/0/root fish/NOUN/3/obj with/ADP/7/case a/DET/7/det fork/NOUN/3/obl',
  'Yes/INTJ/0/root',
  // Not projective: "hearing" and "on" cross "is scheduled".
  'A/DET/2/det hearing/NOUN/4/nsubj is/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det issue/NOUN/2/nmod today/NOUN/4/obl',
].map(tree)

/** The words of a sentence, repeated up to `length` words. */
function repeated({ forms, upos }: TrainingSentence, length: number): ParserInput {
  const over = <T>(list: readonly T[]) => Array.from({ length }, (_, i) => list[i % list.length])
  return { forms: over(forms), upos: over(upos!) }
}

/** Expects two parsers to give the same results, with and without constraints. */
function expectSameParses(
  a: Parser,
  b: Parser,
  sentences: readonly ParserInput[],
  maxIterations = 200,
): void {
  for (const sentence of sentences) {
    expect(a.parse(sentence, { maxIterations })).toEqual(b.parse(sentence, { maxIterations }))
    if (sentence.forms.length < 4) continue
    const given = { maxIterations, heads: [2], deprels: [null, 'nsubj'], slack: Number.POSITIVE_INFINITY }
    expect(a.parse(sentence, given)).toEqual(b.parse(sentence, given))
  }
}

const train = (parts: ParserParts, options = {}) =>
  trainParser(TREEBANK, { parts, epochs: 20, bits: SMALL, ...options })

describe.each(['arc', 'second', 'full', 'logic'] as const)('a parser of parts "%s"', (parts) => {
  const parser = train(parts)

  it('learns a small treebank by heart, trees that are not projective too', () => {
    expect(accuracy(parser, TREEBANK)).toEqual({ uas: 1, las: 1 })
  })

  it('is the same, byte by byte, when trained again, and another with another seed', () => {
    const bytes = writeModel(parser.toModel(ABOUT))
    expect(writeModel(train(parts).toModel(ABOUT))).toEqual(bytes)
    expect(writeModel(train(parts, { seed: 2 }).toModel(ABOUT))).not.toEqual(bytes)
  })

  it('parses the same after being saved and loaded, and is saved the same again', () => {
    const bytes = writeModel(parser.toModel(ABOUT))
    const loaded = Parser.fromModel(readModel(bytes))
    expect(loaded.parts).toEqual(partList(parts))
    expect(accuracy(loaded, TREEBANK)).toEqual({ uas: 1, las: 1 })
    expect(writeModel(loaded.toModel(ABOUT))).toEqual(bytes)
    const again = Parser.fromModel(readModel(writeModel(loaded.toModel(ABOUT))))
    for (const sentence of TREEBANK) expect(again.parse(sentence)).toEqual(loaded.parse(sentence))
  })

  it('gives the same, bit by bit, where weights are not looked up in WebAssembly', () => {
    const model = readModel(writeModel(parser.toModel(ABOUT)))
    const fast = loadParser(model)
    const plain = loadParser(model, null)
    expect(fast.memory).toBeInstanceOf(TableMemory)
    expect(plain.memory).toBeNull()
    expectSameParses(new Parser(fast), new Parser(plain), TREEBANK)
  })

  it('gives the same beside others in a memory that they share', () => {
    const bytes = writeModel(parser.toModel(ABOUT))
    const shared = shareModel(bytes)
    expect(shared).not.toBeInstanceOf(Uint8Array)
    const [first, second] = [1, 2].map(() => Parser.fromModel(readModel(openModel(shared))))
    expect(first.model.memory).not.toBe(second.model.memory)
    // More words than the initial capacity, by turns, so that the allocations of the two parsers alternate.
    const [long, longer] = [1.02, parts === 'arc' ? 2.3 : 1.01].map((k) =>
      repeated(TREEBANK[1], Math.ceil(k * USUAL_WORDS)),
    )
    const alone = new Parser(loadParser(readModel(bytes), null))
    for (const sentence of [TREEBANK[0], long, TREEBANK[2], longer, TREEBANK[3]])
      for (const one of [first, second]) expectSameParses(one, alone, [sentence], 3)
    expect(openModel(shared)).toEqual(bytes)
  })

  it('gives every sentence a tree with one root, however odd', () => {
    const odd: string[][] = [
      ['Yes'],
      ['!', '?', '...', '—'],
      ['qwerty', 'uiop', 'ASDF'],
      ['👩‍👩‍👧', 'שלום', '猫', 'e\u0301'],
    ]
    for (const forms of odd)
      for (const upos of [
        undefined,
        forms.map(() => 'PUNCT'),
        forms.map(() => 'NEW'),
        forms.map((_, i) => ['NOUN', 'VERB', 'DET'][i % 3]),
      ]) {
        const parse = parser.parse(upos === undefined ? { forms } : { forms, upos })
        expectTree(parse.heads)
        expect(parse.heads.filter((h) => h === 0)).toHaveLength(1)
        expect(parse.deprels).toHaveLength(forms.length)
        for (const p of parse.confidence) expect(p >= 0 && p <= 1).toBe(true)
        expect(parse.gap).toBeGreaterThanOrEqual(-1e-9)
      }
  })

  it('parses many words without a full stop', () => {
    const forms = Array.from(
      { length: parts === 'arc' || parts === 'second' ? 300 : 120 },
      (_, i) => ['dog', 'saw', 'the', 'fish', 'with'][(i * i + i) % 5],
    )
    const upos = forms.map((form) => ({ dog: 'NOUN', saw: 'VERB', the: 'DET', fish: 'NOUN' })[form] ?? 'ADP')
    const parse = parser.parse({ forms, upos }, { maxIterations: 5 })
    expectTree(parse.heads)
    expect(parse.heads.filter((h) => h === 0)).toHaveLength(1)
  })

  it('finds projective trees on demand', () => {
    const [, , , , , crossing] = TREEBANK
    expect(isProjective(parser.parse(crossing).heads)).toBe(false)
    for (const sentence of TREEBANK) {
      const free = parser.parse(sentence)
      const parse = parser.parse(sentence, { projective: true })
      expect(isProjective(parse.heads)).toBe(true)
      expect(parse.value).toBeLessThanOrEqual(free.bound + 1e-6)
    }
    // The arcs 1 → 3 and 2 → 4 cross.
    expect(() => parser.parse(crossing, { heads: [0, 1, 1, 2], projective: true })).toThrow(
      /No projective tree over the 8 words.*cross/,
    )
  })

  it('shows the graph that it solves, which other solvers solve alike', () => {
    for (const sentence of TREEBANK) {
      const { graph, round, headsOf, arcs } = parser.problem(sentence)
      const solution = ad3(graph, { round })
      const parse = parser.parse(sentence)
      expect(solution.value).toBeCloseTo(parse.value, 4)
      expect(headsOf(solution.assignment!)).toEqual(parse.heads)
      expect(arcs.head).toHaveLength(arcs.modifier.length)
    }
    expect(() => parser.problem({ forms: [] })).toThrow(/has no words/)
  })

  it('keeps a trace where it is asked to, and decodes by subgradients as well', () => {
    const sentence = TREEBANK[3]
    expect(parser.parse(sentence).trace).toBeUndefined()
    for (const algorithm of ['ad3', 'subgradient'] as const) {
      const { trace, bound, gap, heads } = parser.parse(sentence, { algorithm, trace: true })
      expectTree(heads)
      expect(gap).toBeGreaterThanOrEqual(-1e-6)
      if (parts === 'arc') expect(trace).toEqual([])
      else expect(trace!.at(-1)!.bound).toBeCloseTo(bound, 6)
    }
    expect(() => parser.parse(sentence, { algorithm: 'mplp' as 'ad3' })).toThrow(/no algorithm "mplp"/)
  })

  it('has nothing to say about no words', () => {
    expect(parser.parse({ forms: [] }).heads).toHaveLength(0)
  })

  it('respects heads and relations that are given and arcs that are forbidden', () => {
    const sentence = TREEBANK[1]
    const given = parser.parse(sentence, { heads: [5, null, null, null, null, null], deprels: ['obj'] })
    expect(given.heads[0]).toBe(5)
    expect(given.deprels[0]).toBe('obj')
    expectTree(given.heads)
    const free = parser.parse(sentence)
    const other = parser.parse(sentence, { forbidden: [[free.heads[1], 2]] })
    expect(other.heads[1]).not.toBe(free.heads[1])
    expectTree(other.heads)
  })

  it('follows any tree that is given whole', () => {
    for (const sentence of TREEBANK) {
      const n = sentence.forms.length
      const chain = Array.from({ length: n }, (_, i) => (i + 1 < n ? i + 2 : 0))
      expect(Array.from(parser.parse(sentence, { heads: chain }).heads)).toEqual(chain)
    }
  })

  it('refuses constraints that no tree can respect', () => {
    const sentence = TREEBANK[0]
    expect(() => parser.parse(sentence, { heads: [2, 1, null] })).toThrow(/No tree over the 3 words/)
    expect(() => parser.parse(sentence, { heads: [0, 0, null] })).toThrow(/several roots/)
    expect(() => parser.parse(sentence, { heads: [9] })).toThrow(/head 9, but the sentence has 3 words/)
    expect(() => parser.parse(sentence, { forbidden: [[0, 4]] })).toThrow(/arc 0 → 4/)
    expect(() => parser.parse(sentence, { deprels: ['colour'] })).toThrow(/"colour" of word 1 is unknown/)
  })
})

it('works with tables so small that all features collide', () => {
  const tiny = { pruner: 3, fine: 3, arc: 3, label: 3, treeLabel: 3, second: 3, higher: 3 }
  const parser = trainParser(TREEBANK, { epochs: 4, bits: tiny })
  for (const sentence of TREEBANK) expectTree(parser.parse(sentence).heads)
})

it('allows several roots where the treebank has them', () => {
  const many = tree('Yes/INTJ/0/root ,/PUNCT/1/punct no/INTJ/0/root')
  const parser = trainParser([...TREEBANK, many], { parts: 'arc', epochs: 20, bits: SMALL })
  expect(Array.from(parser.parse(many).heads)).toEqual([0, 1, 0])
})

it('learns from predicted tags as well', () => {
  const predicted = TREEBANK.map(({ forms }) => ({ forms, upos: forms.map(() => 'X') }))
  const parser = trainParser(TREEBANK, { parts: 'arc', epochs: 40, bits: SMALL, predicted })
  const blind = trainParser(TREEBANK, { parts: 'arc', epochs: 40, bits: SMALL })
  const unsure = TREEBANK.map((gold, i) => ({ ...gold, ...predicted[i] }))
  expect(accuracy(parser, unsure).uas).toBeGreaterThan(accuracy(blind, unsure).uas)
  expect(() => trainParser(TREEBANK, { predicted: [] })).toThrow(/but 0 with predicted tags/)
})

it('refuses an invalid treebank, and a file without a parser', () => {
  expect(() => trainParser([])).toThrow(/no sentences/)
  expect(() => trainParser([tree('a/X/2/dep b/X/1/dep')])).toThrow(/Sentence 1 \("a b …"\) is not a tree/)
  const model = train('arc', { epochs: 1 }).toModel(ABOUT)
  expect(() => Parser.fromModel({ ...model, header: { ...model.header, kind: 'tagger' } })).toThrow(
    /"tagger"/,
  )
  expect(() => Parser.fromModel({ ...model, header: { ...model.header, features: 0 } })).toThrow(/version 0/)
  expect(() => Parser.fromModel({ ...model, arrays: {} })).toThrow(/no array called/)
})

function expectTree(heads: Int32Array): void {
  for (let i = 0; i < heads.length; i++) {
    let at = i + 1
    for (let step = 0; at !== 0 && step <= heads.length; step++) at = heads[at - 1]
    expect(at).toBe(0)
  }
}
