import { describe, expect, it } from 'vitest'
import { describeLaws, type Numbers, type Structure } from '../../test-support/structure-laws.js'
import { randomArcs, seeded } from '../../test-support/trees.js'
import { HypergraphFactor } from '../hypergraph/factor.js'
import { headDrivenForest } from './head-driven-chart.js'
import { FIRST, type HeadDrivenScores, LEFT, RIGHT } from './scores.js'

const CATEGORIES = 2
const TAGS = 2
const CHAIN = 2

/**
 * A grammar with random scores, each drawn once and then kept. Symbols 0 and 1 are categories, 2 and 3 tags.
 */
function randomScores(random: Numbers, length: number): HeadDrivenScores {
  const symbols = CATEGORIES + TAGS
  const all: [number, number][] = []
  for (let c = 0; c < CATEGORIES; c++) for (let s = 0; s < symbols; s++) all.push([c, s])
  const pairs = all.filter(() => random.below(5) > 0)
  const known = new Map<string, number>()
  const contexts = new Map<string, number>()
  const draw = (...key: (number | string)[]) => {
    const name = key.join(' ')
    if (!known.has(name)) known.set(name, random.score())
    return known.get(name)!
  }
  const tags = Array.from({ length }, () => (random.below(3) ? [2 + random.below(2)] : [2, 3]))
  return {
    length,
    symbols,
    pairCategory: Int32Array.from(pairs, ([category]) => category),
    pairHead: Int32Array.from(pairs, ([, head]) => head),
    memories: 3,
    gaps: 2,
    tags: (word) => tags[word],
    tagScore: (word, tag) => draw('tag', word, tag),
    gap: (from, to) => (to > from ? 1 : 0),
    memory: (symbol) => 1 + (symbol % 2),
    start: (...key) => draw('start', ...key),
    context: (...key) => {
      const name = key.join(' ')
      if (!contexts.has(name)) contexts.set(name, contexts.size)
      return contexts.get(name)!
    },
    modifier: (...key) => draw('modifier', ...key),
    stop: (...key) => draw('stop', ...key),
    root: (...key) => draw('root', ...key),
    prior: () => 0,
  }
}

type Found = { score: number; arcs: [number, number][] }

/**
 * All trees, from the definition: constituents of a span with a symbol and a head word, by their head
 * children.
 */
class Trees {
  constructor(
    private readonly s: HeadDrivenScores,
    private readonly allowed: (head: number, modifier: number) => boolean,
  ) {}

  all(): Found[] {
    const { s } = this
    const found: Found[] = []
    for (let symbol = 0; symbol < s.symbols; symbol++)
      for (let h = 0; h < s.length; h++)
        if (this.allowed(-1, h))
          for (const tree of this.of(0, s.length, symbol, h, CHAIN))
            found.push({ score: tree.score + s.root(symbol, h), arcs: [...tree.arcs, [-1, h]] })
    return found
  }

  /** The trees of a span, with at most `chain` categories with one child on top of each other. */
  private of(i: number, j: number, symbol: number, h: number, chain: number): Found[] {
    const { s } = this
    const found: Found[] = []
    if (j === i + 1 && s.tags(i).includes(symbol)) found.push({ score: s.tagScore(i, symbol), arcs: [] })
    for (let pair = 0; pair < s.pairHead.length; pair++) {
      if (s.pairCategory[pair] !== symbol) continue
      for (let from = i; from <= h; from++)
        for (let to = h + 1; to <= j; to++) {
          const whole = from === i && to === j
          if (whole && chain === 0) continue
          for (const child of this.of(from, to, s.pairHead[pair], h, whole ? chain - 1 : CHAIN))
            for (const right of this.right(pair, h, to, j, FIRST))
              for (const left of this.left(pair, h, from, i, FIRST))
                found.push({
                  score: s.start(pair, h) + child.score + right.score + left.score,
                  arcs: [...child.arcs, ...right.arcs, ...left.arcs],
                })
        }
    }
    return found
  }

  private right(pair: number, h: number, at: number, end: number, memory: number): Found[] {
    const { s } = this
    const gap = s.gap(h + 1, at)
    if (at === end) return [{ score: s.stop(s.context(pair, h, RIGHT, memory, gap)), arcs: [] }]
    const found: Found[] = []
    for (let to = at + 1; to <= end; to++)
      for (let m = at; m < to; m++)
        if (this.allowed(h, m))
          for (let symbol = 0; symbol < s.symbols; symbol++)
            for (const modifier of this.of(at, to, symbol, m, CHAIN))
              for (const rest of this.right(pair, h, to, end, s.memory(symbol)))
                found.push({
                  score:
                    s.modifier(s.context(pair, h, RIGHT, memory, gap), symbol, m) +
                    modifier.score +
                    rest.score,
                  arcs: [[h, m], ...modifier.arcs, ...rest.arcs],
                })
    return found
  }

