/**
 * Laws that every structure keeps. Each brings a generator and an `enumerate` that lists all its configurations
 * with their own scores, worked out from the raw numbers without the factor.
 */
import type { Factor } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'

/** A configuration and its own score. */
export type Configuration = { links: number[]; own: number }
/** A factor with random scores, and the list of all its configurations. */
export type Instance = { factor: Factor; degree: number; enumerate(): Configuration[] }
/** Random numbers. */
export type Numbers = { below(n: number): number; score(): number; scores(n: number): Float64Array }
/** Makes a random instance. */
export type Structure = (random: Numbers) => Instance

/** A small seeded generator (mulberry32), and scores of one of several sorts. */
function numbers(seed: number, draw: (uniform: () => number) => number): Numbers {
  const random = new Random(seed)
  const uniform = () => random.uniform()
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

/** All lists of numbers below the given ones. */
export function* product(sizes: number[]): Generator<number[]> {
  const at = sizes.map(() => 0)
  if (sizes.some((size) => size === 0)) return
  for (;;) {
    yield at.slice()
    let i = sizes.length - 1
    while (i >= 0 && ++at[i] === sizes[i]) at[i--] = 0
    if (i < 0) return
  }
}

/** The links of one-hot groups in given states. */
export const oneHot = (sizes: number[], states: number[]) =>
  sizes.flatMap((size, t) => Array.from({ length: size }, (_, s) => (s === states[t] ? 1 : 0)))

/** Some scores become −∞, in half of the instances. */
export function withForbidden(random: Numbers, scores: Float64Array): Float64Array {
  return random.below(2) ? scores : scores.map((x) => (random.below(5) ? x : Number.NEGATIVE_INFINITY))
}

const RUNS = 60

/** States the laws for one structure. */
export function describeLaws(name: string, structure: Structure): void {
  describe.each(Object.entries(sorts))(`${name} with %s`, (_, draw) => {
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
    // `expect` is slow, so it only speaks where something is wrong.
    const expectWithin = (tolerance: number, found: number, expected: number) => {
      if (found === expected || Math.abs(found - expected) <= tolerance) return
      expect(found, `within ${tolerance}`).toBe(expected)
    }
    const expectClose = (found: number, expected: number, scores: Float64Array) =>
      expectWithin(size(scores) * 1e-7, found, expected)

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

    if (structure(numbers(1, draw)).factor.marginals === undefined) return
    it('marginals are the shares of all configurations with each link at 1', () => {
      forAll(({ factor, degree }, scores, all, random) => {
        if (degree > 0 && random.below(4) === 0) scores[random.below(degree)] = Number.NEGATIVE_INFINITY
        const totals = all.map((c) => c.links.reduce((sum, x, i) => (x ? sum + scores[i] : sum), c.own))
        const top = Math.max(Number.NEGATIVE_INFINITY, ...totals)
        const marginals = new Float64Array(degree).fill(7)
        const logZ = factor.marginals!(scores, marginals)
        if (top === Number.NEGATIVE_INFINITY) {
          expect(logZ).toBe(top)
          expect(marginals.every((p) => p === 0)).toBe(true)
          return
        }
        const weights = totals.map((t) => Math.exp(t - top))
        const sum = weights.reduce((a, b) => a + b, 0)
        const precision = 1e-9 + 1e-14 * Math.abs(top) * degree
        expectWithin(precision, logZ, top + Math.log(sum))
        for (let i = 0; i < degree; i++) {
          const share = all.reduce((p, { links }, c) => p + links[i] * weights[c], 0) / sum
          expectWithin(precision, marginals[i], share)
          if (marginals[i] > 1) expect(marginals[i]).toBeLessThanOrEqual(1)
        }
      })
    })
  })
}
