import { ad3, FactorGraph } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import {
  allTrees,
  type Listed,
  logSumOfTrees,
  randomGrammar,
  randomWords,
} from '../../test-support/random-grammar.js'
import { describeLaws, type Numbers, type Structure } from '../../test-support/structure-laws.js'
import { coarseFilter, Grammar, type GrammarNode, GrammarTree } from '../index.js'
import { type SpanFilter, splitIndex, type WordLeaves } from './chart.js'

/** A tree on one line. */
function show({ symbol, start, children, link }: GrammarNode): string {
  return children.length === 0 ? `${symbol}/${link}@${start}` : `(${symbol} ${children.map(show).join(' ')})`
}

function numbers(seed: number): Numbers {
  const random = new Random(seed)
  const score = () => random.uniform() * 4 - 3
  return {
    below: (n) => random.below(n),
    score,
    scores: (n) => Float64Array.from({ length: n }, score),
  }
}

const linkCount = (words: readonly WordLeaves[]) => words.reduce((sum, { links }) => sum + links, 0)

/** The configurations of tags, each with its best tree. */
function configurations(trees: Listed[], degree: number): { links: number[]; own: number }[] {
  const best = new Map<string, number>()
  for (const { links, score } of trees) {
    const key = Array.from({ length: degree }, (_, i) => (links.includes(i) ? 1 : 0)).join(' ')
    best.set(key, Math.max(best.get(key) ?? Number.NEGATIVE_INFINITY, score))
  }
  return [...best].map(([key, own]) => ({ links: key.split(' ').map(Number), own }))
}

/** Without marginals, which sum over trees and not over configurations; they have a test of their own. */
function grammarTree(unaries: boolean): Structure {
  return (random) => {
    const options = randomGrammar(random, unaries)
    const words = randomWords(random, options.symbols, unaries ? 3 : 4)
    const tree = new GrammarTree({ grammar: new Grammar(options), words, glue: Number.NEGATIVE_INFINITY })
    const degree = linkCount(words)
    return {
      factor: {
        maximize: (scores, configuration) => tree.maximize(scores, configuration),
        score: (configuration) => tree.score(configuration),
        maxMarginals: (scores, on, off) => tree.maxMarginals(scores, on, off),
      },
      degree,
      enumerate: () => configurations(allTrees(options, words), degree),
    }
  }
}

describeLaws('GrammarTree', grammarTree(false))
describeLaws('GrammarTree with unary rules', grammarTree(true))

