/**
 * Laws that every structure keeps. Each brings a generator and an `enumerate` that lists all its configurations
 * with their own scores, worked out from the raw numbers without the factor.
 */
import type { CustomFactor } from '@parley/core'
import { describe, expect, it } from 'vitest'
import {
  GeneralTree,
  GrandparentHeadAutomaton,
  HeadAutomaton,
  Sequence,
  SequenceBudget,
  SpanningTree,
} from './index.js'

type Configuration = { links: number[]; own: number }
type Instance = { factor: CustomFactor; degree: number; enumerate(): Configuration[] }
type Numbers = { below(n: number): number; score(): number; scores(n: number): Float64Array }
type Structure = (random: Numbers) => Instance

/** A small seeded generator (mulberry32), and scores of one of several sorts. */
function numbers(seed: number, draw: (uniform: () => number) => number): Numbers {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const score = () => draw(uniform)
  return {
    below: (n) => Math.floor(uniform() * n),
    score,
    scores: (n) => Float64Array.from({ length: n }, score),
  }
}

const sorts: Record<string, (uniform: () => number) => number> = {
  'ordinary scores': (uniform) => uniform() * 4 - 2,
  'all scores 0': () => 0,
  'many ties': (uniform) => Math.floor(uniform() * 3) - 1,
  'scores of ±1e6': (uniform) => (uniform() * 2 - 1) * 1e6,
  'scores of 1e−9': (uniform) => (uniform() * 2 - 1) * 1e-9,
  'scores of ±1e6 beside scores of 1': (uniform) =>
    uniform() < 0.3 ? Math.sign(uniform() - 0.5) * 1e6 : uniform(),
}

function* product(sizes: number[]): Generator<number[]> {
  const at = sizes.map(() => 0)
  if (sizes.some((size) => size === 0)) return
  for (;;) {
    yield at.slice()
    let i = sizes.length - 1
    while (i >= 0 && ++at[i] === sizes[i]) at[i--] = 0
    if (i < 0) return
  }
}

const oneHot = (sizes: number[], states: number[]) =>
  sizes.flatMap((size, t) => Array.from({ length: size }, (_, s) => (s === states[t] ? 1 : 0)))

/** Some scores become −∞, in half of the instances. */
function withForbidden(random: Numbers, scores: Float64Array): Float64Array {
  return random.below(2) ? scores : scores.map((x) => (random.below(5) ? x : Number.NEGATIVE_INFINITY))
}

function spanningTree(singleRoot: boolean): Structure {
  return (random) => {
    const length = 1 + random.below(6)
    const keep = 1 + random.below(5) // of 5 arcs, at random
    const arcs: [number, number][] = []
    for (let h = 0; h < length; h++)
      for (let m = 1; m < length; m++) if (h !== m && random.below(5) < keep) arcs.push([h, m])
    arcs.sort(() => random.below(3) - 1)
    const reachesRoot = (heads: number[], m: number) => {
      for (let steps = 0; steps < length && m !== 0; steps++) m = heads[m]
      return m === 0
    }
    return {
      factor: new SpanningTree({ length, arcs, singleRoot }),
      degree: arcs.length,
      enumerate() {
        const into = Array.from({ length: length - 1 }, (_, i) => arcs.filter(([, m]) => m === i + 1))
        const trees: Configuration[] = []
        for (const choice of product(into.map((list) => list.length))) {
          const chosen = choice.map((c, i) => into[i][c])
          const heads = [0, ...chosen.map(([h]) => h)]
          if (!heads.every((_, m) => reachesRoot(heads, m))) continue
          if (singleRoot && length > 1 && chosen.filter(([h]) => h === 0).length !== 1) continue
          trees.push({ links: arcs.map((arc) => (chosen.includes(arc) ? 1 : 0)), own: 0 })
        }
        return trees
      },
    }
  }
}

/** s(m, s) in the order of the file format: a table by pairs, filled with a running index. */
function siblingTable(n: number, scores: Float64Array): number[][] {
  let next = 0
  return Array.from({ length: n + 1 }, (_, m) =>
    Array.from({ length: n + 2 }, (_, s) => (s > m ? scores[next++] : Number.NaN)),
  )
}

