// `checkFactor` finds the usual mistakes in custom factors, and reports nothing for correct ones.
import { describe, expect, it } from 'vitest'
import { randomFactor } from '../../../test-support/factor-case.js'
import { FactorGraph } from '../../graph/graph.js'
import { ad3 } from '../../solvers/ad3/ad3.js'
import { exact } from '../../solvers/exact.js'
import { verify } from '../../verify/verify.js'
import { seeded } from '../common/random-scores.js'
import { checkFactor } from './check-factor.js'
import type { Factor } from './factor.js'

/** At most one link, or the first two together; by enumeration. */
const ALLOWED = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
]
const OWN = [0.5, 0, -1, 0, 2]

function own([a = 0, b = 0, c = 0]: ArrayLike<number> & Iterable<number>): number {
  const found = ALLOWED.findIndex((one) => one[0] === a && one[1] === b && one[2] === c)
  return found < 0 ? Number.NEGATIVE_INFINITY : OWN[found]
}

const totals = (scores: Float64Array) =>
  ALLOWED.map((on, k) => on.reduce((sum, value, i) => sum + value * scores[i], OWN[k]))

const right = {
  name: 'right',
  maximize(scores: Float64Array, configuration: Float64Array) {
    const all = totals(scores)
    const best = all.indexOf(Math.max(...all))
    configuration.set(ALLOWED[best])
    return OWN[best]
  },
  score: own,
  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array) {
    const all = totals(scores)
    for (let i = 0; i < 3; i++) {
      on[i] = Math.max(...all.filter((_, k) => ALLOWED[k][i] === 1))
      off[i] = Math.max(...all.filter((_, k) => ALLOWED[k][i] === 0))
    }
    return Math.max(...all)
  },
  marginals(scores: Float64Array, marginals: Float64Array) {
    const all = totals(scores)
    const best = Math.max(...all)
    const weights = all.map((total) => Math.exp(total - best))
    const sum = weights.reduce((a, b) => a + b)
    marginals.fill(0)
    ALLOWED.forEach((on, k) => {
      for (let i = 0; i < 3; i++) marginals[i] += (on[i] * weights[k]) / sum
    })
    return best + Math.log(sum)
  },
} satisfies Factor

/** Takes the best single link. */
function greedy(scores: Float64Array, configuration: Float64Array): number {
  const best = scores.indexOf(Math.max(...scores))
  configuration.fill(0)
  if (!(scores[best] + own([best === 0 ? 1 : 0, best === 1 ? 1 : 0, best === 2 ? 1 : 0]) > 0.5)) return 0.5
  configuration[best] = 1
  return own(configuration)
}

describe('a factor that is right', () => {
  it('passes, with all its operations and with any of them left out', () => {
    expect(checkFactor(right, 3)).toEqual({ ok: true, problems: [], configurations: 5, complete: true })
    const { maximize, score, maxMarginals, marginals } = right
    for (const factor of [
      { maximize },
      { maximize, score },
      { maximize, maxMarginals },
      { maximize, marginals },
    ])
      expect(checkFactor(factor, 3)).toMatchObject({ ok: true, configurations: 5, complete: true })
  })

  it('passes if it allows nothing, or any random set', () => {
    expect(checkFactor({ maximize: () => Number.NEGATIVE_INFINITY }, 4)).toMatchObject({
      ok: true,
      configurations: 0,
    })
    const random = seeded(5)
    for (let n = 1; n <= 8; n++) {
      const factor = randomFactor(n, random, () => random.uniform() * 4 - 2)
      expect(checkFactor(factor, n, { trials: 64 }).problems).toEqual([])
    }
  })

  it('passes with factors whose links are groups, of which exactly one link is 1', () => {
    const values = [0, 1, 2]
    const all = values.flatMap((a) => values.flatMap((b) => values.map((c) => [a, b, c])))
    const own = ([a, b, c]: readonly number[]) => -[0.5, 1, 2][a] * Number(a !== c) - Number(b !== c)
    const factor: Factor = {
      maximize(scores, configuration) {
        const total = (one: readonly number[]) =>
          one.reduce((sum, value, group) => sum + scores[3 * group + value], own(one))
        const best = all.reduce((a, b) => (total(b) > total(a) ? b : a))
        configuration.fill(0)
        for (const [group, value] of best.entries()) configuration[3 * group + value] = 1
        return own(best)
      },
    }
    expect(checkFactor(factor, 9)).toMatchObject({ ok: true, problems: [], configurations: 27 })
  })

  it('passes with more links than can be gone through, by comparing answers', () => {
    const n = 40
    const pick: Factor = {
      maximize(scores, configuration) {
        scores.forEach((score, i) => {
          configuration[i] = score > 0 ? 1 : 0
        })
        return 0
      },
    }
    const check = checkFactor(pick, n)
    expect(check).toMatchObject({ ok: true, complete: false })
    expect(check.configurations).toBeGreaterThan(100)
    const one = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)))
    const single: Factor = {
      maximize(scores, configuration) {
        configuration.fill(0)
        configuration[scores.indexOf(Math.max(...scores))] = 1
        return 0
      },
    }
    expect(checkFactor(single, n, { configurations: one })).toMatchObject({ ok: true, configurations: n })
  })
})