describe('GrammarTree', () => {
  /** Random grammars and sentences of at most 4 words that have a tree. */
  function forAll(
    check: (c: {
      options: ReturnType<typeof randomGrammar>
      words: WordLeaves[]
      trees: Listed[]
      scores: Float64Array
    }) => void,
  ) {
    let checked = 0
    for (let seed = 1; seed <= 150; seed++) {
      const random = numbers(seed * 7919)
      const options = randomGrammar(random, seed % 2 === 0, -2)
      const words = randomWords(random, options.symbols, seed % 2 === 0 ? 3 : 4)
      const trees = allTrees(options, words)
      if (trees.length === 0 || trees.length > 3000) continue
      checked++
      check({ options, words, trees, scores: random.scores(linkCount(words)) })
    }
    expect(checked).toBeGreaterThan(50)
  }
  const totals = (trees: Listed[], scores: Float64Array) =>
    trees.map(({ score, links }) => links.reduce((sum, i) => sum + scores[i], score)).sort((a, b) => b - a)

  it('gives the best tree, which is a tree of the grammar with that score', () => {
    forAll(({ options, words, trees, scores }) => {
      const found = new GrammarTree({ grammar: new Grammar(options), words }).tree(scores)!
      const same = trees.filter(({ tree }) => show(tree) === show(found))
      expect(same.length).toBeGreaterThan(0)
      expect(Math.max(...totals(same, scores))).toBeCloseTo(totals(trees, scores)[0], 9)
    })
  })

  it('lists trees from the best to the worst, each once', () => {
    forAll(({ options, words, trees, scores }) => {
      const found = new GrammarTree({ grammar: new Grammar(options), words }).kBest(scores, 5000)
      // Of several chains between the same symbols only the best is listed.
      const chainsDiffer = options.unary.parent.length > 1
      const expected = totals(trees, scores)
      if (!chainsDiffer) expect(found.length).toBe(expected.length)
      found.forEach(({ score }, i) => {
        if (i > 0) expect(score).toBeLessThanOrEqual(found[i - 1].score)
        if (!chainsDiffer) expect(score).toBeCloseTo(expected[i], 9)
      })
      expect(found[0].score).toBeCloseTo(expected[0], 9)
    })
  })

  it('sums over all trees, cycles of unary rules included', () => {
    forAll(({ options, words, scores }) => {
      const factor = new GrammarTree({ grammar: new Grammar(options), words })
      const found = new Float64Array(scores.length)
      const logZ = factor.marginals(scores, found)
      expect(logZ).toBeCloseTo(logSumOfTrees(options, words, scores), 8)
      for (let i = 0; i < scores.length; i++) {
        const without = scores.slice()
        without[i] = Number.NEGATIVE_INFINITY
        expect(found[i]).toBeCloseTo(1 - Math.exp(logSumOfTrees(options, words, without) - logZ), 8)
      }
    })
  })

  it('gives every span the share of the trees that have it', () => {
    forAll(({ options, words, trees, scores }) => {
      if (options.unary.parent.length > 0) return
      const found = new GrammarTree({ grammar: new Grammar(options), words }).spanMarginals(scores)
      const weights = trees.map(({ score, links }) =>
        Math.exp(links.reduce((sum, i) => sum + scores[i], score)),
      )
      const all = weights.reduce((a, b) => a + b, 0)
      const shares = new Map<string, number>()
      trees.forEach(({ tree }, t) => {
        const visit = (at: GrammarNode) => {
          const key = `${at.symbol} ${at.start} ${at.end}`
          shares.set(key, (shares.get(key) ?? 0) + weights[t] / all)
          at.children.forEach(visit)
        }
        visit(tree)
      })
      expect(found.length).toBe(shares.size)
      for (const { symbol, start, end, probability } of found)
        expect(probability).toBeCloseTo(shares.get(`${symbol} ${start} ${end}`)!, 9)
    })
  })

  it('keeps, with a threshold, the trees within it and the best tree in any case', () => {
    forAll(({ options, words, trees }) => {
      const none = new Float64Array(linkCount(words))
      const expected = totals(trees, none)
      const grammar = new Grammar(options)
      for (const threshold of [0, 1, 3]) {
        const factor = new GrammarTree({ grammar, words, threshold })
        const whole = new GrammarTree({ grammar, words })
        const within = whole.kBest(none, 5000).filter(({ score }) => score >= expected[0] - threshold)
        const found = factor.kBest(none, 5000)
        within.forEach(({ score }, i) => {
          expect(found[i].score).toBeCloseTo(score, 9)
        })
        expect(factor.graph!.edgeCount).toBeLessThanOrEqual(whole.graph!.edgeCount)
      }
    })
  })

  it.each([false, true])(
    'keeps, with a filter from itself (splits: %s), all trees within its threshold',
    (splits) => {
      let [edges, ofAll] = [0, 0]
      forAll(({ options, words }) => {
        const none = new Float64Array(linkCount(words))
        const grammar = new Grammar(options)
        const classOf = Int32Array.from({ length: options.symbols }, (_, s) => s)
        const filter = coarseFilter({ grammar, words, classOf, threshold: 2, glue: -100, splits })
        const factor = new GrammarTree({ grammar, words, filter })
        const whole = new GrammarTree({ grammar, words })
        const expected = whole.kBest(none, 5000)
        const found = factor.kBest(none, 5000)
        expected
          .filter(({ score }) => score >= expected[0].score - 2)
          .forEach(({ score }, i) => {
            expect(found[i].score).toBeCloseTo(score, 9)
          })
        edges += factor.graph!.edgeCount
        ofAll += whole.graph!.edgeCount
      })
      expect(edges).toBeLessThan(ofAll)
    },
  )

  it('is split only where a filter says so', () => {
    // A → A A over five words: fourteen trees, of which one goes on to the right.
    const grammar = new Grammar({
      symbols: 1,
      root: 0,
      binary: { parent: [0], left: [0], right: [0], score: [-1] },
    })
    const words = Array.from({ length: 5 }, () => ({ links: 1, symbols: [0], values: [0], scores: [0] }))
    const allowed = new Uint8Array(15).fill(1)
    const splits = new Uint8Array(20)
    for (let end = 2; end <= 5; end++)
      for (let start = 0; start < end - 1; start++) splits[splitIndex(start, end)] = 1
    const classOf = new Int32Array(1)
    const trees = (filter: SpanFilter) =>
      new GrammarTree({ grammar, words, filter }).kBest(new Float64Array(5), 99)
    expect(trees({ classOf, classes: 1, allowed }).length).toBe(14)
    const [only, ...others] = trees({ classOf, classes: 1, allowed, splits })
    expect(others).toEqual([])
    expect(show(only.tree)).toBe('(0 0/0@0 (0 0/1@1 (0 0/2@2 (0 0/3@3 0/4@4))))')
  })

  it('has no constituent of more words than the widest', () => {
    forAll(({ options, words }) => {
      if (words.length < 3) return
      const grammar = new Grammar(options)
      const classOf = Int32Array.from({ length: options.symbols }, (_, s) => s)
      const beam = { prior: new Float64Array(options.symbols), width: 99, widest: 2 }
      const filter = coarseFilter({ grammar, words, classOf, threshold: 99, glue: -100, beam })
      const factor = new GrammarTree({ grammar, words, filter })
      expect(factor.derived).toBe(false)
      const pieces = factor.tree(new Float64Array(linkCount(words)))!.children
      for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(2)
      expect(pieces[pieces.length - 1].end).toBe(words.length)
    })
  })
})

