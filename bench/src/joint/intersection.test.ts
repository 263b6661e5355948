import { agree } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { Grammar, type GrammarNode, GrammarTree, TrigramSequence } from '@parleyjs/structures'
import { describe, expect, it } from 'vitest'
import { intersect, type LinkTrigram } from './intersection.js'

/** A small generator (mulberry32). */
function seeded(seed: number): () => number {
  const random = new Random(seed)
  return () => random.uniform()
}

const TAGS = 3
const SYMBOLS = 6

/**
 * A random grammar with three tags (symbols 3 to 5), some unary rules, and a random model of tag trigrams.
 */
function randomProblem(seed: number, length: number) {
  const random = seeded(seed)
  const symbol = () => Math.floor(random() * SYMBOLS)
  const phrase = () => Math.floor(random() * (SYMBOLS - TAGS))
  const rules = Array.from({ length: 16 }, () => [phrase(), symbol(), symbol(), -3 * random()] as const)
  const chains = Array.from({ length: 3 }, () => [phrase(), symbol(), -3 * random()] as const)
  const grammar = new Grammar({
    symbols: SYMBOLS,
    root: 0,
    binary: {
      parent: rules.map(([a]) => a),
      left: rules.map(([, b]) => b),
      right: rules.map(([, , c]) => c),
      score: rules.map(([, , , s]) => s),
    },
    unary: {
      parent: chains.map(([a]) => a),
      child: chains.map(([, b]) => b),
      score: chains.map(([, , s]) => s),
    },
  })
  const words = Array.from({ length }, () => ({
    links: TAGS,
    symbols: [3, 4, 5],
    values: [0, 1, 2],
    scores: [-2 * random(), -2 * random(), -2 * random()],
  }))
  const table = Float64Array.from({ length: (TAGS + 1) ** 3 }, () => -4 * random())
  const tag = (link: number) => (link < 0 ? TAGS : link % TAGS)
  const trigram: LinkTrigram = (a, b, c) => table[(tag(a) * (TAGS + 1) + tag(b)) * (TAGS + 1) + tag(c)]
  const sequence = new TrigramSequence({
    states: words.map(() => TAGS),
    scores: (_, a, b, c) => trigram(a, b, c),
  })
  return { tree: new GrammarTree({ grammar, words }), sequence, trigram, length }
}

function linksOf(node: GrammarNode): number[] {
  return node.link === undefined ? node.children.flatMap(linksOf) : [node.link]
}

/** The best sum over all trees. */
function enumerate({ tree, sequence, length }: ReturnType<typeof randomProblem>): number {
  let best = Number.NEGATIVE_INFINITY
  for (const { score, tree: root } of tree.kBest(new Float64Array(length * TAGS), 100_000)) {
    const configuration = new Float64Array(length * TAGS)
    for (const link of linksOf(root)) configuration[link] = 1
    best = Math.max(best, score + sequence.score(configuration))
  }
  return best
}

describe('the intersection of a grammar and a tagger', () => {
  let pieces = 0
  it.each([1, 2, 3, 4])('has the best score of all trees with %d words', (length) => {
    let derived = 0
    for (let seed = 0; seed < 40; seed++) {
      const problem = randomProblem(seed, length)
      const found = intersect(problem.tree.graph, problem.trigram)
      if (problem.tree.derived) derived++
      expect(found!.score).toBeCloseTo(enumerate(problem), 9)
      const configuration = new Float64Array(length * TAGS)
      for (const link of found!.links) configuration[link] = 1
      const value = problem.tree.score(configuration) + problem.sequence.score(configuration)
      expect(value).toBeCloseTo(found!.score, 9)
    }
    // Mostly with trees, else with pieces.
    expect(derived).toBeGreaterThan(20)
    pieces += 40 - derived
  })

  it.each(['subgradient', 'ad3', 'mplp', 'exact'] as const)(
    'is what two models that agree by %s reach',
    (algorithm) => {
      let proven = 0
      for (let seed = 0; seed < 25; seed++) {
        const { tree, sequence, trigram, length } = randomProblem(seed, 6)
        const best = intersect(tree.graph, trigram)!.score
        const links = length * TAGS
        const result = agree(tree, sequence, links, {
          algorithm,
          maxIterations: 200,
        })
        expect(result.value).toBeLessThanOrEqual(best + 1e-9)
        expect(result.bound).toBeGreaterThanOrEqual(best - 1e-9)
        if (result.status !== 'optimal') continue
        proven++
        expect(result.value).toBeCloseTo(best, 4)
      }
      expect(proven).toBeGreaterThan(algorithm === 'exact' ? 24 : 9)
    },
  )

  it('was tried on sentences in pieces, too', () => {
    expect(pieces).toBeGreaterThan(5)
  })

  it('is null where there is nothing to intersect', () => {
    expect(intersect(null, () => 0)).toBeNull()
  })
})
