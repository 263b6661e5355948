import { describe, expect, it } from 'vitest'
import { evaluateTrees } from '../../text/eval/evaluate-trees.js'
import { parsePenn } from '../../text/penn/penn-read.js'
import { tags, words } from '../../text/penn/tree.js'
import { trainGrammar } from '../constituency/grammar/treebank-grammar.js'
import { trainTrigramTagger } from '../tag/trigram/trigram-tagger.js'
import { chooseTaggerWeight, sampleTrees } from './choose-weight.js'
import { JointParser } from './joint-parser.js'

const TREES = parsePenn(`
(TOP (S (NP (DT The) (NN rain)) (VP (VBZ stops)) (. .)))
(TOP (S (NP (PRP We)) (VP (VBP saw) (NP (DT the) (NN rain))) (. .)))
(TOP (NP (NN Rain)))`)
// The grammar has mostly seen "saw" as a verb, the tagger as a noun, so that the weight decides.
const NOUN = parsePenn('(TOP (NP (PRP We) (NN saw) (DT the) (NN rain) (. .)))')[0]
const VERBS = [...TREES, ...TREES, ...TREES, NOUN]
const NOUNS = [...TREES, ...Array.from({ length: 20 }, () => NOUN)]
const tagged = (trees: typeof TREES) => trees.map((tree) => ({ words: words(tree), tags: tags(tree) }))
const parser = new JointParser(trainGrammar(VERBS), trainTrigramTagger(tagged(NOUNS)))

describe('the weight of the tagger', () => {
  it('is the one with the best constituents, as if each were tried by itself', () => {
    const weights = [8, 0.1]
    const { weight, tried, agreement, grammarAlone } = chooseTaggerWeight(parser, TREES, { weights })
    const byHand = [false, true].flatMap((countWordsOnce) =>
      weights.map((w) => {
        const options = { weights: [1, w], countWordsOnce } as const
        const found = TREES.map((tree) => parser.parse(words(tree), options).tree)
        const { brackets, tags } = evaluateTrees(TREES, found)
        return { weight: w, countWordsOnce, f1: brackets.f1, tags: tags.accuracy }
      }),
    )
    expect(tried).toEqual(byHand)
    expect(byHand[0].f1).toBeLessThan(byHand[1].f1)
    expect(weight).toBe(0.1)
    expect(agreement.brackets.f1).toBe(1)
    expect(grammarAlone.brackets.f1).toBe(1)
  })

  it('is the first of equals, and every tree is reported', () => {
    const told: number[] = []
    const onTree = (done: number) => told.push(done)
    expect(chooseTaggerWeight(parser, TREES.slice(2), { weights: [2, 1], onTree }).weight).toBe(2)
    expect(told).toEqual([1])
  })
})

it('a sample is spread over all short trees', () => {
  const many = Array.from({ length: 10 }, (_, i) => TREES[i % 3])
  expect(sampleTrees(many, 5, 1)).toEqual([many[2], many[5], many[8]])
  expect(sampleTrees(many, 2, 99)).toEqual([many[0], many[5]])
  expect(sampleTrees(many, 2, 0)).toEqual([])
})
