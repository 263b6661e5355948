// The UAI format: scores by definition, white space, evidence, and errors with their lines.
import { describe, expect, test } from 'vitest'
import { assignmentsOf, randomGraph, refusal, sameEverywhere } from '../../test-support/format-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { evaluate } from '../problem/evaluate.js'
import { readUai, readUaiEvidence } from './uai.js'
import { writeUai } from './uai-write.js'

// By definition: the sum of ln(potential), for a file in the simplest form.
function product(
  sizes: number[],
  tables: { scope: number[]; table: number[] }[],
  assignment: ArrayLike<number>,
): number {
  return tables.reduce((sum, { scope, table }) => {
    const entry = scope.reduce((at, v) => at * sizes[v] + assignment[v], 0)
    return sum + Math.log(table[entry])
  }, 0)
}

describe('readUai', () => {
  test('every assignment scores the logarithm of the product of its potentials', () => {
    const sizes = [2, 3, 1, 2]
    const tables = [
      { scope: [0, 1], table: [1, 2, 3, 4, 5, 0] },
      { scope: [3, 0, 1], table: [0.5, 1e-3, 2, 3.5e2, 1, 1, 7, 8, 9, 0, 11, 12] },
      { scope: [3], table: [2, 5] },
      { scope: [3], table: [4, 0.1] },
      { scope: [1], table: [1, 0, 2] },
      { scope: [2, 1], table: [3, 1, 2] },
      { scope: [], table: [2.5] },
    ]
    const text = [
      'MARKOV 4',
      sizes.join(' '),
      tables.length,
      ...tables.map(({ scope }) => `${scope.length} ${scope.join(' ')}`),
      ...tables.map(({ table }) => `\n${table.length}\n ${table.join(' ')}`),
    ].join('\n')
    const graph = readUai(text)
    for (const assignment of assignmentsOf(graph))
      expect(evaluate(graph, assignment)).toBeCloseTo(product(sizes, tables, assignment), 10)
    // The two tables of variable 3 became its scores; tables with a zero remain factors.
    expect(graph.factorCount).toBe(5)
  })

  test('line breaks may stand anywhere, and any white space separates', () => {
    const words = 'BAYES 2 2 2 2 1 0 2 0 1 2 0.25 0.75 4 0.1 0.9 .5 5e-1'.split(' ')
    const expected = readUai(words.join(' '))
    for (const gap of ['\n', '\r\n', '\t', ' \n\n '])
      sameEverywhere(readUai(`\ufeff${words.join(gap)}${gap}`), expected)
  })

  test('a variable named twice in a scope has one value', () => {
    const graph = readUai('MARKOV 2 2 3 1 3 0 1 0 12 1 2 3 4 5 6 7 8 9 10 11 12')
    for (const [a, b] of assignmentsOf(graph))
      expect(evaluate(graph, [a, b])).toBeCloseTo(Math.log(1 + a * 6 + b * 2 + a), 12)
  })

  test('a table of zeros makes every assignment impossible', () => {
    const graph = readUai('MARKOV 2 2 2 2 2 0 1 1 0 4 0 0 0 0 2 1 1')
    for (const assignment of assignmentsOf(graph)) expect(evaluate(graph, assignment)).toBe(-Infinity)
  })

  test('potentials beyond the range of doubles keep their logarithm', () => {
    const graph = readUai('MARKOV 1 2 1 1 0 2 2e-400 3e400')
    expect(evaluate(graph, [0])).toBeCloseTo(Math.log(2) - 400 * Math.LN10, 9)
    expect(evaluate(graph, [1])).toBeCloseTo(Math.log(3) + 400 * Math.LN10, 9)
  })

  test.each([
    ['', 1, /expected MARKOV or BAYES, but the file ends/],
    ['FACTOR 1 2', 1, /expected MARKOV or BAYES, found "FACTOR"/],
    ['MARKOV\n2\n2', 2, /only 2 characters follow.*cut off/],
    ['MARKOV\n2\n2 2\n1\n2 0 5\n4\n1 1 1 1', 5, /variable of table 0.*0 to 1.*found "5"/],
    ['MARKOV\n2\n2 2\n1\n2 0 1\n3\n1 1 1', 6, /declares 3 entries.*4 combinations/],
    ['MARKOV\n2\n2 2\n1\n2 0 1\n4\n1 1 1', 6, /cut off/],
    ['MARKOV\n2\n2 2\n1\n2 0 1\n4\n10 10 10', 7, /potential of table 0, but the file ends/],
    ['MARKOV\n1\n2\n1\n1 0\n2\n1 1\n7', 8, /expected the end of the file.*found "7"/],
    ['MARKOV\n1\n2\n1\n1 0\n2\n1 -1', 7, /0 or more.*found "-1"/],
    ['MARKOV\n1\n2\n1\n1 0\n2\n1 nan', 7, /found "nan"/],
    ['MARKOV\n1\n2\n1\n1 0\n2\n1 inf', 7, /found "inf"/],
    ['MARKOV\n1\n0\n0', 3, /1 or more.*found "0"/],
    ['MARKOV\n1\n2.5\n0', 3, /whole number/],
    ['MARKOV\n1000000000000\n2 2', 2, /only 4 characters follow/],
    [
      'MARKOV\n40\n' +
        '2 '.repeat(40) +
        '\n1\n40 ' +
        [...Array(40).keys()].join(' ') +
        '\n1099511627776\n1 1 1',
      6,
      /only/,
    ],
  ])('%j is refused with its line', (text, line, message) => {
    const error = refusal(() => readUai(text, { file: 'bad.uai' }))
    expect(error.code).toBe('bad-input')
    expect(error.message).toMatch(message)
    expect(error.place).toEqual({ file: 'bad.uai', line })
  })

  test('a variable with absurdly many values is refused at once', () => {
    expect(refusal(() => readUai('MARKOV 1 1000000000000 0')).code).toBe('too-large')
    expect(readUai('MARKOV 1 50 0', { maxValues: 50 }).slotCount).toBe(50)
    expect(refusal(() => readUai('MARKOV 1 51 0', { maxValues: 50 })).code).toBe('too-large')
  })
})