function siblingPairs(modifiers: number[]): [number, number][] {
  const taken = [0, ...modifiers.flatMap((x, i) => (x ? [i + 1] : [])), modifiers.length + 1]
  return taken.slice(1).map((s, i) => [taken[i], s])
}

const headAutomaton: Structure = (random) => {
  const n = random.below(7)
  const siblings = withForbidden(random, random.scores(((n + 1) * (n + 2)) / 2))
  const table = siblingTable(n, siblings)
  return {
    factor: new HeadAutomaton({ siblings }),
    degree: n,
    enumerate: () =>
      [...product(Array(n).fill(2))].map((links) => ({
        links,
        own: siblingPairs(links).reduce((sum, [m, s]) => sum + table[m][s], 0),
      })),
  }
}

function grandparentHeadAutomaton(grand: boolean): Structure {
  return (random) => {
    const n = random.below(5)
    const count = ((n + 1) * (n + 2)) / 2
    const grandparentCount = 1 + random.below(4)
    const grandparents = withForbidden(random, random.scores(grandparentCount * n))
    const siblings = withForbidden(random, random.scores(count))
    const grandSiblings = withForbidden(random, random.scores(grandparentCount * count))
    const table = siblingTable(n, siblings)
    const own = (g: number, modifiers: number[]) => {
      const grandTable = siblingTable(n, grandSiblings.subarray(g * count))
      let sum = 0
      for (const [m, s] of siblingPairs(modifiers)) sum += table[m][s] + (grand ? grandTable[m][s] : 0)
      modifiers.forEach((x, i) => {
        if (x) sum += grandparents[g * n + i]
      })
      return sum
    }
    return {
      factor: new GrandparentHeadAutomaton({
        grandparentCount,
        grandparents,
        siblings,
        ...(grand ? { grandSiblings } : {}),
      }),
      degree: grandparentCount + n,
      enumerate: () =>
        [...product([grandparentCount, ...Array(n).fill(2)])].map(([g, ...modifiers]) => ({
          links: [...oneHot([grandparentCount], [g]), ...modifiers],
          own: own(g, modifiers),
        })),
    }
  }
}

function chain(budgeted: boolean): Structure {
  return (random) => {
    const length = 1 + random.below(5)
    const states = Array.from({ length }, () => 1 + random.below(3))
    const edges = states.slice(1).reduce((sum, k, i) => sum + k * states[i], 0)
    const scores = withForbidden(random, random.scores(states[0] + edges + states[length - 1]))
    const budget = random.below(length + 2)
    const counted = random.below(2)
    const own = (path: number[]) => {
      if (budgeted && path.filter((s) => s === counted).length > budget) return Number.NEGATIVE_INFINITY
      let at = states[0]
      let sum = scores[path[0]]
      for (let t = 1; t < length; t++) {
        sum += scores[at + path[t - 1] * states[t] + path[t]]
        at += states[t - 1] * states[t]
      }
      return sum + scores[at + path[length - 1]]
    }
    return {
      factor: budgeted
        ? new SequenceBudget({ states, scores, budget, counted })
        : new Sequence({ states, scores }),
      degree: states.reduce((sum, k) => sum + k, 0),
      enumerate: () => [...product(states)].map((path) => ({ links: oneHot(states, path), own: own(path) })),
    }
  }
}

const generalTree: Structure = (random) => {
  const length = 1 + random.below(6)
  const states = Array.from({ length }, () => 1 + random.below(3))
  // A random forest, its nodes then renamed, so that parents may come after their children.
  const name = Array.from({ length }, (_, i) => i).sort(() => random.below(3) - 1)
  const parents: number[] = Array(length).fill(-1)
  for (let i = 1; i < length; i++) if (random.below(5)) parents[name[i]] = name[random.below(i)]
  const tables = parents.map((p, i) =>
    p < 0 ? [] : [...withForbidden(random, random.scores(states[p] * states[i]))],
  )
  const own = (path: number[]) =>
    parents.reduce((sum, p, i) => sum + (p < 0 ? 0 : tables[i][path[p] * states[i] + path[i]]), 0)
  return {
    factor: new GeneralTree({ states, parents, scores: tables.flat() }),
    degree: states.reduce((sum, k) => sum + k, 0),
    enumerate: () => [...product(states)].map((path) => ({ links: oneHot(states, path), own: own(path) })),
  }
}

