// `agree` against enumeration: answers, bounds, weights and wrong arguments.
import { describe, expect, it } from 'vitest'
import { ParleyError } from '../error.js'
import type { Factor } from '../kinds/custom/factor.js'
import { seeded } from '../kinds/testing/random.js'
import { verify } from '../verify/verify.js'
import { agree } from './agree.js'
import type { AgreeOptions } from './once.js'
import { type Listed, ListFactor } from './testing/list-factor.js'

const ALGORITHMS: readonly AgreeOptions[] = [
  { algorithm: 'subgradient' },
  { algorithm: 'subgradient', step: 'rush', stepSize: 1 },
  { algorithm: 'ad3' },
  { algorithm: 'mplp' },
  { algorithm: 'exact' },
]

/** Two random models over `n` links. */
function randomModels(seed: number) {
  const random = seeded(seed)
  const n = 2 + random.below(4)
  const model = () =>
    new ListFactor(
      Array.from({ length: 2 + random.below(6) }, (_, k): Listed<string> => {
        const links = Array.from({ length: n }, (_, i) => i).filter(() => random.chance(0.5))
        return { answer: `${k}:${links.join()}`, score: 4 * random.uniform() - 2, links }
      }),
    )
  const first = model()
  // The second model counts its links from the other end, so that no link is by itself the first of both.
  const second = new ListFactor(
    model().answers.map((listed) => ({ ...listed, links: listed.links.map((i) => n - 1 - i).reverse() })),
  )
  return { first, second, n }
}

/** The best sum of two answers with the same links, by trying all pairs. */
function bestPair(
  { first, second }: ReturnType<typeof randomModels>,
  weights: readonly [number, number] = [1, 1],
): number {
  let best = Number.NEGATIVE_INFINITY
  for (const a of first.answers)
    for (const b of second.answers)
      if (a.links.join() === b.links.join())
        best = Math.max(best, weights[0] * a.score + weights[1] * b.score)
  return best
}

describe.each(ALGORITHMS)('two models that agree by $algorithm $step', (options) => {
  it('never claims more than enumeration finds, and its bound holds', () => {
    let proven = 0
    let possible = 0
    for (let seed = 0; seed < 100; seed++) {
      const models = randomModels(seed)
      const best = bestPair(models)
      const result = agree(models.first, models.second, models.n, { maxIterations: 100, ...options })
      if (best === Number.NEGATIVE_INFINITY) {
        expect(result.answers).toBeNull()
        continue
      }
      possible++
      expect(result.bound).toBeGreaterThanOrEqual(best - 1e-9)
      expect(result.value).toBeLessThanOrEqual(best + 1e-9)
      if (result.status !== 'optimal') continue
      proven++
      expect(result.value).toBeCloseTo(best, 5)
      expect(verify(result.graph, result).ok).toBe(true)
    }
    expect(possible).toBeGreaterThan(25)
    expect(proven).toBeGreaterThan(options.algorithm === 'exact' ? possible - 1 : 0.7 * possible)
  })

  it('gives answers of both models whose scores make up the value, whether proven or not', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { first, second, n } = randomModels(seed)
      const result = agree(first, second, n, { maxIterations: 20, ...options })
      if (result.answers === null) continue
      const [a, b] = result.answers
      const score = (model: ListFactor<string>, answer: string) =>
        model.answers.find((listed) => listed.answer === answer)!.score
      expect(score(first, a) + score(second, b)).toBeCloseTo(result.value, 9)
    }
  })

  it('counts each model by its weight', () => {
    const weights = [0.5, 3] as const
    let proven = 0
    for (let seed = 0; seed < 60; seed++) {
      const models = randomModels(seed)
      const result = agree(models.first, models.second, models.n, {
        maxIterations: 100,
        ...options,
        weights,
      })
      if (result.status !== 'optimal') continue
      proven++
      expect(result.value).toBeCloseTo(bestPair(models, weights), 5)
    }
    expect(proven).toBeGreaterThan(10)
  })
})

describe('a relaxation that AD³ calls solved', () => {
  // Scores far below 0: at the first check, beliefs that are not computed yet must not count as a bound.
  it('has a bound that no other algorithm beats', () => {
    let fractional = 0
    for (let seed = 0; seed < 40; seed++) {
      const { first, second, n } = randomModels(seed)
      const low = (model: ListFactor<string>) =>
        new ListFactor(model.answers.map((listed) => ({ ...listed, score: listed.score - 5 })))
      const solved = agree(low(first), low(second), n, { algorithm: 'ad3' })
      if (solved.status !== 'fractional') continue
      fractional++
      const other = agree(low(first), low(second), n, { step: 'sqrt', maxIterations: 500 })
      expect(solved.bound).toBeLessThanOrEqual(other.bound + 1e-4)
    }
    expect(fractional).toBeGreaterThan(0)
  })
})

describe('agreement', () => {
  const always = (...links: number[]) => new ListFactor([{ answer: links.join(), score: 1, links }])

  it('is found before the first step where the models agree already', () => {
    const result = agree(always(0, 2), always(0, 2), 3)
    expect(result).toMatchObject({ status: 'optimal', value: 2, iterations: 0, answers: ['0,2', '0,2'] })
    expect([...result.averaged[0]]).toEqual([1, 0, 1])
  })

  it('gives configurations for a model without `answer`', () => {
    const plain: Factor = {
      maximize(_, configuration) {
        configuration.set([1, 0])
        return 0
      },
    }
    expect(agree(plain, always(0), 2).answers).toEqual([Float64Array.of(1, 0), '0'])
  })

  it('does not exist between models that contradict each other', () => {
    const result = agree(always(0), always(1), 2, { algorithm: 'ad3' })
    expect(result).toMatchObject({ answers: null, assignment: null })
  })

  it('does not exist if a model has no answer', () => {
    const result = agree(new ListFactor<string>([]), always(0), 1)
    expect(result).toMatchObject({ status: 'infeasible', answers: null })
    expect(result.last[0]).toBeNull()
  })

  it.each([0, -1, 1.5])('refuses %d links', (links) => {
    expect(() => agree(always(0), always(0), links)).toThrow(`cannot agree on ${links} links`)
  })

  it('refuses weights and scores that are no numbers', () => {
    expect(() => agree(always(0), always(0), 1, { weights: [1, 0] })).toThrow(ParleyError)
    const broken: Factor = { maximize: () => Number.NaN }
    expect(() => agree(broken, always(0), 1)).toThrow('score NaN')
  })

  it('runs as the example in the documentation says', () => {
    const coin: Factor<string> = {
      maximize([a, b], configuration) {
        configuration.set([Number(1 + a > 0), Number(b > 0)])
        return configuration[0]
      },
      answer: ([a, b]) => 'TH'[a] + 'TH'[b],
    }
    const alike: Factor<boolean> = {
      maximize([a, b], configuration) {
        configuration.fill(Number(a + b > 0))
        return 0
      },
      answer: ([a]) => a === 1,
    }
    expect(agree(coin, alike, 2).answers).toEqual(['HH', true])
  })
})
