import { Random } from '@parleyjs/core/internal'
import { kBestDerivations, SecondOrderProjectiveTree } from '@parleyjs/structures'
import type { SideScores } from '@parleyjs/structures/internal'
import { describe, expect, it } from 'vitest'
import { SMALL_TREEBANK } from '../../../../test-support/small-treebank.js'
import { tags, words } from '../../../text/penn/tree.js'
import { trainDependencyModel } from '../dependency-model/train-dependency-model.js'
import { splitByGrandparents } from './grandparent-forest.js'
import { intersectParsers } from './intersection.js'
import { trainLexicalised } from './train-lexicalised.js'
import { type TwoModels, TwoParsers } from './two-parsers.js'

const grammar = trainLexicalised(SMALL_TREEBANK, { rare: 1, least: 1 })
const model = trainDependencyModel(SMALL_TREEBANK, { epochs: 5, network: false, rareRelation: 2 })
const parser = new TwoParsers(grammar, model, {
  limits: { complete: 40, partial: 120, below: 30 },
  below: 30,
})

const ALL: readonly TwoModels[] = SMALL_TREEBANK.flatMap((tree) => [
  parser.models(words(tree), tags(tree)),
  parser.models(words(tree).reverse(), tags(tree).reverse()),
]).filter(({ forest }) => forest.graph !== null)

/** The same forest beside a dependency model with random scores: the two disagree. */
function withRandomScores(models: TwoModels, seed: number): TwoModels {
  const random = new Random(seed)
  const score = () => 6 * random.uniform() - 3
  const { dependencies } = models
  const { length, parts } = dependencies.factor
  const sides = Array.from({ length: 2 * length }, (_, k): SideScores | null => {
    const n = parts.modifierCount(k)
    if (n === 0) return null
    const siblings = Array.from({ length: ((n + 1) * (n + 2)) / 2 }, score)
    const pairs = k < 2 ? 0 : n * parts.grandparentCount(k)
    return { siblings, grandparents: Array.from({ length: pairs }, score) }
  })
  const factor = new SecondOrderProjectiveTree({
    length,
    arcs: dependencies.arcs,
    sides,
    singleRoot: true,
  })
  return { ...models, dependencies: { ...dependencies, factor } }
}

describe('A forest split by grandparents', () => {
  it('has the same derivations, each with the pairs that its arcs make up', () => {
    let compared = 0
    for (const { forest, dependencies } of ALL) {
      const { parts } = dependencies.factor
      const graph = forest.graph!
      const split = splitByGrandparents(graph, parts)!
      const all = kBestDerivations(graph, new Float64Array(graph.linkCount), 200)
      const again = kBestDerivations(split, new Float64Array(split.linkCount), 200)
      expect(again.length).toBe(all.length)
      again.forEach(({ score, edges }, i) => {
        expect(score).toBeCloseTo(all[i].score, 9)
        const pairs = Array.from(edges, (e) => split.link[e]).filter((pair) => pair < split.linkCount)
        const heads = new Map<number, number>()
        const grandparents = new Map<number, number>()
        for (const pair of pairs) {
          const { head, modifier, grandparent } = readPair(parts, pair)
          heads.set(modifier, head)
          grandparents.set(modifier, grandparent)
        }
        expect(heads.size).toBe(dependencies.length)
        for (const [m, h] of heads) expect(grandparents.get(m)).toBe(h === 0 ? -1 : heads.get(h))
        compared++
      })
    }
    expect(compared).toBeGreaterThan(200)
  })
})

/** A pair by its definition: the sides in order, the arcs into the head, the modifiers of the side. */
function readPair(parts: TwoModels['dependencies']['factor']['parts'], pair: number) {
  let k = 2 * parts.length - 1
  while (parts.modifierCount(k) === 0 || parts.pairStart[k] > pair) k--
  const n = parts.modifierCount(k)
  const at = pair - parts.pairStart[k]
  const arc = parts.sideOrder[parts.sideStart[k] + (at % n)]
  const head = parts.head[arc]
  const into = parts.intoOrder[parts.intoStart[head] + Math.floor(at / n)]
  return { head, modifier: parts.modifier[arc], grandparent: head === 0 ? -1 : parts.head[into] }
}

describe('Agreement on grandparents', () => {
  it.each([
    { algorithm: 'subgradient', step: 'rush', stepSize: 2, maxIterations: 79, most: 10 },
    { algorithm: 'subgradient', maxIterations: 79, most: 10 },
    { algorithm: 'ad3', maxIterations: 79, most: 10 },
    { algorithm: 'mplp', maxIterations: 19, most: 5 },
  ] as const)(
    'proves more than agreement on arcs, and never anything wrong: $algorithm $step',
    ({ most, ...algorithm }) => {
      let onArcs = 0
      let onPairs = 0
      const rounds = { ...algorithm, weights: [1, 1], close: 0 } as const
      for (let seed = 1; seed <= 3; seed++)
        for (const plain of ALL.filter((one) => one.words.length <= most)) {
          const models = withRandomScores(plain, seed)
          const best = intersectParsers(models.forest.graph, models.dependencies.factor, 1)!
          const arcs = parser.decode(models, { ...rounds, grandparentsAfter: Number.POSITIVE_INFINITY })
          const pairs = parser.decode(models, { ...rounds, grandparentsAfter: 10 })
          for (const { status, value, bound, iterations, tree } of [arcs, pairs]) {
            expect(iterations).toBeLessThanOrEqual(algorithm.maxIterations)
            expect(bound).toBeGreaterThanOrEqual(best.score - 1e-6)
            expect(value).toBeLessThanOrEqual(best.score + 1e-6)
            expect(words(tree)).toEqual(models.words)
            if (status === 'optimal') expect(value).toBeCloseTo(best.score, 4)
          }
          if (arcs.status === 'optimal') onArcs++
          if (pairs.status === 'optimal') onPairs++
        }
      expect(onPairs).toBeGreaterThan(onArcs)
    },
  )
})
