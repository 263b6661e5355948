import { describe, expect, it } from 'vitest'
import { SMALL_TREEBANK } from '../../../../test-support/small-treebank.js'
import { tags, words } from '../../../text/penn/tree.js'
import { trainDependencyModel } from '../dependency-model/train-dependency-model.js'
import { intersectParsers } from './intersection.js'
import { trainLexicalised } from './train-lexicalised.js'
import { type TwoModels, TwoParsers } from './two-parsers.js'

const UNLIMITED = { complete: 1e9, partial: 1e9, below: 1e9 }
const grammar = trainLexicalised(SMALL_TREEBANK, { rare: 1, least: 1 })
const model = trainDependencyModel(SMALL_TREEBANK, { epochs: 5, network: false, rareRelation: 2 })
const wide = new TwoParsers(grammar, model, { limits: UNLIMITED, below: 1e9 })
const narrow = new TwoParsers(grammar, model)

/** The sentences of the treebank as they are and backwards, where the models disagree. */
const sentences = SMALL_TREEBANK.flatMap((tree) => {
  const [forms, names] = [words(tree), tags(tree)]
  return [
    { forms, names },
    { forms: [...forms].reverse(), names: [...names].reverse() },
  ]
})

/** The best derivation under both models, by enumeration of all. */
function enumerate({ dependencies, grammar: factor }: TwoModels, weight: number): number {
  const links = dependencies.arcs.length
  let most = Number.NEGATIVE_INFINITY
  for (const { score, edges } of factor.kBest(new Float64Array(links), 20000)) {
    const configuration = new Float64Array(links)
    for (const e of edges) if (factor.graph!.link[e] < links) configuration[factor.graph!.link[e]] = 1
    most = Math.max(most, score + weight * dependencies.factor.score(configuration))
  }
  return most
}

describe('The intersection of a lexicalised grammar and a dependency model', () => {
  it.each([0.5, 1, 3])('has the best score of all derivations, with weight %d', (weight) => {
    let compared = 0
    for (const { forms, names } of sentences.filter((one) => one.forms.length <= 5)) {
      const models = wide.models(forms, names)
      const found = intersectParsers(models.forest.graph, models.dependencies.factor, weight)
      if (models.forest.graph === null) {
        expect(found).toBeNull()
        continue
      }
      compared++
      expect(found!.score).toBeCloseTo(enumerate(models, weight), 8)
    }
    expect(compared).toBeGreaterThan(5)
  })

  it('is what branch and bound reaches, and its heads have that score', () => {
    let compared = 0
    for (const { forms, names } of sentences) {
      const models = narrow.models(forms, names)
      const found = intersectParsers(models.forest.graph, models.dependencies.factor, 2)
      if (found === null) continue
      const exact = narrow.decode(models, { algorithm: 'exact', weights: [1, 2] })
      if (exact.status !== 'optimal') continue
      compared++
      expect(found.score).toBeCloseTo(exact.value, 5)
      const { arcs, factor } = models.dependencies
      const configuration = Float64Array.from(arcs, ([h, m]) => (found.heads[m - 1] === h ? 1 : 0))
      const both = models.grammar.score(configuration) + 2 * factor.score(configuration)
      expect(both).toBeCloseTo(found.score, 8)
    }
    expect(compared).toBeGreaterThan(12)
  })
})
