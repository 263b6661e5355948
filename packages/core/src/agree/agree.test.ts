// `agree` against enumeration: answers, bounds, weights and wrong arguments.
import { describe, expect, it } from 'vitest'
import { ParleyError } from '../error.js'
import { seeded } from '../kinds/testing/random.js'
import { verify } from '../verify/verify.js'
import { agree } from './agree.js'
import type { Decoded, Decoder } from './decoder.js'
import type { AgreeOptions } from './once.js'
import { ListDecoder } from './testing/list-decoder.js'

const ALGORITHMS: readonly AgreeOptions[] = [
  { algorithm: 'subgradient' },
  { algorithm: 'subgradient', step: 'rush', stepSize: 1 },
  { algorithm: 'ad3' },
  { algorithm: 'mplp' },
  { algorithm: 'exact' },
]

/** Two random models over `n` parts, with part i of the first being part n − 1 − i of the second. */
function randomModels(seed: number) {
  const random = seeded(seed)
  const n = 2 + random.below(4)
  const model = () =>
    new ListDecoder(
      Array.from({ length: 2 + random.below(6) }, (_, k): Decoded<string> => {
        const parts = Array.from({ length: n }, (_, i) => i).filter(() => random.chance(0.5))
        return { answer: `${k}:${parts.join()}`, score: 4 * random.uniform() - 2, parts }
      }),
    )
  const links = Array.from({ length: n }, (_, i) => [i, n - 1 - i] as const)
  return { first: model(), second: model(), links, n }
}

/** The best sum of two answers that use the same linked parts, by trying all pairs. */
function bestPair(
  { first, second, n }: ReturnType<typeof randomModels>,
  weights: readonly [number, number] = [1, 1],
): number {
  let best = Number.NEGATIVE_INFINITY
  for (const a of first.answers)
    for (const b of second.answers) {
      const mirrored = Array.from(b.parts, (part) => n - 1 - part).sort((x, y) => x - y)
      if (Array.from(a.parts).join() === mirrored.join())
        best = Math.max(best, weights[0] * a.score + weights[1] * b.score)
    }
  return best
}

describe.each(ALGORITHMS)('two models that agree by $algorithm $step', (options) => {
  it('never claims more than enumeration finds, and its bound holds', () => {
    let proven = 0
    let possible = 0
    for (let seed = 0; seed < 100; seed++) {
      const models = randomModels(seed)
      const best = bestPair(models)
      const result = agree(models.first, models.second, models.links, { maxIterations: 100, ...options })
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
      const { first, second, links } = randomModels(seed)
      const result = agree(first, second, links, { maxIterations: 20, ...options })
      if (result.answers === null) continue
      const [a, b] = result.answers
      const score = (model: ListDecoder<string>, answer: string) =>
        model.answers.find((decoded) => decoded.answer === answer)!.score
      expect(score(first, a) + score(second, b)).toBeCloseTo(result.value, 9)
    }
  })

  it('counts each model by its weight', () => {
    const weights = [0.5, 3] as const
    let proven = 0
    for (let seed = 0; seed < 60; seed++) {
      const models = randomModels(seed)
      const result = agree(models.first, models.second, models.links, {
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
      const { first, second, links } = randomModels(seed)
      const low = (model: ListDecoder<string>) =>
        new ListDecoder(model.answers.map((decoded) => ({ ...decoded, score: decoded.score - 5 })))
      const solved = agree(low(first), low(second), links, { algorithm: 'ad3' })
      if (solved.status !== 'fractional') continue
      fractional++
      const other = agree(low(first), low(second), links, { step: 'sqrt', maxIterations: 500 })
      expect(solved.bound).toBeLessThanOrEqual(other.bound + 1e-4)
    }
    expect(fractional).toBeGreaterThan(0)
  })
})

describe('agreement', () => {
  const always = (...parts: number[]): Decoder<string> => ({
    maximize: () => ({ answer: parts.join(), score: 1, parts }),
  })

  it('is found before the first step where the models agree already', () => {
    const result = agree(always(0, 2), always(0, 2), 3)
    expect(result).toMatchObject({ status: 'optimal', value: 2, iterations: 0, answers: ['0,2', '0,2'] })
    expect([...result.averaged[0]]).toEqual([1, 0, 1])
  })

  it('is about linked parts only', () => {
    const result = agree(always(0, 7), always(1, 3), [[0, 3]])
    expect(result).toMatchObject({ status: 'optimal', answers: ['0,7', '1,3'] })
  })

  it('does not exist between models that contradict each other', () => {
    const result = agree(always(0), always(1), 2, { algorithm: 'ad3' })
    expect(result).toMatchObject({ answers: null, assignment: null })
  })

  it('does not exist if a model has no answer', () => {
    const result = agree({ maximize: () => null }, always(0), 1)
    expect(result).toMatchObject({ status: 'infeasible', answers: null })
    expect(result.last[0]).toBeNull()
  })

  it.each([
    [[], 'share no part'],
    [[[0, -1] as const], 'part -1 of the second model'],
    [[[0, 1] as const, [0, 2] as const], 'Part 0 of the first model is linked twice'],
  ])('refuses the links %j', (links, message) => {
    expect(() => agree(always(0), always(0), links)).toThrow(message)
  })

  it('refuses weights and scores that are no numbers', () => {
    expect(() => agree(always(0), always(0), 1, { weights: [1, 0] })).toThrow(ParleyError)
    const broken = { maximize: () => ({ answer: 0, score: Number.NaN, parts: [] }) }
    expect(() => agree(broken, always(0), 1)).toThrow('score NaN')
  })

  it('runs as the example in the documentation says', () => {
    const coin: Decoder<string> = {
      maximize: ([a = 0, b = 0]) =>
        1 + a > 0
          ? { answer: b > 0 ? 'HH' : 'HT', score: 1, parts: b > 0 ? [0, 1] : [0] }
          : { answer: b > 0 ? 'TH' : 'TT', score: 0, parts: b > 0 ? [1] : [] },
    }
    const alike: Decoder<boolean> = {
      maximize: ([a = 0, b = 0]) => ({ answer: a + b > 0, score: 0, parts: a + b > 0 ? [0, 1] : [] }),
    }
    expect(agree(coin, alike, 2).answers).toEqual(['HH', true])
  })
})
