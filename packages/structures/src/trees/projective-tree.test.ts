import { ad3, exact, FactorGraph, ParleyError, verify } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { projectiveTrees, seeded } from '../../test-support/trees.js'
import { HeadAutomaton, ProjectiveTree, SpanningTree } from '../index.js'

/** A share of all arcs between `length` nodes, with random scores. */
function sentence(length: number, density: number, seed: number) {
  const random = seeded(seed)
  const arcs: [number, number][] = []
  for (let h = 0; h < length; h++)
    for (let m = 1; m < length; m++) if (h !== m && random.uniform() < density) arcs.push([h, m])
  return { arcs, scores: random.scores(arcs.length), random }
}

const dot = (scores: Float64Array, links: ArrayLike<number>) =>
  scores.reduce((sum, x, i) => (links[i] === 1 ? sum + x : sum), 0)

describe('ProjectiveTree on larger sentences', () => {
  it.each([false, true])(
    'max-marginals are what maximize finds with the arc forced (single root: %s)',
    (singleRoot) => {
      for (let seed = 1; seed <= 12; seed++) {
        const length = 8 + seed
        const { arcs, scores } = sentence(length, [0.3, 0.6, 1][seed % 3], seed)
        const tree = new ProjectiveTree({ length, arcs, singleRoot })
        const on = new Float64Array(arcs.length)
        const off = new Float64Array(arcs.length)
        const links = new Float64Array(arcs.length)
        const best = (changed: Float64Array) =>
          tree.maximize(changed, links) === 0 ? dot(scores, links) : Number.NEGATIVE_INFINITY
        const value = tree.maxMarginals(scores, on, off)
        if (Number.isFinite(value)) expect(value).toBeCloseTo(best(scores), 9)
        else expect(best(scores)).toBe(value)
        arcs.forEach(([h, m], a) => {
          const forced = best(scores.map((x, b) => (arcs[b][1] === m && arcs[b][0] !== h ? -Infinity : x)))
          const barred = best(scores.map((x, b) => (b === a ? -Infinity : x)))
          if (Number.isFinite(forced)) expect(on[a]).toBeCloseTo(forced, 9)
          else expect(on[a]).toBe(forced)
          if (Number.isFinite(barred)) expect(off[a]).toBeCloseTo(barred, 9)
          else expect(off[a]).toBe(barred)
        })
      }
    },
  )

  it('marginals are the slope of the log-partition function', () => {
    const length = 25
    const { arcs, scores } = sentence(length, 0.5, 4)
    const tree = new ProjectiveTree({ length, arcs, singleRoot: true })
    const marginals = new Float64Array(arcs.length)
    const unused = new Float64Array(arcs.length)
    tree.marginals(scores, marginals)
    const step = 1e-4
    for (let a = 0; a < arcs.length; a += 7) {
      const at = (x: number) => {
        const moved = scores.slice()
        moved[a] += x
        return tree.marginals(moved, unused)
      }
      expect(marginals[a]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 6)
    }
    for (let m = 1; m < length; m++)
      expect(arcs.reduce((sum, arc, a) => (arc[1] === m ? sum + marginals[a] : sum), 0)).toBeCloseTo(1, 9)
  })

  it('counts the projective trees: 1, 3, 12, 55, 273, …', () => {
    // With any number of roots there are C(3n, n) / (2n + 1) of them over n words; of one root, C(3n − 2,
    // n − 1) / n.
    const trees = (words: number, singleRoot: boolean) => {
      const length = words + 1
      const { arcs } = sentence(length, 2, 1)
      const zero = new Float64Array(arcs.length)
      return Math.exp(new ProjectiveTree({ length, arcs, singleRoot }).marginals(zero, zero.slice()))
    }
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
    for (let n = 1; n <= 12; n++) {
      expect(trees(n, false) / (choose(3 * n, n) / (2 * n + 1))).toBeCloseTo(1, 9)
      expect(trees(n, true) / (choose(3 * n - 2, n - 1) / n)).toBeCloseTo(1, 9)
    }
  })

  it('takes a chain of 1,500 words in either direction', () => {
    const length = 1500
    for (const arcs of [
      Array.from({ length: length - 1 }, (_, i): [number, number] => [i, i + 1]),
      Array.from({ length: length - 1 }, (_, i): [number, number] => [(i + 2) % length, i + 1]),
    ]) {
      const tree = new ProjectiveTree({ length, arcs, singleRoot: true })
      const links = new Float64Array(arcs.length)
      expect(tree.maximize(new Float64Array(arcs.length), links)).toBe(0)
      expect(links.every((x) => x === 1)).toBe(true)
    }
  })

  it('is the spanning tree where that does not cross, and below it where it does', () => {
    let same = 0
    for (let seed = 1; seed <= 40; seed++) {
      const { arcs, scores } = sentence(7, 1, seed)
      const links = new Float64Array(arcs.length)
      const tree = new ProjectiveTree({ length: 7, arcs })
      new SpanningTree({ length: 7, arcs }).maximize(scores, links)
      const bound = dot(scores, links)
      const crosses = tree.score(links) !== 0
      tree.maximize(scores, links)
      if (crosses) expect(dot(scores, links)).toBeLessThan(bound)
      else expect(dot(scores, links)).toBeCloseTo(bound, 9)
      if (!crosses) same++
    }
    expect(same).toBeGreaterThan(0)
    expect(same).toBeLessThan(40)
  })
})

