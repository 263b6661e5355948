import { FactorGraph, ParleyError, solve } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import {
  type Configuration,
  describeLaws,
  type Numbers,
  type Structure,
} from '../../test-support/structure-laws.js'
import { seeded } from '../../test-support/trees.js'
import { HypergraphBuilder } from './builder.js'
import { HypergraphFactor } from './factor.js'
import { type Hypergraph, NOTHING } from './hypergraph.js'
import { InsideOutside } from './inside-outside.js'
import { kBestDerivations } from './k-best.js'
import { Viterbi } from './viterbi.js'

/** An edge as it was added to the builder, for enumeration that does not depend on the packed form. */
type Edge = { node: number; left: number; right: number; score: number; link: number }
type Forest = { edges: Edge[]; root: number; groups: number[]; graph: Hypergraph | null }

/**
 * A random chart over words with a few tags each: every span has up to three symbols, some edges are missing.
 */
function randomChart(random: Numbers, maxWords: number, symbols: number): Forest {
  const words = 1 + random.below(maxWords)
  const groups: number[] = []
  for (let i = 0; i < words; i++) for (let t = random.below(3); t >= 0; t--) groups.push(i)
  const builder = new HypergraphBuilder(groups.length)
  const edges: Edge[] = []
  const edge = (node: number, left: number, right: number, score: number, link: number) => {
    edges.push({ node, left, right, score, link })
    builder.edge(node, left, right, score, link)
  }
  const cells = new Map<string, number[]>()
  for (let width = 1; width <= words; width++)
    for (let i = 0; i + width <= words; i++) {
      const nodes: number[] = []
      for (let s = 0; s < symbols; s++) {
        const node = builder.node(s)
        if (width === 1)
          groups.forEach((word, link) => {
            if (word === i && random.below(4)) edge(node, NOTHING, NOTHING, random.score(), link)
          })
        for (let split = i + 1; split < i + width; split++)
          for (const left of cells.get(`${i} ${split}`)!)
            for (const right of cells.get(`${split} ${i + width}`)!)
              if (random.below(3) === 0) edge(node, left, right, random.score(), -1)
        // Unary edges come from the symbols before.
        for (const below of nodes) if (random.below(4) === 0) edge(node, below, NOTHING, random.score(), -1)
        nodes.push(node)
      }
      cells.set(`${i} ${i + width}`, nodes)
    }
  const root = cells.get(`0 ${words}`)![symbols - 1]
  return { edges, root, groups, graph: builder.build(root) }
}

/** All derivations of a node: their scores and links, from the list of edges. */
function derivations({ edges, root }: Forest): { score: number; links: number[] }[] {
  const known = new Map<number, { score: number; links: number[] }[]>()
  const of = (node: number): { score: number; links: number[] }[] => {
    if (node === NOTHING) return [{ score: 0, links: [] }]
    const all =
      known.get(node) ??
      edges.flatMap((e) =>
        e.node !== node || e.score === Number.NEGATIVE_INFINITY
          ? []
          : of(e.left).flatMap((a) =>
              of(e.right).map((b) => ({
                score: e.score + a.score + b.score,
                links: [...a.links, ...b.links, ...(e.link < 0 ? [] : [e.link])],
              })),
            ),
      )
    known.set(node, all)
    return all
  }
  return of(root)
}

function configurations(forest: Forest): Configuration[] {
  const best = new Map<string, Configuration>()
  for (const { score, links } of derivations(forest)) {
    const on = forest.groups.map((_, i) => (links.includes(i) ? 1 : 0))
    const key = on.join('')
    if (score > (best.get(key)?.own ?? Number.NEGATIVE_INFINITY)) best.set(key, { links: on, own: score })
  }
  return [...best.values()]
}

/** Several derivations may have the same links: the best of them is the configuration's score. */
const chart: Structure = (random) => {
  const forest = randomChart(random, 4, 2)
  const whole = new HypergraphFactor({ graph: forest.graph, groups: forest.groups })
  return {
    // Marginals sum over derivations, which the laws do not expect of configurations: they are checked below.
    factor: {
      maximize: (scores, configuration) => whole.maximize(scores, configuration),
      score: (configuration) => whole.score(configuration),
      maxMarginals: (scores, on, off) => whole.maxMarginals(scores, on, off),
    },
    degree: forest.groups.length,
    enumerate: () => configurations(forest),
  }
}

/** A lattice of tags: each configuration has one derivation. */
const lattice: Structure = (random) => {
  const words = 1 + random.below(4)
  const groups: number[] = []
  for (let i = 0; i < words; i++) for (let t = random.below(3); t >= 0; t--) groups.push(i)
  const builder = new HypergraphBuilder(groups.length)
  const edges: Edge[] = []
  const add = (node: number, left: number, link: number) => {
    const score = random.below(6) ? random.score() : Number.NEGATIVE_INFINITY
    edges.push({ node, left, right: NOTHING, score, link })
    builder.edge(node, left, NOTHING, score, link)
  }
  let before = [NOTHING]
  for (let i = 0; i < words; i++) {
    const nodes: number[] = []
    groups.forEach((word, link) => {
      if (word !== i) return
      const node = builder.node()
      for (const left of before) add(node, left, link)
      nodes.push(node)
    })
    before = nodes
  }
  const root = builder.node()
  for (const left of before) add(root, left, -1)
  const forest = { edges, root, groups, graph: builder.build(root) }
  return {
    factor: new HypergraphFactor({ graph: forest.graph, groups }),
    degree: groups.length,
    enumerate: () => configurations(forest),
  }
}

describeLaws('A chart', chart)
describeLaws('A lattice', lattice)