  private left(pair: number, h: number, at: number, end: number, memory: number): Found[] {
    const { s } = this
    const gap = s.gap(at, h)
    if (at === end) return [{ score: s.stop(s.context(pair, h, LEFT, memory, gap)), arcs: [] }]
    const found: Found[] = []
    for (let from = end; from < at; from++)
      for (let m = from; m < at; m++)
        if (this.allowed(h, m))
          for (let symbol = 0; symbol < s.symbols; symbol++)
            for (const modifier of this.of(from, at, symbol, m, CHAIN))
              for (const rest of this.left(pair, h, from, end, s.memory(symbol)))
                found.push({
                  score:
                    s.modifier(s.context(pair, h, LEFT, memory, gap), symbol, m) +
                    modifier.score +
                    rest.score,
                  arcs: [[h, m], ...modifier.arcs, ...rest.arcs],
                })
    return found
  }
}

const UNLIMITED = { complete: 1e9, partial: 1e9, below: 1e18, chain: CHAIN }

/**
 * With scores above 0, cycles in a chain increase the score. The length of chains is limited, and the best of
 * them is found.
 */
const structure: Structure = (random) => {
  const { arcs } = randomArcs(random, 3)
  const length = arcs.reduce((most, [h, m]) => Math.max(most, h, m), 1)
  const scores = randomScores(random, length)
  const used = arcs.length === 0 ? ([[0, 1]] as [number, number][]) : arcs
  const { graph } = headDrivenForest({ scores, arcs: used, limits: UNLIMITED })
  const whole = new HypergraphFactor({ graph, groups: used.map(([, m]) => m - 1) })
  const has = new Set(used.map(([h, m]) => `${h} ${m}`))
  return {
    factor: {
      maximize: (link, configuration) => whole.maximize(link, configuration),
      score: (configuration) => whole.score(configuration),
      maxMarginals: (link, on, off) => whole.maxMarginals(link, on, off),
    },
    degree: used.length,
    enumerate: () => {
      const trees = new Trees(scores, (h, m) => has.has(`${h + 1} ${m + 1}`)).all()
      const best = new Map<string, { links: number[]; own: number }>()
      for (const { score, arcs: chosen } of trees) {
        const links = used.map(([h, m]) => (chosen.some(([a, b]) => a + 1 === h && b + 1 === m) ? 1 : 0))
        const key = links.join('')
        if (score > (best.get(key)?.own ?? Number.NEGATIVE_INFINITY)) best.set(key, { links, own: score })
      }
      return [...best.values()]
    },
  }
}

describeLaws('A head-driven chart without a beam', structure)

describe('A head-driven chart with a beam', () => {
  it('finds trees of the same score as without, or worse ones, and some in most cases', () => {
    let same = 0
    let found = 0
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed)
      const length = 4
      const arcs: [number, number][] = []
      for (let h = 0; h <= length; h++) for (let m = 1; m <= length; m++) if (h !== m) arcs.push([h, m])
      const scores = randomScores(random, length)
      const best = (limits: Parameters<typeof headDrivenForest>[0]['limits']) => {
        const { graph } = headDrivenForest({ scores, arcs, ...(limits && { limits }) })
        const factor = new HypergraphFactor({ graph, groups: arcs.map(([, m]) => m) })
        return factor.maximize(new Float64Array(arcs.length), new Float64Array(arcs.length))
      }
      const all = best(UNLIMITED)
      const few = best({ complete: 8, partial: 12, below: 20, chain: CHAIN })
      expect(few).toBeLessThanOrEqual(all + 1e-9)
      if (few > Number.NEGATIVE_INFINITY) found++
      if (Math.abs(few - all) < 1e-9) same++
    }
    expect(found).toBeGreaterThan(35)
    expect(same).toBeGreaterThan(10)
  })

  it('without an arc from the root there is no tree', () => {
    const scores = randomScores(seeded(1), 2)
    const { graph } = headDrivenForest({ scores, arcs: [[1, 2]] })
    expect(graph).toBeNull()
  })
})