describe('readUaiEvidence', () => {
  const graph = () => readUai('MARKOV 3 2 3 2 1 2 0 1 6 1 2 3 4 5 6')

  test.each(['2 0 1 1 2', '1\n2 0 1 1 2', '2\n0 1\n1 2\n', '1 2 0\n1 1 2'])(
    '%j fixes two variables',
    (text) => {
      const observed = graph()
      readUaiEvidence(text, observed)
      for (const assignment of assignmentsOf(observed)) {
        const agrees = assignment[0] === 1 && assignment[1] === 2
        expect(Number.isFinite(evaluate(observed, assignment))).toBe(agrees)
      }
    },
  )

  test.each(['0', '1 0', '1\n0\n'])('%j fixes nothing', (text) => {
    const observed = graph()
    readUaiEvidence(text, observed)
    sameEverywhere(observed, graph())
  })

  test.each([
    ['', 'bad-input', /empty/],
    ['2\n1 0 1\n1 1 2', 'unsupported', /2 samples/],
    ['2 0 1', 'bad-input', /takes 4 numbers.*2 follow/],
    ['1\n3 0', 'bad-input', /variable 3 does not exist/],
    ['1\n1 3', 'bad-input', /values 0 to 2, not 3/],
    ['2 0 1\n0 0', 'bad-input', /given both 1 and 0/],
    ['1 0 x', 'bad-input', /found "x"/],
    ['1 0 -1', 'bad-input', /found "-1"/],
  ])('%j is refused, and changes nothing', (text, code, message) => {
    const observed = graph()
    const error = refusal(() => readUaiEvidence(text, observed))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.place.line).toBeGreaterThan(0)
    sameEverywhere(observed, graph())
  })
})

describe('writeUai', () => {
  test('reading it back gives every assignment the same score, whatever the factors', () => {
    for (let seed = 0; seed < 60; seed++) {
      const graph = randomGraph(seed)
      sameEverywhere(readUai(writeUai(graph)), graph)
    }
  })

  test('scores of ±1e6 survive', () => {
    const graph = new FactorGraph()
    const a = graph.binary([-1e6, 1e6])
    graph.dense([a, graph.categorical([1e-9, 0, 700])], [-1e6, 1, 2, 3, 4, -Infinity])
    const back = readUai(writeUai(graph))
    for (const assignment of assignmentsOf(graph)) {
      const value = evaluate(graph, assignment)
      if (value === -Infinity) expect(evaluate(back, assignment)).toBe(value)
      else expect(Math.abs(evaluate(back, assignment) - value)).toBeLessThan(1e-8)
    }
  })

  test('a table that would be huge is refused', () => {
    const graph = new FactorGraph()
    graph.xor(Array.from({ length: 30 }, () => graph.binary()))
    expect(refusal(() => writeUai(graph)).code).toBe('too-large')
  })
})
