import { ad3, exact, FactorGraph, ParleyError, verify } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { modifiersOf, partScorer, projectiveTrees, randomSides, seeded } from '../../test-support/trees.js'
import {
  GrandparentHeadAutomaton,
  HeadAutomaton,
  ProjectiveTree,
  SecondOrderProjectiveTree,
} from '../index.js'
import type { SideScores } from './grand-sibling-parts.js'
import { sideArcs } from './tree-arcs.js'

type Arcs = [number, number][]

/** Words with up to `heads` heads each, most of them near. */
function sentence(words: number, heads: number, seed: number) {
  const random = seeded(seed)
  const length = words + 1
  const arcs: Arcs = []
  for (let m = 1; m < length; m++) {
    const chosen = new Set([m - 1])
    for (let i = 1; i < heads; i++) {
      const h = random.below(4) ? m + random.below(11) - 5 : random.below(length)
      if (h >= 0 && h < length && h !== m) chosen.add(h)
    }
    for (const h of chosen) arcs.push([h, m])
  }
  return { length, arcs, scores: random.scores(arcs.length), random }
}

/** The automata of all sides, with the arcs that each links. */
function automataOf(length: number, arcs: Arcs, sides: (SideScores | null)[]) {
  const find = (h: number, m: number) => arcs.findIndex((arc) => arc[0] === h && arc[1] === m)
  return sides.flatMap((side, k): { factor: HeadAutomaton | GrandparentHeadAutomaton; links: number[] }[] => {
    const h = k >> 1
    const n = modifiersOf(arcs, k).length
    const count = ((n + 1) * (n + 2)) / 2
    const into = arcs.flatMap(([, m], a) => (m === h ? [a] : []))
    const siblings = side?.siblings ?? new Float64Array(count)
    const modifiers = modifiersOf(arcs, k).map((m) => find(h, m))
    if (h === 0) return n === 0 ? [] : [{ factor: new HeadAutomaton({ siblings }), links: modifiers }]
    if (h >= length || into.length === 0) return []
    const factor = new GrandparentHeadAutomaton({
      grandparentCount: into.length,
      grandparents: side?.grandparents ?? new Float64Array(into.length * n),
      siblings,
      ...(side?.grandSiblings ? { grandSiblings: side.grandSiblings } : {}),
    })
    return [{ factor, links: [...into, ...modifiers] }]
  })
}

const dot = (scores: Float64Array, links: ArrayLike<number>) =>
  scores.reduce((sum, x, i) => (links[i] === 1 ? sum + x : sum), 0)

/** All scores finite. */
function finiteSides(random: ReturnType<typeof seeded>, length: number, arcs: Arcs, grand: boolean) {
  return randomSides(random, length, arcs, grand).map((side, k) => {
    // Left of the root there is nothing, and no automaton to score that.
    if (side === null || k === 0) return null
    const finite = (list?: ArrayLike<number>) =>
      list && Float64Array.from(list, (x) => (Number.isFinite(x) ? x : -1))
    return {
      siblings: finite(side.siblings),
      grandparents: finite(side.grandparents),
      grandSiblings: finite(side.grandSiblings),
    } as SideScores
  })
}

