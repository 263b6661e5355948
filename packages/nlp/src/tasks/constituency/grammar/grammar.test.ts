import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readModel, writeModel } from '@parleyjs/learn'
import { describe, expect, it } from 'vitest'
import { evaluateTrees } from '../../../text/eval/evaluate-trees.js'
import { cleanTree } from '../../../text/penn/clean.js'
import { parsePenn } from '../../../text/penn/penn-read.js'
import { writePenn } from '../../../text/penn/penn-write.js'
import { type PennTree, sameTree, tags, words } from '../../../text/penn/tree.js'
import { annotate } from './annotate.js'
import { countGrammar, symbolName } from './counts.js'
import { packGrammar, unpackGrammar } from './pack.js'
import { eachRule } from './rules-of.js'
import { firstSearch, MOST_WORDS } from './search.js'
import { DEFAULT_ANNOTATION, trainGrammar } from './treebank-grammar.js'

const BANK = `
(TOP (S (NP (DT The) (NN rain)) (VP (VBZ stops)) (. .)))
(TOP (S (NP (DT The) (JJ old) (NN man)) (VP (VBD saw) (NP (NP (DT a) (NN dog)) (PP (IN in) (NP (DT the) (NN park))))) (. .)))
(TOP (S (NP (PRP He)) (VP (VBZ is) (ADJP (RB very) (JJ old))) (. .)))
(TOP (S (NP (PRP She)) (VP (VBD walked) (PP (IN in) (NP (DT the) (NN rain)))) (. .)))
(TOP (S (VP (VB Go) (ADVP (RB home))) (. !)))
(TOP (NP (NP (DT the) (NN dog)) (CC and) (NP (DT the) (NN man))))`
const trees = parsePenn(BANK)

describe('a grammar from a treebank', () => {
  const grammar = trainGrammar(trees)

  it('finds the trees it was trained on', () => {
    for (const tree of trees) {
      const found = grammar.parse(words(tree))
      expect(writePenn(found.tree)).toBe(writePenn(tree))
      expect(found.derived).toBe(true)
    }
  })

  it('finds trees of new sentences with unknown words', () => {
    const { tree, derived } = grammar.parse(['The', 'old', 'frob', 'stops', '.'])
    expect(derived).toBe(true)
    expect(writePenn(tree)).toBe('(TOP (S (NP (DT The) (JJ old) (NN frob)) (VP (VBZ stops)) (. .)))')
  })

  it('has an answer for every sentence', () => {
    const odd = [
      ['xyzzy'],
      ['.'],
      ['and', 'and', 'and'],
      ['Qwx', 'Rtz', 'ABC-12'],
      ['stops', '.', 'The'],
      [''],
    ]
    for (const sentence of odd) {
      const { tree } = grammar.parse(sentence)
      expect(tree.label).toBe('TOP')
      expect(words(tree)).toEqual(sentence)
    }
    expect(grammar.parse(['.', 'The', '.', 'The']).derived).toBe(false)
  })

  it('keeps to the tags it is given, those it has never seen included', () => {
    const given = grammar.parse(['The', 'rain', 'stops'], { candidates: [['DT'], ['VBZ'], ['VBZ']] })
    expect(writePenn(given.tree)).toContain('(VBZ rain)')
    const never = grammar.parse(['The', 'rain'], { candidates: [['XX'], ['NN']] })
    expect(writePenn(never.tree)).toBe('(TOP (XX The) (NN rain))')
    expect(never.derived).toBe(false)
  })

  it('lists its best trees from the best to the worst, the first being that of parse', () => {
    const other = parsePenn(
      '(TOP (S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN in) (NP (DT the) (NN park)))) (. .)))',
    )
    const ambiguous = trainGrammar([...trees, ...other])
    const sentence = ['She', 'saw', 'a', 'dog', 'in', 'the', 'park', '.']
    const { candidates, kBest } = ambiguous.chart(sentence, { coarseThreshold: 40, threshold: 40 })
    const found = kBest(new Float64Array(candidates.flat().length), 5)
    expect(found.length).toBeGreaterThan(1)
    expect(sameTree(found[0].tree, ambiguous.parse(sentence).tree)).toBe(true)
    for (let i = 1; i < found.length; i++) expect(found[i].score).toBeLessThanOrEqual(found[i - 1].score)
  })

  it('is the same after a trip through a file', () => {
    const model = packGrammar(grammar, { licence: 'MIT', trainedOn: 'a test' })
    const again = unpackGrammar(readModel(writeModel(model)))
    expect(again.counts).toEqual(grammar.counts)
    const sentence = ['The', 'new', 'dog', 'walked', 'home', '.']
    expect(again.parse(sentence)).toEqual(grammar.parse(sentence))
  })

  it('refuses models that do not fit together', () => {
    const model = packGrammar(grammar, { licence: 'MIT', trainedOn: 'a test' })
    const without = (name: string) => ({
      ...model,
      arrays: Object.fromEntries(Object.entries(model.arrays).filter(([key]) => key !== name)),
    })
    expect(() => unpackGrammar(without('rules.left'))).toThrow('Train it again')
    expect(() => unpackGrammar(without('symbols'))).toThrow('Train it again')
    expect(() => unpackGrammar({ ...model, header: { ...model.header, kind: 'tagger' } })).toThrow(
      'right file',
    )
    expect(() => unpackGrammar({ ...model, header: { ...model.header, annotation: {} } })).toThrow('Parley')
  })
})