describe('sentences without a tree', () => {
  // S → NP VP; there is no rule for two NPs.
  const grammar = new Grammar({
    symbols: 4,
    root: 0,
    binary: { parent: [0], left: [1], right: [2], score: [-1] },
  })
  const word = (symbol: number): WordLeaves => ({ links: 1, symbols: [symbol], values: [0], scores: [-2] })

  it('are covered by pieces, as few as possible', () => {
    const factor = new GrammarTree({ grammar, words: [word(1), word(1), word(2)] })
    expect(factor.derived).toBe(false)
    expect(show(factor.tree(new Float64Array(3))!)).toBe('(0 1/0@0 (0 1/1@1 2/2@2))')
    expect(factor.maximize(new Float64Array(3), new Float64Array(3))).toBe(-207)
  })

  it('of one word have one piece', () => {
    const factor = new GrammarTree({ grammar, words: [word(3)] })
    expect(show(factor.tree(Float64Array.of(5))!)).toBe('(0 3/0@0)')
    expect(factor.derived).toBe(false)
  })

  it('have no tree where a word has no symbol at all', () => {
    const factor = new GrammarTree({
      grammar,
      words: [word(1), { links: 1, symbols: [], values: [], scores: [] }],
    })
    expect(factor.tree(new Float64Array(2))).toBe(null)
    expect(factor.marginals(new Float64Array(2), new Float64Array(2))).toBe(Number.NEGATIVE_INFINITY)
  })

  it('without words are refused', () => {
    expect(() => new GrammarTree({ grammar, words: [] })).toThrow('no words')
  })
})

describe('Grammar', () => {
  it('refuses unary cycles that pay, and symbols it does not have', () => {
    const binary = { parent: [], left: [], right: [], score: [] }
    const unary = { parent: [0, 1], child: [1, 0], score: [1, -0.5] }
    expect(() => new Grammar({ symbols: 2, root: 0, binary, unary })).toThrow('cycle')
    expect(
      () => new Grammar({ symbols: 1, root: 0, binary: { parent: [0], left: [0], right: [3], score: [0] } }),
    ).toThrow('symbol 3')
  })

  it('gives trees their whole unary chains', () => {
    const grammar = new Grammar({
      symbols: 4,
      root: 0,
      binary: { parent: [], left: [], right: [], score: [] },
      unary: { parent: [0, 1, 2, 0], child: [1, 2, 3, 3], score: [-1, -1, -1, -5] },
    })
    const factor = new GrammarTree({ grammar, words: [{ links: 1, symbols: [3], values: [0], scores: [0] }] })
    expect(show(factor.tree(new Float64Array(1))!)).toBe('(0 (1 (2 3/0@0)))')
    expect(factor.derived).toBe(true)
  })
})

it('a grammar and another factor agree on tags', () => {
  // Two words, two tags each; the grammar likes tags 0 1, the other factor forbids tag 1 at the end.
  const grammar = new Grammar({
    symbols: 3,
    root: 0,
    binary: { parent: [0, 0], left: [1, 2], right: [2, 1], score: [-1, -2] },
  })
  const word: WordLeaves = { links: 2, symbols: [1, 2], values: [0, 1], scores: [0, 0] }
  const graph = new FactorGraph()
  const first = graph.categorical([0, 0])
  const second = graph.categorical([0, -3])
  graph.add(new GrammarTree({ grammar, words: [word, word] }), [
    first.is(0),
    first.is(1),
    second.is(0),
    second.is(1),
  ])
  const solution = ad3(graph)
  expect(solution.status).toBe('optimal')
  expect(solution.value).toBeCloseTo(-2, 6)
})
