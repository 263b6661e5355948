// Scores that are too large for sums in double precision are refused; up to the limit every claim holds.
import { describe, expect, it } from 'vitest'
import { copyVariables } from '../../test-support/copy-variables.js'
import { SOLVERS } from '../../test-support/laws.js'
import { agree } from '../agree/agree.js'
import { readFg } from '../formats/fg.js'
import { readJson } from '../formats/json-read.js'
import { readUai } from '../formats/uai.js'
import { readWcsp } from '../formats/wcsp.js'
import { type Random, seeded } from '../kinds/common/random-scores.js'
import type { Factor } from '../kinds/custom/factor.js'
import { evaluate } from '../problem/evaluate.js'
import { boxMplp } from '../soft/box-mplp.js'
import { boxSubgradient } from '../soft/box-subgradient.js'
import { SoftProblem } from '../soft/soft-problem.js'
import { ad3InThreads } from '../solvers/ad3/ad3-in-threads.js'
import { ad3Steps } from '../solvers/ad3/ad3-steps.js'
import { exact } from '../solvers/exact.js'
import { kBest } from '../solvers/k-best.js'
import { mplp } from '../solvers/mplp/mplp.js'
import { verify } from '../verify/verify.js'
import { FactorGraph } from './graph.js'

const TOO_LARGE = /scores may add up to 1e10 in size/i

describe('a score that is too large', () => {
  it('is refused by the builder, which says whose it is', () => {
    for (const score of [1e308, -1e308, Number.MAX_VALUE, 1.1e10]) {
      const graph = new FactorGraph()
      const [a, b] = [graph.binary(1, 'a'), graph.binary(2)]
      expect(() => graph.binary(score, 'rain')).toThrow(/^rain has the score /)
      expect(() => graph.binary([score, 0])).toThrow(/^variable 2 has the score /)
      expect(() => graph.categorical([0, score])).toThrow(TOO_LARGE)
      expect(() => graph.pair(a, b, score)).toThrow(/^factor 0 \(pair\) has the score .*1e10/)
      expect(() => graph.pair(a, b, score, 'rivals')).toThrow(/^rivals has the score/)
      expect(() => graph.dense([a], [0, score])).toThrow(/^Score 1 of factor 0 \(dense\) is .*1e10/)
      expect(() => graph.denseOverGroups([[a, b]], [score, 0], 'table')).toThrow(/^Score 0 of table/)
      expect(() => graph.setScore(a, score)).toThrow(/^a has the score/)
      const pair = graph.pair(a, b, 1)
      expect(() => graph.setPairScore(pair, score)).toThrow(/^factor 0 \(pair\) has the score/)
      expect([graph.variableCount, graph.factorCount, evaluate(graph, [1, 1])]).toEqual([2, 1, 4])
    }
  })

  it('is refused with its place by readers', () => {
    const json = { parley: 1, variables: [{ name: 'a' }, { name: 'b', score: 1e308 }] }
    expect(() => readJson(json)).toThrow(/^variables\[1\]: b has the score 1e\+308; .*1e10/)
    expect(() => readWcsp('x 1 2 1 1.7e308\n2\n1 0 0 1\n1 1e308\n')).toThrow(/^Line \d: .*1e10/)
    expect(() => readFg('1\n1\nPAIR 2 1 1 1e308\n')).toThrow(expect.objectContaining({ name: 'ParleyError' }))
    expect(evaluate(readUai('MARKOV 1 2 1 1 0 2 1e308 1'), [0])).toBeCloseTo(709.196, 3)
  })

  it('was optimal with the value 0 and the bound Infinity', () => {
    const build = () => {
      const graph = new FactorGraph()
      graph.or(Array.from({ length: 3 }, () => graph.binary(1e308)))
      return graph
    }
    expect(() => mplp(build())).toThrow(TOO_LARGE)
    expect(() => exact(build())).toThrow(TOO_LARGE)
  })
})

describe('scores that add up to too much', () => {
  const graph = new FactorGraph()
  const x = Array.from({ length: 30 }, (_, v) => graph.binary(v === 7 ? 7e8 : -3e8, `x${v}`))
  graph.pair(x[0], x[1], 1e9, 'dear')
  graph.dense([x[2]], [Number.NEGATIVE_INFINITY, 5e8])

  const calls: Record<string, () => unknown> = {
    ...Object.fromEntries(Object.entries(SOLVERS).map(([name, solve]) => [name, () => solve(graph)])),
    kBest: () => kBest(graph, 2),
    ad3Steps: () => [...ad3Steps(graph)],
  }
  for (const [name, call] of Object.entries(calls))
    it(`are refused by ${name}`, () => {
      expect(call).toThrow(/^The scores add up to 1\.09e\+10 in size.* The largest is 1000000000 \(dear\)/)
      expect(call).toThrow(TOO_LARGE)
    })

  it('are refused by ad3InThreads, and nothing about them is verified', async () => {
    await expect(ad3InThreads(graph)).rejects.toThrow(TOO_LARGE)
    const small = new FactorGraph()
    for (let v = 0; v < 30; v++) small.binary(-1)
    small.pair(small.variable(0) as never, small.variable(1) as never, 1)
    small.dense([small.variable(2)], [Number.NEGATIVE_INFINITY, 1])
    expect(verify(graph, exact(small)).problems[0]).toMatch(TOO_LARGE)
  })

  it('are noticed when a score is changed', () => {
    const changed = new FactorGraph()
    const [a, b] = [changed.binary(1, 'a'), changed.binary(1, 'b')]
    changed.setScore(a, 9e9)
    expect(exact(changed).status).toBe('optimal')
    changed.setScore(b, -9e9)
    expect(() => exact(changed)).toThrow(/The largest is 9000000000 \(a\)/)
  })
})