const structures: Record<string, Structure> = {
  SpanningTree: spanningTree(false),
  'SpanningTree with a single root': spanningTree(true),
  HeadAutomaton: headAutomaton,
  GrandparentHeadAutomaton: grandparentHeadAutomaton(false),
  'GrandparentHeadAutomaton with grand-siblings': grandparentHeadAutomaton(true),
  Sequence: chain(false),
  SequenceBudget: chain(true),
  GeneralTree: generalTree,
}

const RUNS = 100

describe.each(Object.entries(structures))('%s', (_, structure) => {
  describe.each(Object.entries(sorts))('with %s', (_, draw) => {
    function forAll(
      law: (instance: Instance, scores: Float64Array, all: Configuration[], random: Numbers) => void,
    ) {
      for (let seed = 1; seed <= RUNS; seed++) {
        const random = numbers(seed * 7919, draw)
        const instance = structure(random)
        law(instance, random.scores(instance.degree), instance.enumerate(), random)
      }
    }
    const total = (scores: Float64Array, { links, own }: Configuration) =>
      own + links.reduce((sum, x, i) => sum + x * scores[i], 0)
    const best = (scores: Float64Array, all: Configuration[]) =>
      all.reduce((most, c) => Math.max(most, total(scores, c)), Number.NEGATIVE_INFINITY)
    const size = (scores: Float64Array) => scores.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)
    const expectClose = (found: number, expected: number, scores: Float64Array) => {
      if (Number.isFinite(expected))
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(size(scores) * 1e-7)
      else expect(found).toBe(expected)
    }

    it('maximize finds the best of all configurations', () => {
      forAll(({ factor, degree }, scores, all) => {
        const links = new Float64Array(degree).fill(0.5)
        const own = factor.maximize(scores, links)
        const expected = best(scores, all)
        if (expected === Number.NEGATIVE_INFINITY) expect(own).toBe(expected)
        else {
          expect([...links].every((x) => x === 0 || x === 1)).toBe(true)
          expectClose(total(scores, { links: [...links], own }), expected, scores)
          expectClose(factor.score!(links), own, scores)
        }
      })
    })

    it('score is the own score of what is allowed and −Infinity elsewhere', () => {
      forAll(({ factor, degree }, scores, all, random) => {
        const known = new Map(all.map(({ links, own }) => [links.join(''), own]))
        for (const { links, own } of all.slice(0, 50))
          expectClose(factor.score!(Float64Array.from(links)), own, scores)
        for (let i = 0; i < 20; i++) {
          const links = Array.from({ length: degree }, () => random.below(2))
          expectClose(
            factor.score!(Float64Array.from(links)),
            known.get(links.join('')) ?? Number.NEGATIVE_INFINITY,
            scores,
          )
        }
      })
    })

    it('maxMarginals are the best with each link at 1 and at 0', () => {
      forAll(({ factor, degree }, scores, all) => {
        const on = new Float64Array(degree)
        const off = new Float64Array(degree)
        const value = factor.maxMarginals!(scores, on, off)
        expectClose(value, best(scores, all), scores)
        for (let i = 0; i < degree; i++) {
          const fixed = (x: number) => all.filter(({ links }) => links[i] === x)
          expectClose(on[i], best(scores, fixed(1)), scores)
          expectClose(off[i], best(scores, fixed(0)), scores)
        }
      })
    })

    it('a link with score −Infinity is left at 0', () => {
      forAll(({ factor, degree }, scores, all, random) => {
        if (degree === 0) return
        const barred = random.below(degree)
        const without = scores.slice()
        without[barred] = Number.NEGATIVE_INFINITY
        const allowed = all.filter(({ links }) => links[barred] === 0)
        const links = new Float64Array(degree)
        const own = factor.maximize(without, links)
        const expected = best(scores, allowed)
        if (expected === Number.NEGATIVE_INFINITY) expect(own).toBe(expected)
        else {
          expect(links[barred]).toBe(0)
          expectClose(total(scores, { links: [...links], own }), expected, scores)
        }
      })
    })
  })
})