describe('a factor that is wrong', () => {
  const { maximize, score, maxMarginals, marginals } = right
  const wrong: [string, Factor, RegExp][] = [
    [
      'a greedy maximize',
      { maximize: greedy, score },
      /^`maximize` under the scores \[.*\] finds \[.*\], which scores .* in all; \[1, 1, 0\] scores /,
    ],
    [
      'an own score with the links in it',
      {
        maximize(scores, configuration) {
          const found = maximize(scores, configuration)
          return found + configuration.reduce((sum, value, i) => sum + value * scores[i], 0)
        },
        score,
      },
      /returns .* as the own score of .*; it is .*must not contain the scores/,
    ],
    [
      'a configuration that is not allowed',
      { maximize: (_, configuration) => Number(configuration.fill(1) === null), score },
      /finds \[1, 1, 1\], which is not allowed/,
    ],
    [
      'half a link',
      { maximize: (_, configuration) => Number(configuration.fill(0.5) === null), score },
      /writes 0.5 for link 0/,
    ],
    ['no own score', { maximize: () => undefined as unknown as number, score }, /returns undefined/],
    [
      'giving up',
      { maximize: () => Number.NEGATIVE_INFINITY, score },
      /−Infinity \(nothing is allowed\), but/,
    ],
    [
      'buffers that are not cleared',
      {
        maximize(scores, configuration) {
          const found = maximize(scores, new Float64Array(3))
          const all = totals(scores)
          const on = ALLOWED[all.indexOf(Math.max(...all))]
          for (let i = 0; i < 3; i++) if (on[i] === 1) configuration[i] = 1
          return found
        },
        score,
      },
      /writes (7|NaN) for link/,
    ],
    [
      'scores that are changed',
      {
        maximize(scores, configuration) {
          const found = maximize(scores, configuration)
          scores.sort()
          return found
        },
        score,
      },
      /changes them to/,
    ],
    [
      'a stale state',
      (() => {
        let calls = 0
        return {
          maximize(scores: Float64Array, configuration: Float64Array) {
            if (++calls > 300) return greedy(scores, configuration)
            return maximize(scores, configuration)
          },
          score,
        }
      })(),
      /when asked again after other scores/,
    ],
    [
      'a throw',
      {
        maximize() {
          throw new TypeError('oh')
        },
        score,
      },
      /^`maximize` throws: oh$/,
    ],
    ['a score that is no number', { maximize, score: () => Number.NaN }, /^`score` of \[0, 0, 0\] is NaN/],
    [
      'max-marginals that leave out a choice',
      {
        maximize,
        maxMarginals(scores, on, off) {
          const best = maxMarginals(scores, on, off)
          on[1] -= 0.25
          return best
        },
      },
      /^`maxMarginals` under the scores .* for link 1 at 1; it is/,
    ],
    [
      'max-marginals without the best',
      {
        maximize,
        maxMarginals(scores, on, off) {
          maxMarginals(scores, on, off)
          return 0
        },
      },
      /returns 0 as the best of all; it is/,
    ],
    [
      'marginals that do not sum',
      { maximize, marginals: (scores, found) => marginals(scores, found) + 0.1 },
      /the logarithm of the sum is/,
    ],
    [
      'marginals of the wrong link',
      {
        maximize,
        marginals(scores, found) {
          const log = marginals(scores, found)
          found.reverse()
          return log
        },
      },
      /^`marginals` under the scores .* for link \d; it is/,
    ],
  ]
  it.each(wrong)('%s is found', (_name, factor, message) => {
    const { ok, problems } = checkFactor(factor, 3)
    expect(ok).toBe(false)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(message)
  })

  it('is found by its own answers where there are too many links to go through', () => {
    const n = 30
    // Exactly three neighbours; looks only at every second place.
    const lazy: Factor = {
      maximize(scores, configuration) {
        let best = 0
        const sum = (i: number) => scores[i] + scores[i + 1] + scores[i + 2]
        const step = scores[0] > 0 ? 2 : 1
        for (let i = 0; i + 2 < n; i += step) if (sum(i) > sum(best)) best = i
        configuration.fill(0)
        configuration.fill(1, best, best + 3)
        return 0
      },
    }
    expect(checkFactor(lazy, n).problems[0]).toMatch(/which scores .* in all;/)
  })

  it('without a score is found by a list of configurations', () => {
    const { problems } = checkFactor({ maximize: greedy }, 3, { configurations: ALLOWED })
    expect(problems).toEqual(['`maximize` never finds [1, 1, 0], however high the scores of its links are.'])
  })

  it('gives the same counterexample every time', () => {
    expect(checkFactor({ maximize: greedy, score }, 3)).toEqual(checkFactor({ maximize: greedy, score }, 3))
  })
})

it('refuses what makes no sense', () => {
  expect(() => checkFactor(right, 0)).toThrow(/number of links is 0/)
  expect(() => checkFactor(right, 3, { trials: 0 })).toThrow(/trials is 0/)
  expect(() => checkFactor(right, 3, { trial: 5 } as never)).toThrow(/Did you mean trials/)
  expect(() => checkFactor({} as never, 3)).toThrow(/needs a function/)
  expect(() => checkFactor(right, 3, { configurations: [[1, 2, 0]] })).toThrow(
    /\[1, 2, 0\] is not a configuration/,
  )
})

describe('verify', () => {
  it('says which custom factors it trusts', () => {
    const graph = new FactorGraph()
    const x = [graph.binary(3), graph.binary(3), graph.binary(4)]
    graph.pair(x[0], x[2], 1)
    expect(verify(graph, exact(graph)).trusted).toEqual([])
    graph.add({ name: 'greedy', maximize: greedy, score: own }, x)
    graph.add({ maximize: greedy, score: own }, x, 'mine')
    graph.add({ maximize: greedy, score: own }, x)
    const check = verify(graph, ad3(graph))
    expect(check.trusted).toEqual(['greedy', 'mine', 'factor 3 (custom)'])
  })
})
