import { SpanningTree } from '@parley/structures'
import { describe, expect, it } from 'vitest'
import { OpenTree } from './open-tree.js'

// Words 1 … 4 under the root 0; words 2 and 4 have one candidate each.
const ARCS: [number, number][] = [
  [0, 1],
  [3, 1],
  [1, 2],
  [0, 3],
  [1, 3],
  [2, 3],
  [3, 4],
]
const OPEN = Int32Array.of(0, 1, 3, 4, 5)

/** All ways to set so many links. */
const configurations = (n: number) =>
  Array.from({ length: 2 ** n }, (_, code) => Float64Array.from({ length: n }, (_, i) => (code >> i) & 1))

describe.each([false, true])('a tree over its open arcs, single root: %s', (singleRoot) => {
  const tree = new SpanningTree({ length: 5, arcs: ARCS, singleRoot })
  const open = new OpenTree(tree, ARCS.length, OPEN)
  const whole = (configuration: Float64Array) => {
    const values = new Float64Array(ARCS.length).fill(1)
    OPEN.forEach((a, i) => {
      values[a] = configuration[i]
    })
    return values
  }

  it('allows what makes a tree with the certain arcs', () => {
    const other = new SpanningTree({ length: 5, arcs: ARCS, singleRoot })
    let allowed = 0
    for (const configuration of configurations(OPEN.length)) {
      const score = open.score(configuration)
      expect(score).toBe(other.score(whole(configuration)))
      if (score === 0) allowed++
    }
    expect(allowed).toBe(singleRoot ? 3 : 4)
  })

  it('finds the best of them, again and again', () => {
    const found = new Float64Array(OPEN.length)
    const dot = (scores: Float64Array, values: Float64Array) =>
      scores.reduce((sum, score, i) => sum + score * values[i], 0)
    for (let seed = 1; seed <= 40; seed++) {
      const scores = Float64Array.from(OPEN, (_, i) => ((seed * (i + 3) * 7919) % 101) - 50)
      const best = Math.max(
        ...configurations(OPEN.length)
          .filter((configuration) => open.score(configuration) === 0)
          .map((configuration) => dot(scores, configuration)),
      )
      expect(open.maximize(scores, found)).toBe(0)
      expect(open.score(found)).toBe(0)
      expect(dot(scores, found)).toBe(best)
    }
  })
})