describe('long sentences', () => {
  const grammar = trainGrammar(trees)
  const long = (n: number) => Array.from({ length: n }, (_, i) => words(trees[1])[i % words(trees[1]).length])

  it('are searched as usual up to 40 words, then less and less', () => {
    expect(firstSearch(40)).toEqual({ coarseThreshold: 7, beam: 6, splits: false, widest: 40 })
    const searches = Array.from({ length: MOST_WORDS - 1 }, (_, i) => [
      firstSearch(i + 1),
      firstSearch(i + 2),
    ])
    for (const [one, next] of searches) expect(next.beam).toBeLessThanOrEqual(one.beam)
    expect(firstSearch(150).widest).toBe(150)
    expect(firstSearch(151).widest).toBeLessThan(151)
    expect(firstSearch(MOST_WORDS).widest).toBeGreaterThan(40)
  })

  it('are in pieces where constituents would be too wide', () => {
    const sentence = long(220)
    const { tree, derived } = grammar.parse(sentence)
    expect(derived).toBe(false)
    expect(words(tree)).toEqual(sentence)
    const widths = tree.children.map((piece) => words(piece).length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(firstSearch(220).widest)
    expect(Math.max(...widths)).toBeGreaterThan(1)
  })

  it('have their words under the root where there are too many for a chart', () => {
    const sentence = long(MOST_WORDS + 1)
    const { tree, derived } = grammar.parse(sentence)
    expect(derived).toBe(false)
    expect(tree.children.length).toBe(sentence.length)
    expect(tags(tree).slice(0, 3)).toEqual(tags(trees[1]).slice(0, 3))
    expect(() => grammar.chart(sentence)).toThrow('501 words')
  })
})

describe('symbols', () => {
  it('name parents, marks and siblings', () => {
    const { symbols } = countGrammar(trees.slice(1, 2), DEFAULT_ANNOTATION)
    const names = symbols.map(symbolName)
    expect(names).toContain('NP~B^S')
    expect(names).toContain('VP~F^S')
    expect(names).toContain('DT^NP')
    expect(names).toContain('@NP~B^S|NN<JJ')
  })

  it('of every direction make up the constituents again', () => {
    for (const direction of ['head', 'right'] as const)
      for (const horizontal of [0, 1, 2]) {
        const options = { ...DEFAULT_ANNOTATION, direction, horizontal }
        const seen: string[] = []
        let steps = 0
        eachRule(
          annotate(trees[1], options),
          options,
          () => steps++,
          (_, word) => seen.push(word),
        )
        expect(seen).toEqual(words(trees[1]))
        // Binary steps join 10 words; TOP → S and VP → VBD … are as they are.
        expect(steps).toBe(9 + countUnary(trees[1]))
      }
  })
})

function countUnary({ children }: PennTree): number {
  const own = children.length === 1 && children[0].word === undefined ? 1 : 0
  return own + children.reduce((sum, child) => sum + countUnary(child), 0)
}

const data = process.env.PARLEY_DATA
describe.skipIf(!data)('on MASC ($PARLEY_DATA)', () => {
  it('parses dev sentences of up to 20 words with an F1 above 75', () => {
    const file = `${data}/constituency/masc.open.mrg.gz`
    const all = parsePenn(gunzipSync(readFileSync(file)).toString(), { file })
    const clean = (list: PennTree[]) => list.flatMap((tree) => cleanTree(tree) ?? [])
    const block = (i: number) => Math.floor(i / 50) % 10
    const grammar = trainGrammar(clean(all.filter((_, i) => block(i) < 8)))
    const dev = clean(all.filter((_, i) => block(i) === 8)).filter((tree) => words(tree).length <= 20)
    const sample = dev.filter((_, i) => i % 6 === 0)
    const { brackets, failed } = evaluateTrees(
      sample,
      sample.map((tree) => grammar.parse(words(tree)).tree),
    )
    expect(failed).toBe(0)
    expect(brackets.f1).toBeGreaterThan(0.75)
  }, 60_000)
})
