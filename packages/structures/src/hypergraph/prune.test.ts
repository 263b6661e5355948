import { expect, it } from 'vitest'
import { seeded } from '../../test-support/trees.js'
import { HypergraphBuilder } from './builder.js'
import { type Hypergraph, NOTHING } from './hypergraph.js'
import { kBestDerivations } from './k-best.js'
import { pruneHypergraph } from './prune.js'

/** Binary bracketings of five words with two symbols each, at random scores. */
function chart(seed: number): { graph: Hypergraph; scores: Float64Array } {
  const random = seeded(seed)
  const words = 5
  const builder = new HypergraphBuilder(2 * words)
  const cells = new Map<string, number[]>()
  for (let width = 1; width <= words; width++)
    for (let i = 0; i + width <= words; i++) {
      const nodes = [builder.node(), builder.node()]
      nodes.forEach((node, s) => {
        if (width === 1) builder.edge(node, NOTHING, NOTHING, random.score(), 2 * i + s)
        for (let k = i + 1; k < i + width; k++)
          for (const left of cells.get(`${i} ${k}`)!)
            for (const right of cells.get(`${k} ${i + width}`)!)
              builder.edge(node, left, right, random.score())
      })
      cells.set(`${i} ${i + width}`, nodes)
    }
  return { graph: builder.build(cells.get(`0 ${words}`)![0])!, scores: random.scores(2 * words) }
}

it('every derivation within the limit stays, and every edge that stays is in such a one', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { graph, scores } = chart(seed)
    const all = kBestDerivations(graph, scores, 1e6).map(({ score }) => score)
    const pruned = pruneHypergraph(graph, scores, 3)
    const kept = kBestDerivations(pruned, scores, 1e6)
    const good = all.filter((score) => score >= all[0] - 3)
    expect(kept.slice(0, good.length).map(({ score }) => score)).toEqual(good)
    expect(pruned.edgeCount).toBeLessThan(graph.edgeCount)
    const used = new Set(kept.slice(0, good.length).flatMap(({ edges }) => [...edges]))
    expect(used.size).toBe(pruned.edgeCount)
  }
})

it('without any derivation under the scores, nothing is cut', () => {
  const { graph, scores } = chart(1)
  expect(pruneHypergraph(graph, scores.fill(Number.NEGATIVE_INFINITY), 3)).toBe(graph)
})