describe('SecondOrderProjectiveTree and the automata that it stands for', () => {
  it.each([false, true])('its own score is the sum of theirs (grand-siblings: %s)', (grand) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { length, arcs, scores, random } = sentence(4 + (seed % 12), 4, seed)
      const sides = finiteSides(random, length, arcs, grand)
      const tree = new SecondOrderProjectiveTree({ length, arcs, sides })
      const links = new Float64Array(arcs.length)
      const own = tree.maximize(scores, links)
      const sum = automataOf(length, arcs, sides).reduce(
        (total, automaton) =>
          total + automaton.factor.score(Float64Array.from(automaton.links, (a) => links[a])),
        0,
      )
      expect(own).toBeCloseTo(sum, 9)
      expect(tree.score(links)).toBeCloseTo(sum, 9)
    }
  })

  it.each([false, true])(
    'a graph of ProjectiveTree and automata, solved exactly, has the same maximum (grand-siblings: %s)',
    (grand) => {
      for (let seed = 1; seed <= 8; seed++) {
        const { length, arcs, scores, random } = sentence(5 + (seed % 5), 3, seed)
        const singleRoot = seed % 2 === 0
        const sides = finiteSides(random, length, arcs, grand)
        const graph = new FactorGraph()
        const variables = arcs.map((_, a) => graph.binary(scores[a]))
        graph.add(new ProjectiveTree({ length, arcs, singleRoot }), variables)
        for (const { factor, links } of automataOf(length, arcs, sides))
          graph.add(factor, links.map((a) => variables[a])) // biome-ignore format: one factor, one line
        const links = new Float64Array(arcs.length)
        const tree = new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot })
        const own = tree.maximize(scores, links)
        const solution = exact(graph)
        expect(solution.status).toBe('optimal')
        expect(own + dot(scores, links)).toBeCloseTo(solution.value, 6)
      }
    },
  )

  it('as the only factor of a graph it is solved by AD³, with its certificate', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { length, arcs, scores, random } = sentence(5, 4, seed)
      const sides = finiteSides(random, length, arcs, true)
      const own = partScorer(arcs, sides)
      const best = projectiveTrees(length, arcs, true).reduce((most, heads) => {
        const links = arcs.map(([h, m]) => (heads[m] === h ? 1 : 0))
        return Math.max(most, own(heads) + dot(scores, links))
      }, -Infinity)
      const graph = new FactorGraph()
      const variables = arcs.map((_, a) => graph.binary(scores[a]))
      graph.add(new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot: true }), variables)
      const solution = ad3(graph)
      expect(solution.status).toBe('optimal')
      expect(solution.value).toBeCloseTo(best, 6)
      expect(verify(graph, solution).problems).toEqual([])
    }
  })
})

describe('SecondOrderProjectiveTree on larger sentences', () => {
  it('without scores of its own it is ProjectiveTree', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { length, arcs, scores } = sentence(12 + seed, [3, 6, 40][seed % 3], seed)
      const options = { length, arcs, singleRoot: seed % 2 === 0 }
      const first = new ProjectiveTree(options)
      const second = new SecondOrderProjectiveTree({ ...options, sides: [] })
      const numbers = () => new Float64Array(arcs.length)
      const [on, off, p] = [numbers(), numbers(), numbers()]
      const [on2, off2, p2] = [numbers(), numbers(), numbers()]
      const close = (a: Float64Array, b: Float64Array) =>
        a.forEach((x, i) => {
          if (Math.abs(x - b[i]) > 1e-9) expect(b[i]).toBe(x)
        })
      expect(second.maxMarginals(scores, on2, off2)).toBeCloseTo(first.maxMarginals(scores, on, off), 9)
      close(on, on2)
      close(off, off2)
      expect(second.marginals(scores, p2)).toBeCloseTo(first.marginals(scores, p), 9)
      close(p, p2)
    }
  })

  it.each([false, true])(
    'max-marginals are what maximize finds with the arc forced (grand-siblings: %s)',
    (grand) => {
      for (let seed = 1; seed <= 6; seed++) {
        const { length, arcs, scores, random } = sentence(8 + seed, 4, seed)
        const sides = randomSides(random, length, arcs, grand)
        const tree = new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot: seed % 2 === 0 })
        const on = new Float64Array(arcs.length)
        const off = new Float64Array(arcs.length)
        const links = new Float64Array(arcs.length)
        tree.maxMarginals(scores, on, off)
        const best = (changed: Float64Array) => tree.maximize(changed, links) + dot(scores, links)
        arcs.forEach(([h, m], a) => {
          const forced = best(scores.map((x, b) => (arcs[b][1] === m && arcs[b][0] !== h ? -Infinity : x)))
          const barred = best(scores.map((x, b) => (b === a ? -Infinity : x)))
          if (Number.isFinite(forced)) expect(on[a]).toBeCloseTo(forced, 9)
          else expect(on[a]).toBe(-Infinity)
          if (Number.isFinite(barred)) expect(off[a]).toBeCloseTo(barred, 9)
          else expect(off[a]).toBe(-Infinity)
        })
      }
    },
  )

  it('marginals are the slope of the log-partition function', () => {
    const { length, arcs, scores, random } = sentence(20, 5, 3)
    const sides = finiteSides(random, length, arcs, true)
    const tree = new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot: true })
    const marginals = new Float64Array(arcs.length)
    const unused = new Float64Array(arcs.length)
    tree.marginals(scores, marginals)
    const step = 1e-4
    for (let a = 0; a < arcs.length; a += 3) {
      const at = (x: number) => {
        const moved = scores.slice()
        moved[a] += x
        return tree.marginals(moved, unused)
      }
      expect(marginals[a]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 6)
    }
  })

  it('40 words with 4 heads each take well under 50 ms, also with grand-siblings and for marginals', () => {
    const { length, arcs, scores, random } = sentence(40, 4, 1)
    const sides = finiteSides(random, length, arcs, true)
    const links = new Float64Array(arcs.length)
    const off = new Float64Array(arcs.length)
    let fastest = Number.POSITIVE_INFINITY
    for (let run = 0; run < 5; run++) {
      const start = performance.now()
      const tree = new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot: true })
      tree.maximize(scores, links)
      tree.maxMarginals(scores, links, off)
      tree.marginals(scores, links)
      fastest = Math.min(fastest, performance.now() - start)
    }
    expect(fastest).toBeLessThan(50)
  })

  it('takes a chain of 1,500 words in either direction', () => {
    const length = 1500
    for (const arcs of [
      Array.from({ length: length - 1 }, (_, i): [number, number] => [i, i + 1]),
      Array.from({ length: length - 1 }, (_, i): [number, number] => [(i + 2) % length, i + 1]),
    ]) {
      const tree = new SecondOrderProjectiveTree({ length, arcs, sides: [], singleRoot: true })
      const links = new Float64Array(arcs.length)
      expect(tree.maximize(new Float64Array(arcs.length), links)).toBe(0)
      expect(links.every((x) => x === 1)).toBe(true)
    }
  })
})