describe('below the limit', () => {
  it('1e6 and 1e-9 work together', () => {
    const graph = new FactorGraph()
    const [a, b] = [graph.binary(1e6), graph.binary(1e-9)]
    const c = graph.categorical([0, -1e6, 1e-9])
    graph.pair(a, b, 1e-9)
    graph.dense([c, b], [0, 0, 0, 1e-9, 0, Number.NEGATIVE_INFINITY])
    for (const [name, solve] of Object.entries(SOLVERS)) expect(solve(graph).value, name).toBeCloseTo(1e6, 6)
    expect(exact(graph).value).toBeGreaterThanOrEqual(1e6 + 2e-9)
  })

  it('one huge score beside many small ones is no trouble', () => {
    const graph = new FactorGraph()
    const x = Array.from({ length: 40 }, (_, v) => graph.binary(v === 0 ? -9e9 : v % 2 === 0 ? 1 : -1))
    for (let v = 0; v + 1 < x.length; v++) graph.atMostOne([x[v], x[v + 1]])
    for (const [name, solve] of Object.entries(SOLVERS)) {
      const solution = solve(graph)
      expect(solution, name).toMatchObject({ status: 'optimal', value: 19 })
      expect(verify(graph, solution).problems, name).toEqual([])
    }
  })

  it('claims hold for scores of all sizes that cancel, by exact arithmetic', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { graph, optimum, scoreOf } = cancelling(seeded(seed), 3e8)
      for (const [name, solve] of Object.entries(SOLVERS)) {
        const solution = solve(graph, { maxIterations: 300 })
        const slack = 1e-6 * Math.max(1, Math.abs(optimum))
        expect(solution.bound, `seed ${seed}, ${name}`).toBeGreaterThanOrEqual(optimum - slack)
        if (solution.status === 'optimal')
          expect(scoreOf(solution.assignment!), `seed ${seed}, ${name}`).toBeGreaterThanOrEqual(
            optimum - slack,
          )
        if (solution.status === 'infeasible')
          expect(optimum, `seed ${seed}, ${name}`).toBe(Number.NEGATIVE_INFINITY)
      }
    }
  })
})

describe('costs of a knapsack', () => {
  it('add up exactly, or are refused', () => {
    const graph = new FactorGraph()
    const x = [graph.binary(1), graph.binary(1), graph.binary(1)]
    expect(() => graph.knapsack(x, [1e308, 1e308, 1], 1)).toThrow(
      /costs of factor 0 \(knapsack\) are so large that rounding errors of their sums reach Infinity/,
    )
    expect(() => graph.knapsack(x, [5e15, 5e15, 1], 1, 'bag')).toThrow(
      /costs of bag are so large that rounding errors of their sums reach 8.9/,
    )
    graph.knapsack(x, [1e14, 1e14, 1], 1e14)
    expect(exact(graph)).toMatchObject({ status: 'optimal', value: 1 })
    graph.setScore(x[0], -1)
    graph.setScore(x[1], -1)
    expect(exact(graph).assignment).toEqual(Int32Array.of(0, 0, 1))
  })
})

describe('a user’s own function that returns too much', () => {
  const huge = (own: number): Factor => ({
    name: 'boaster',
    maximize(scores, configuration) {
      scores.forEach((score, i) => {
        configuration[i] = score > 0 ? 1 : 0
      })
      return own
    },
  })
  const graphWith = (factor: Factor) => {
    const graph = new FactorGraph()
    const [a, b] = [graph.binary(1), graph.binary(-1)]
    graph.add(factor, [a, b])
    graph.xor([a, b])
    return graph
  }

  it('is named: `maximize` of a factor', () => {
    for (const own of [1e308, -1e308, 2e10])
      for (const [name, solve] of Object.entries(SOLVERS))
        expect(() => solve(graphWith(huge(own))), name).toThrow(
          /`maximize` of a factor \(boaster\) returned .*1e10/,
        )
    expect(() => exact(graphWith(huge(Number.NaN)))).toThrow(/returned NaN/)
  })

  it('is named: `score` and `maxMarginals` of a factor', () => {
    const graph = graphWith({ ...huge(0), score: () => 1e300 })
    expect(() => evaluate(graph, [1, 0])).toThrow(/`score` of a factor \(boaster\) returned 1e\+300/)
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => mplp(graphWith({ ...huge(0), maxMarginals: () => wrong }))).toThrow(
        /`maxMarginals`.* returned/,
      )
      const writes: Factor = {
        ...huge(0),
        maxMarginals(_scores, on, off) {
          on.fill(wrong)
          off.fill(0)
          return 0
        },
      }
      expect(() => mplp(graphWith(writes))).toThrow(/`maxMarginals`.* wrote .* for link 0/)
    }
  })

  it('is named: a model of `agree`, with its weight', () => {
    const fair: Factor = {
      maximize([a], configuration) {
        configuration[0] = Number(a > 0)
        return 0
      },
    }
    const boaster: Factor = {
      maximize(_, configuration) {
        configuration[0] = 0
        return 1e9
      },
    }
    for (const algorithm of ['subgradient', 'ad3', 'mplp', 'exact'] as const) {
      expect(agree(fair, boaster, 1, { algorithm }).status).toBe('optimal')
      expect(() => agree(fair, boaster, 1, { algorithm, weights: [1, 100] })).toThrow(
        /second model returned the score 1000000000 \(times its weight, 100\).*1e10/,
      )
    }
    expect(() => agree(fair, fair, 1, { weights: [1e300, 1] })).toThrow(/from 1e-10 to 1e10/)
    expect(() => agree(fair, fair, 1, { weights: [1, 1e-300] })).toThrow(/from 1e-10 to 1e10/)
  })
})