describe('ProjectiveTree in a factor graph', () => {
  it('with head automata, AD³ and branch and bound find the best of all trees', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const length = 6
      const { arcs, scores, random } = sentence(length, 0.8, seed)
      const graph = new FactorGraph()
      const variables = arcs.map((_, a) => graph.binary(scores[a]))
      const tree = new ProjectiveTree({ length, arcs, singleRoot: true })
      graph.add(tree, variables)
      const automata: [HeadAutomaton, number[]][] = []
      for (let h = 0; h < length; h++) {
        const right = arcs.map((_, a) => a).filter((a) => arcs[a][0] === h && arcs[a][1] > h)
        if (right.length === 0) continue
        const siblings = random.scores(((right.length + 1) * (right.length + 2)) / 2)
        const automaton = new HeadAutomaton({ siblings })
        automata.push([automaton, right])
        graph.add(
          automaton,
          right.map((a) => variables[a]),
        )
      }
      let best = Number.NEGATIVE_INFINITY
      for (const heads of projectiveTrees(length, arcs, true)) {
        const links = Float64Array.from(arcs, ([h, m]) => (heads[m] === h ? 1 : 0))
        const own = automata.reduce(
          (sum, [automaton, right]) => sum + automaton.score(Float64Array.from(right, (a) => links[a])),
          dot(scores, links),
        )
        if (own > best) best = own
      }
      const proven = exact(graph)
      expect(proven.status).toBe('optimal')
      expect(proven.value).toBeCloseTo(best, 6)
      const relaxed = ad3(graph)
      expect(relaxed.bound).toBeGreaterThan(best - 1e-6)
      if (relaxed.status === 'optimal') expect(relaxed.value).toBeCloseTo(best, 4)
      expect(verify(graph, relaxed).problems).toEqual([])
    }
  })
})

describe('ProjectiveTree at the edges', () => {
  it('a root alone is a tree without arcs', () => {
    const tree = new ProjectiveTree({ length: 1, arcs: [], singleRoot: true })
    const none = new Float64Array(0)
    expect(tree.maximize(none, none)).toBe(0)
    expect(tree.score(none)).toBe(0)
    expect(tree.maxMarginals(none, none, none)).toBe(0)
    expect(tree.marginals(none, none)).toBe(0)
  })

  it('arcs whose only tree crosses leave none', () => {
    const arcs: [number, number][] = [
      [0, 2],
      [2, 4],
      [4, 1],
      [1, 3],
    ]
    const tree = new ProjectiveTree({ length: 5, arcs })
    expect(tree.maximize(new Float64Array(4), new Float64Array(4))).toBe(-Infinity)
    expect(new SpanningTree({ length: 5, arcs }).maximize(new Float64Array(4), new Float64Array(4))).toBe(0)
  })

  it.each([
    [
      'an arc into the root',
      { length: 3, arcs: [[1, 0]] as [number, number][] },
      /modifier of arc 1 of 1 of a projective tree.*is 0/,
    ],
    ['a loop', { length: 3, arcs: [[1, 1]] as [number, number][] }, /from 1 to itself/],
    ['half a word', { length: 3, arcs: [[0.5, 1]] as [number, number][] }, /is 0.5.*between 0 and 2/],
    ['a whole book', { length: 100_000, arcs: [] }, /A projective tree over 100000 .*At most 2000/],
  ])('refuses %s', (_, options, message) => {
    expect(() => new ProjectiveTree(options)).toThrow(ParleyError)
    expect(() => new ProjectiveTree(options)).toThrow(message)
  })
})