describe('SecondOrderProjectiveTree at the edges', () => {
  it('a root alone scores that it has no modifiers, on both sides', () => {
    const tree = new SecondOrderProjectiveTree({
      length: 1,
      arcs: [],
      sides: [{ siblings: [3] }, { siblings: [4] }],
    })
    const none = new Float64Array(0)
    expect(tree.maximize(none, none)).toBe(7)
    expect(tree.score(none)).toBe(7)
    expect(tree.marginals(none, none)).toBe(7)
  })

  it('a word whose every head was pruned leaves no tree', () => {
    const tree = new SecondOrderProjectiveTree({ length: 3, arcs: [[0, 1]], sides: [] })
    expect(tree.maximize(Float64Array.of(1), new Float64Array(1))).toBe(-Infinity)
    const marginals = Float64Array.of(7)
    expect(tree.marginals(Float64Array.of(1), marginals)).toBe(-Infinity)
    expect(marginals[0]).toBe(0)
  })

  const arcs: Arcs = [
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 1],
  ]
  it.each<[string, (SideScores | null)[], RegExp]>([
    [
      'too few sibling scores',
      [null, { siblings: [0, 0] }],
      /2 modifiers right of head 0: 6 expected.*2 found/,
    ],
    ['grandparents of the root', [null, { grandparents: [1, 2] }], /right of head 0: 0 expected.*2 found/],
    [
      'too many grandparent scores',
      [null, null, null, { grandparents: [1, 2, 3] }],
      /right of head 1: 2 expected.*2 arcs/,
    ],
    [
      'too few grand-sibling scores',
      [null, null, null, { grandSiblings: [1] }],
      /right of head 1: 6 expected.*1 found/,
    ],
    ['NaN', [null, { siblings: [0, 0, 0, Number.NaN, 0, 0] }], /number 4 of 6 is NaN/],
    ['more sides than words have', Array(7).fill(null), /7 sides of 3 words/],
  ])('refuses %s', (_, sides, message) => {
    const make = () => new SecondOrderProjectiveTree({ length: 3, arcs, sides })
    expect(make).toThrow(ParleyError)
    expect(make).toThrow(message)
  })

  it('refuses what would not fit into memory, and says how much it is', () => {
    const all: Arcs = []
    for (let h = 0; h < 400; h++) for (let m = 1; m < 400; m++) if (h !== m) all.push([h, m])
    expect(() => new SecondOrderProjectiveTree({ length: 400, arcs: all, sides: [] })).toThrow(
      /needs \d+ MB.*Prune/,
    )
  })

  it('sideArcs lists the arcs in the order of the scores', () => {
    const { length, arcs } = sentence(12, 5, 2)
    const { start, order } = sideArcs(
      length,
      Int32Array.from(arcs, ([h]) => h),
      Int32Array.from(arcs, ([, m]) => m),
    )
    for (let k = 0; k < 2 * length; k++) {
      const listed = [...order.subarray(start[k], start[k + 1])].map((a) => arcs[a][1])
      expect(listed).toEqual(modifiersOf(arcs, k))
    }
  })
})