describe('a soft problem', () => {
  const two = () => {
    const problem = new SoftProblem()
    return { problem, a: problem.addVariable([2, 0]), b: problem.addVariable([0, 1]) }
  }

  it('rejects scores and penalties that are too large, separately and in sum', () => {
    const { problem, a, b } = two()
    expect(() => problem.addVariable([0, 1e308])).toThrow(TOO_LARGE)
    expect(() => problem.addVariable([0, 1e308])).toThrow(/\(variable 2\)/)
    expect(() => two().problem.agree(0, 1, 1e308)).toThrow(/\(the penalties of pair 0\)/)
    expect(() => two().problem.soft(0, 1, [0, 1e200, 0, 0])).toThrow(TOO_LARGE)
    expect(() => two().problem.pair(0, 1, [0, -1e200, 0, 0])).toThrow(TOO_LARGE)
    expect(() => two().problem.pair(0, 1, [1e308, 1e308, 0, 0])).toThrow(/finite/)
    expect(() => two().problem.consensus([0, 1], 6e9)).toThrow(TOO_LARGE)
    problem.agree(a, b, 3e9)
  })

  it('counts every pair that shares penalties', () => {
    const problem = new SoftProblem()
    const first = problem.addVariable(2)
    expect(() => {
      for (let k = 0; k < 100; k++) problem.agree(first, problem.addVariable(2), 1e9)
    }).toThrow(/The largest is 1000000000 \(the penalties of pair 0\)/)
    expect(problem.pairCount).toBe(10)
  })

  it('names the model that returns too much', () => {
    const problem = new SoftProblem()
    const model = {
      name: 'boaster',
      maximize(_: Float64Array, configuration: Float64Array) {
        configuration.set([1, 0])
        return 1e200
      },
    }
    const own = problem.addFactor(model, [2])
    problem.agree(own, problem.addVariable([0, 1]), 1)
    for (const solve of [boxMplp, boxSubgradient])
      expect(() => solve(problem)).toThrow(/Factor 0 \(boaster\) returned 1e\+200.*1e10/)
    expect(() => mplp(copyVariables(problem).graph)).toThrow(/boaster|model/)
  })
})

/**
 * A graph with scores of a few units and of ±`large` that largely cancel, and its optimum in thousandths, by
 * integers.
 */
function cancelling(random: Random, large: number) {
  const n = 6
  const graph = new FactorGraph()
  const terms: { on: number[]; score: bigint }[] = []
  const hard: ((value: ArrayLike<number>) => boolean)[] = []
  const score = (on: number[], share: number) => {
    const thousandths = random.below(4001) - 2000
    const sign = random.chance(0.5) ? 1 : -1
    const isSmall = random.chance(share)
    terms.push({ on, score: isSmall ? BigInt(thousandths) : BigInt(sign * large) * 1000n })
    return isSmall ? thousandths / 1000 : sign * large
  }
  const x = Array.from({ length: n }, (_, v) => graph.binary(score([v], 0.4)))
  for (let k = 0; k < 2 * n; k++) {
    const i = random.below(n)
    const j = (i + 1 + random.below(n - 1)) % n
    if (random.chance(0.25)) {
      graph.xor([x[i], x[j]])
      hard.push((value) => value[i] !== value[j])
    } else graph.pair(x[i], x[j], score([i, j], 0.5))
  }
  const scoreOf = (value: ArrayLike<number>) => {
    if (!hard.every((holds) => holds(value))) return Number.NEGATIVE_INFINITY
    let sum = 0n
    for (const term of terms) if (term.on.every((v) => value[v] === 1)) sum += term.score
    return Number(sum) / 1000
  }
  let optimum = Number.NEGATIVE_INFINITY
  for (let bits = 0; bits < 1 << n; bits++)
    optimum = Math.max(optimum, scoreOf(Array.from({ length: n }, (_, v) => (bits >> v) & 1)))
  return { graph, optimum, scoreOf }
}
