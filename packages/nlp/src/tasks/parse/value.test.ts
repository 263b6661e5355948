// The value of a tree depends only on sentence, model and tree, not on what was pruned, forced or left out.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import type { Parse, ParseOptions } from './interface/parse-result.js'
import type { ParserInput, TrainingSentence } from './interface/parser-input.js'
import { trainParser } from './learn/train-parser.js'
import type { Parser } from './parser.js'

const generator = new Random(11)
const random = (n: number) => generator.below(n)
const bits = { pruner: 9, fine: 9, arc: 12, label: 9, treeLabel: 9, second: 12, higher: 12 }

/** Random trees, some of them not projective: a model learned from them is uncertain everywhere. */
function sentence(n: number): TrainingSentence {
  const order = Array.from({ length: n }, (_, i) => i + 1).sort(() => random(3) - 1)
  const heads = new Array<number>(n).fill(0)
  order.forEach((m, i) => {
    if (i > 0) heads[m - 1] = order[random(i)]
  })
  return {
    forms: heads.map(() => `w${random(5)}`),
    upos: heads.map(() => ['A', 'B'][random(2)]),
    heads,
    deprels: heads.map((h) => (h === 0 ? 'root' : ['x', 'y'][random(2)])),
  }
}

const treebank = Array.from({ length: 20 }, () => sentence(2 + random(6)))
const inputs: ParserInput[] = Array.from({ length: 5 }, (_, i) => sentence(1 + i))
const headsOf = (parse: Parse) => Array.from(parse.heads)

/** Everything that finds trees, with values for each. */
function parsesOf(parser: Parser, input: ParserInput): Parse[] {
  const ways: ParseOptions[] = [
    {},
    { slack: 0 },
    { slack: 0.5 },
    { slack: Number.POSITIVE_INFINITY },
    { projective: true },
    { maxIterations: 1, algorithm: 'subgradient' },
  ]
  const free = ways.map((options) => parser.parse(input, options))
  const best = parser.parseBest(input, 4)
  const forced = [...free, ...best].map((parse) => parser.parse(input, { heads: headsOf(parse) }))
  const half = best.map((parse) =>
    parser.parse(input, { heads: headsOf(parse).map((h, i) => (i % 2 === 0 ? h : null)) }),
  )
  return [...free, ...best, ...forced, ...half]
}

describe.each(['arc', 'second', 'full', 'logic'] as const)('with parts "%s"', (parts) => {
  const parser = trainParser(treebank, { parts, epochs: 3, bits })

  it('the value of every parse is the score of its tree, to the last bit', () => {
    let trees = 0
    for (const input of inputs) {
      const values = new Map<string, number>()
      for (const parse of parsesOf(parser, input)) {
        const key = headsOf(parse).join()
        expect(parse.value).toBe(values.get(key) ?? parse.value)
        values.set(key, parse.value)
        expect(parse.value).toBe(parser.score(input, parse.heads))
        expect(parse.bound).toBeGreaterThanOrEqual(parse.value)
        expect(parse.gap).toBe(parse.bound - parse.value)
        expect(parse.dropped).toBeUndefined()
      }
      trees += values.size
    }
    expect(trees).toBeGreaterThan(inputs.length)
  })

  it('no tree that was found scores more than a bound over all arcs', () => {
    for (const input of inputs) {
      const { bound } = parser.parse(input, { slack: Number.POSITIVE_INFINITY })
      for (const { value } of parser.parseBest(input, 10)) expect(value).toBeLessThanOrEqual(bound + 1e-9)
    }
  })

  it('heads that are no tree over the words have no score', () => {
    expect(() => parser.score(inputs[1], [0])).toThrow(/1 heads for 2 words/)
    expect(() => parser.score(inputs[1], [2, 1])).toThrow(/No tree over the 2 words respects the constraints/)
    expect(parser.score({ forms: [] }, [])).toBe(0)
  })
})

describe('a sentence that is too large for some parts', () => {
  const long = (n: number): ParserInput => {
    const { forms, upos } = sentence(n)
    return { forms, upos: upos! }
  }

  it('reports left-out paths, which count in the value and in the bound', () => {
    const parser = trainParser(treebank, { parts: 'logic', epochs: 3, bits })
    const input = long(110)
    const parse = parser.parse(input, { slack: Number.POSITIVE_INFINITY, maxIterations: 2 })
    expect(parse.dropped).toEqual(expect.arrayContaining(['path', 'non-projective']))
    expect(['fractional', 'interrupted']).toContain(parse.status)
    expect(parse.value).toBe(parser.score(input, parse.heads))
    expect(parse.gap).toBeGreaterThan(0)
    const forced = parser.parse(input, { heads: headsOf(parse) })
    expect(forced.dropped).toBeUndefined()
    expect(forced.value).toBe(parse.value)
    expect(forced.value).toBeLessThanOrEqual(parse.bound)
  })
})