describe('A hypergraph against the list of its derivations', () => {
  const forAll = (check: (forest: Forest, scores: Float64Array) => void) => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = seeded(seed)
      const forest = randomChart(random, 4, 2)
      check(forest, random.scores(forest.groups.length))
    }
  }
  const total = (scores: Float64Array, { score, links }: { score: number; links: number[] }) =>
    links.reduce((sum, i) => sum + scores[i], score)

  it('is null where there is no derivation', () => {
    let without = 0
    forAll((forest) => {
      expect(forest.graph === null).toBe(derivations(forest).length === 0)
      if (forest.graph === null) without++
    })
    expect(without).toBeGreaterThan(2)
  })

  it('keeps only what some derivation uses', () => {
    forAll(({ graph }) => {
      if (graph === null) return
      const { through } = shares(graph, new Float64Array(graph.linkCount))
      expect(through.every((p) => p > 0)).toBe(true)
    })
  })

  it('marginals sum over all derivations, also where several have the same links', () => {
    forAll((forest, scores) => {
      const all = derivations(forest)
      const factor = new HypergraphFactor({ graph: forest.graph, groups: forest.groups })
      const marginals = new Float64Array(forest.groups.length).fill(7)
      const logZ = factor.marginals(scores, marginals)
      const weights = all.map((d) => Math.exp(total(scores, d)))
      const sum = weights.reduce((a, b) => a + b, 0)
      if (all.length === 0) expect(logZ).toBe(-Infinity)
      else expect(logZ).toBeCloseTo(Math.log(sum), 9)
      marginals.forEach((p, i) => {
        const share = all.reduce((q, { links }, d) => q + (links.includes(i) ? weights[d] : 0), 0)
        expect(p).toBeCloseTo(all.length === 0 ? 0 : share / sum, 9)
      })
    })
  })

  it('k-best lists all derivations in order, each with its own edges', () => {
    forAll((forest, scores) => {
      if (forest.graph === null) return
      const expected = derivations(forest).map((d) => total(scores, d))
      expected.sort((a, b) => b - a)
      const found = kBestDerivations(forest.graph, scores, 1000)
      expect(found.length).toBe(Math.min(1000, expected.length))
      found.forEach(({ score, edges }, i) => {
        expect(score).toBeCloseTo(expected[i], 9)
        const { graph } = forest
        let sum = 0
        for (const e of edges)
          sum += graph!.score[e] + (graph!.link[e] < scores.length ? scores[graph!.link[e]] : 0)
        expect(sum).toBeCloseTo(score, 9)
      })
      expect(new Set(found.map(({ edges }) => edges.join(' '))).size).toBe(found.length)
    })
  })

  it('the first of the k best is the Viterbi derivation', () => {
    forAll(({ graph }, scores) => {
      if (graph === null) return
      const viterbi = new Viterbi(graph)
      const [first] = kBestDerivations(graph, scores, 1)
      expect(first.score).toBe(viterbi.run(scores))
      expect([...first.edges]).toEqual([...viterbi.trace()])
    })
  })
})

/** How often every edge is used, by the sum over derivations: its share of its node's probability. */
function shares(graph: Hypergraph, scores: Float64Array): { through: number[] } {
  const inOut = new InsideOutside(graph)
  inOut.sum(scores, new Float64Array(graph.linkCount))
  const through: number[] = []
  for (let v = 1; v < graph.nodeCount; v++) {
    expect(inOut.outside[v]).toBeLessThan(1 + 1e-9)
    for (let e = graph.edgeStart[v]; e < graph.edgeStart[v + 1]; e++) through.push(inOut.outside[v])
  }
  return { through }
}

describe('A hypergraph factor', () => {
  it('agrees with another in a graph, with a certificate', () => {
    const random = seeded(5)
    const forest = randomChart(random, 4, 3)
    const graph = new FactorGraph()
    const scores = random.scores(forest.groups.length)
    const variables = [...scores].map((score) => graph.binary(score))
    const make = () => new HypergraphFactor({ graph: forest.graph, groups: forest.groups })
    graph.add(make(), variables)
    graph.add(make(), variables)
    const solution = solve(graph)
    const best = Math.max(
      ...configurations(forest).map(({ links, own }) =>
        links.reduce((sum, x, i) => sum + x * scores[i], 2 * own),
      ),
    )
    expect(solution.status).toBe('optimal')
    expect(solution.value).toBeCloseTo(best, 6)
  })

  it('without any derivation forbids everything', () => {
    const factor = new HypergraphFactor({ graph: null, groups: [0] })
    const links = Float64Array.of(7)
    expect(factor.maximize(Float64Array.of(1), links)).toBe(-Infinity)
    expect(links[0]).toBe(0)
    expect(factor.score(Float64Array.of(1))).toBe(-Infinity)
    expect(factor.marginals(Float64Array.of(1), links)).toBe(-Infinity)
    expect(factor.kBest(Float64Array.of(1), 3)).toEqual([])
    expect(factor.derivation().length).toBe(0)
  })

  it('refuses edges out of order, wrong scores, wrong links and too few groups', () => {
    const builder = new HypergraphBuilder(1)
    const [a, b] = [builder.node(), builder.node()]
    expect(() => builder.edge(a, b, NOTHING, 0)).toThrow(/children come before/)
    expect(() => builder.edge(a, NOTHING, NOTHING, Number.NaN)).toThrow(ParleyError)
    expect(() => builder.edge(a, NOTHING, NOTHING, 0, 1)).toThrow(/links are below 1/)
    builder.edge(a, NOTHING, NOTHING, 0, 0)
    expect(() => new HypergraphFactor({ graph: builder.build(a), groups: [] })).toThrow(/1 expected/)
    expect(builder.build(b)).toBeNull()
  })
})
