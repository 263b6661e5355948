// Agreement on further parts: bounds, proofs, limits and reports of two runs as one.
import { describe, expect, it } from 'vitest'
import { seeded } from '../kinds/testing/random.js'
import { verify } from '../verify/verify.js'
import { agree } from './agree.js'
import type { AgreeOptions } from './once.js'
import { type Listed, ListFactor } from './testing/list-factor.js'

// Three words, each A or B: link 2·word + tag. Two neighbouring words together are a further link.
const SEQUENCES = ['AAA', 'AAB', 'ABA', 'ABB', 'BAA', 'BAB', 'BBA', 'BBB']
const tagLinks = (tags: string) => tags.split('').map((tag, word) => 2 * word + (tag === 'A' ? 0 : 1))
const pairLinks = (tags: string) =>
  [0, 1].map((word) => 6 + 4 * word + ['AA', 'AB', 'BA', 'BB'].indexOf(tags.slice(word, word + 2)))

/** A model of the tags, with or without the pairs among its links. */
function model(scoreOf: (tags: string) => number, withPairs: boolean) {
  return new ListFactor(
    SEQUENCES.map(
      (tags): Listed<string> => ({
        answer: tags,
        score: scoreOf(tags),
        links: [...tagLinks(tags), ...(withPairs ? pairLinks(tags) : [])],
      }),
    ),
  )
}

/** Agreement on tags, then on pairs of tags. */
function agreeOnPairs(
  one: (tags: string) => number,
  two: (tags: string) => number,
  options: AgreeOptions & { after?: number },
) {
  let asked = 0
  const { after, ...rest } = options
  const result = agree(model(one, false), model(two, false), 6, {
    ...rest,
    tighter: {
      ...(after !== undefined && { after }),
      models: () => {
        asked++
        return { first: model(one, true), second: model(two, true), links: 14 }
      },
    },
  })
  return { result, asked }
}

// Paper 3, appendix A.
const tagger = (tags: string) => (tags === 'AAA' || tags === 'ABB' ? 0 : -1)
const parser = (tags: string) => (tags === 'AAB' || tags === 'ABA' ? 0 : -2)

const ALGORITHMS: readonly AgreeOptions[] = [
  { algorithm: 'subgradient', step: 'rush', stepSize: 1 },
  { algorithm: 'subgradient' },
  { algorithm: 'ad3' },
  { algorithm: 'mplp' },
]

describe.each(ALGORITHMS)('agreement on more, by $algorithm $step', (options) => {
  it('proves the example of appendix A, which agreement on tags cannot', () => {
    expect(
      agree(model(parser, false), model(tagger, false), 6, { ...options, maxIterations: 200 }).status,
    ).not.toBe('optimal')
    const { result, asked } = agreeOnPairs(parser, tagger, { ...options, maxIterations: 200 })
    expect(asked).toBe(1)
    expect(result).toMatchObject({ status: 'optimal', value: -1 })
    expect(result.answers![0]).toBe(result.answers![1])
    expect(verify(result.graph, result).ok).toBe(true)
  })

  it('bounds and proofs are those of enumeration, and no round is uncounted', () => {
    let tightened = 0
    let proven = 0
    let provenWithout = 0
    for (let seed = 0; seed < 60; seed++) {
      const random = seeded(seed)
      const scores = [0, 1].map(() => new Map(SEQUENCES.map((tags) => [tags, 3 * random.uniform()])))
      const [one, two] = scores.map((map) => (tags: string) => map.get(tags)!)
      const best = Math.max(...SEQUENCES.map((tags) => one(tags) + two(tags)))
      const { result, asked } = agreeOnPairs(one, two, { ...options, after: 4, maxIterations: 60 })
      expect(result.bound).toBeGreaterThanOrEqual(best - 1e-9)
      expect(result.value).toBeLessThanOrEqual(best + 1e-9)
      expect(result.iterations).toBeLessThanOrEqual(60)
      expect(verify(result.graph, result).ok).toBe(true)
      tightened += asked
      const plain = agree(model(one, false), model(two, false), 6, { ...options, maxIterations: 60 })
      if (plain.status === 'optimal') provenWithout++
      if (result.status === 'optimal') {
        proven++
        expect(result.value).toBeCloseTo(best, 5)
      }
    }
    expect(tightened).toBeGreaterThan(5)
    expect(proven).toBeGreaterThan(provenWithout)
    // Scores of whole sequences are more than pairs know.
    expect(proven).toBeGreaterThan(54)
  })
})

describe('agreement on more', () => {
  it('is not requested if agreement on less is proven, nor by branch and bound', () => {
    expect(agreeOnPairs(tagger, tagger, {}).asked).toBe(0)
    expect(agreeOnPairs(parser, tagger, { algorithm: 'exact' })).toMatchObject({
      asked: 0,
      result: { status: 'optimal', value: -1 },
    })
  })

  it('rejects an invalid number of rounds', () => {
    expect(() => agreeOnPairs(parser, tagger, { after: 0 })).toThrow(/`after` of `tighter` is 0/)
    expect(() => agreeOnPairs(parser, tagger, { after: Number.NaN })).toThrow(/`after` of `tighter` is NaN/)
  })

  it('ends where limits end, the first decoding of each part counted', () => {
    expect(agreeOnPairs(parser, tagger, { maxIterations: 9 }).asked).toBe(0)
    expect(agreeOnPairs(parser, tagger, { timeLimit: 0 }).asked).toBe(0)
    expect(agreeOnPairs(parser, tagger, { onIteration: () => false }).asked).toBe(0)
    expect(agreeOnPairs(parser, tagger, { signal: AbortSignal.abort() }).asked).toBe(0)
    const { asked, result } = agreeOnPairs(parser, tagger, { after: 4, maxIterations: 4 })
    expect(asked).toBe(1)
    expect(result.iterations).toBe(4)
  })

  it('reports the rounds of both runs as one: numbers go up, bounds and values never get worse', () => {
    const rows: { iteration: number; bound: number; value: number }[] = []
    const { result } = agreeOnPairs(parser, tagger, {
      after: 4,
      maxIterations: 60,
      trace: true,
      onIteration: ({ iteration, bound, value }) => {
        rows.push({ iteration, bound, value })
        return undefined
      },
    })
    expect(rows.length).toBeGreaterThan(5)
    for (const list of [rows, result.trace!])
      for (let i = 1; i < list.length; i++) {
        expect(list[i].iteration).toBeGreaterThanOrEqual(list[i - 1].iteration)
        expect(list[i].bound).toBeLessThanOrEqual(list[i - 1].bound)
        expect(list[i].value).toBeGreaterThanOrEqual(list[i - 1].value)
      }
    expect(result.trace!.map(({ iteration }) => iteration)).toEqual(
      Array.from({ length: result.iterations + 1 }, (_, i) => i),
    )
  })

  it('begins with the multipliers and the assignment of before: neither is found again', () => {
    const values: number[] = []
    const bounds: number[] = []
    agree(model(parser, false), model(tagger, false), 6, {
      maxIterations: 40,
      tighter: {
        after: 10,
        models: () => ({ first: model(parser, true), second: model(tagger, true), links: 14 }),
      },
      onRound: ({ round, dual, value }) => {
        if (round === 10) bounds.push(dual)
        if (round === 11) values.push(value)
        return undefined
      },
    })
    const before = agree(model(parser, false), model(tagger, false), 6, { maxIterations: 9 })
    expect(bounds[0]).toBeCloseTo(before.bound, 9)
    expect(values[0]).toBe(before.value)
  })
})
