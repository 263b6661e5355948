// Two parsers that are small enough to ship: written to a model file and read back, and the weight of one
// relative to the other.

import { readModel, writeModel } from '@parleyjs/learn'
import { beforeAll, describe, expect, it } from 'vitest'
import { SMALL_TREEBANK } from '../../../../test-support/small-treebank.js'
import { joinModels, type SectionModels, splitModel } from '../../../pipeline/model.js'
import { evaluateTrees } from '../../../text/eval/evaluate-trees.js'
import { writePenn } from '../../../text/penn/penn-write.js'
import { tags, words } from '../../../text/penn/tree.js'
import { chooseDependencyWeight } from './choose-weight.js'
import { packTwoParsers, unpackTwoParsers } from './pack.js'
import { trainSmallTwoParsers } from './train-small.js'
import { TwoParsers } from './two-parsers.js'

const ABOUT = { licence: 'CC0-1.0', trainedOn: 'a few trees' }
let parsers: TwoParsers

beforeAll(() => {
  parsers = trainSmallTwoParsers(SMALL_TREEBANK, { epochs: 4 })
}, 60_000)

const throughFile = (models: SectionModels) =>
  splitModel(readModel(writeModel(joinModels(models, { ...ABOUT, trainedOn: 'all' }))))

describe('two parsers in a model file', () => {
  it('find the same trees as before, with the weight that they were saved with', () => {
    const weighed = new TwoParsers(parsers.grammar, parsers.dependencyModel, { weights: [1, 3] })
    const loaded = unpackTwoParsers(throughFile(packTwoParsers(parsers, { ...ABOUT, weight: 3 })))!
    for (const tree of SMALL_TREEBANK.slice(0, 6)) {
      const [before, after] = [weighed, loaded].map((one) => one.parse(words(tree), tags(tree)))
      expect(writePenn(after.tree)).toBe(writePenn(before.tree))
      // Weights are kept in a byte each.
      expect(after.value).toBeCloseTo(before.value, 0)
    }
  })

  it('are absent, or broken, and that is said', () => {
    const { 'lexicalised-grammar': grammar, 'dependency-model': dependencies } = packTwoParsers(
      parsers,
      ABOUT,
    )
    expect(unpackTwoParsers({})).toBeNull()
    expect(unpackTwoParsers({ 'lexicalised-grammar': grammar! })).toBeNull()
    const heavy = { ...dependencies!, header: { ...dependencies!.header, weight: -1 } }
    expect(() => unpackTwoParsers({ 'lexicalised-grammar': grammar!, 'dependency-model': heavy })).toThrow(
      'not a positive number',
    )
  })
})

it('the weight of the dependency model is the best of those tried, as if each were tried by itself', () => {
  // Uninformative tags, so that the models disagree.
  const vague = (forms: readonly string[]) => forms.map((_, i) => (i % 2 === 0 ? 'NN' : 'VBZ'))
  const trees = SMALL_TREEBANK.slice(0, 8)
  const { weight, tried, agreement } = chooseDependencyWeight(parsers, trees, vague)
  for (const one of tried) {
    const found = trees.map(
      (tree) => parsers.parse(words(tree), vague(words(tree)), { weights: [1, one.weight] }).tree,
    )
    expect(evaluateTrees(trees, found).brackets.f1).toBe(one.f1)
  }
  const most = Math.max(...tried.map(({ f1 }) => f1))
  expect(tried.find((one) => one.weight === weight)!.f1).toBeGreaterThanOrEqual(most - 0.001)
  expect(agreement.brackets.f1).toBe(tried.find((one) => one.weight === weight)!.f1)
})
