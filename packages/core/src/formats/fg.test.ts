// `readFg`: all kinds of factor, white space, and errors with their lines.
import { describe, expect, test } from 'vitest'
import { refusal, sameEverywhere } from '../../test-support/random-graph.js'
import { ParleyError } from '../error.js'
import { FactorGraph } from '../graph/graph.js'
import type { BinaryVariable } from '../graph/variable.js'
import type { Factor } from '../kinds/custom/factor.js'
import { evaluate } from '../problem/evaluate.js'
import { readFg } from './fg.js'

const SCORES = [0.5, -1, 2e-1, 3, -0.25]

function both(
  line: string,
  build: (graph: FactorGraph, v: BinaryVariable[]) => void,
): [FactorGraph, FactorGraph] {
  const expected = new FactorGraph()
  build(
    expected,
    SCORES.map((score) => expected.binary(score)),
  )
  return [readFg(`5\n1\n${SCORES.join('\n')}\n${line}\n`), expected]
}

describe('readFg', () => {
  test.each<[string, (graph: FactorGraph, v: BinaryVariable[]) => void]>([
    ['XOR 3 1 -2 5', (g, [a, b, , , e]) => g.xor([a, b.not, e])],
    ['ATMOSTONE 3 1 2 -3', (g, [a, b, c]) => g.atMostOne([a, b, c.not])],
    ['OR 2 -1 -2  ', (g, [a, b]) => g.or([a.not, b.not])],
    ['XOROUT 3 1 2 -3', (g, [a, b, c]) => g.xorOut([a, b], c.not)],
    ['OROUT 4 1 2 -4 3', (g, [a, b, c, d]) => g.orOut([a, b, d.not], c)],
    ['ANDOUT 3 -1 2 3', (g, [a, b, c]) => g.andOut([a.not, b], c)],
    ['IMPLY 3 1 2 -3', (g, [a, b, c]) => g.implies([a, b], c.not)],
    ['BUDGET 4 1 2 3 -4 2.0', (g, [a, b, c, d]) => g.budget([a, b, c, d.not], 2)],
    ['KNAPSACK 3 1 2 4 0.5 1.5 -1 1', (g, [a, b, , d]) => g.knapsack([a, b, d], [0.5, 1.5, -1], 1)],
    ['PAIR 2 1 -4 -1.5e0', (g, [a, , , d]) => g.pair(a, d.not, -1.5)],
    [
      'DENSE 5 1 2 3 4 -5 2 3 2 1 2 3 -inf 5 6',
      (g, [a, b, c, d, e]) =>
        g.denseOverGroups(
          [
            [a, b, c],
            [d, e.not],
          ],
          [1, 2, 3, -Infinity, 5, 6],
        ),
    ],
  ])('%s', (line, build) => {
    const [read, expected] = both(line, build)
    expect(read.factorCount).toBe(1)
    expect(read.factorLabel(0)).toBe(expected.factorLabel(0))
    sameEverywhere(read, expected)
  })

  test('blank lines, trailing spaces, tabs, CRLF and a missing last newline do no harm', () => {
    const text = '\r\n2 \r\n2\r\n\r\n0.5 \r\n\t-1\r\n\r\nOR 2 1 2  \r\n \r\nPAIR\t2 1 -2 0.25'
    const expected = new FactorGraph()
    const [a, b] = [expected.binary(0.5), expected.binary(-1)]
    expected.or([a, b])
    expected.pair(a, b.not, 0.25)
    sameEverywhere(readFg(text), expected)
  })

  test('other kinds get the numbers after the variables, and the number of variables', () => {
    const factor: Factor = { maximize: () => 0 }
    const seen: unknown[] = []
    const kinds = {
      RUN: (numbers: Float64Array, degree: number) => {
        seen.push([...numbers], degree)
        return factor
      },
    }
    const graph = readFg('3\n1\n0\n0\n0\nRUN 2 3 -1 7 0.5\n', { kinds })
    expect(seen).toEqual([[7, 0.5], 2])
    expect(graph.customFactors).toEqual([factor])
    expect([...graph.store.literalsOf(0)]).toEqual([4, 1])
  })

  test('another kind without variables is a constant', () => {
    const STOP = (numbers: Float64Array): Factor => ({ maximize: () => numbers[0] })
    const graph = readFg('1\n1\n2\nSTOP 0 0.25\n', { kinds: { STOP } })
    expect(evaluate(graph, [1])).toBe(2.25)
    expect(graph.factorCount).toBe(1)
  })

  test('what another kind refuses gets the line', () => {
    const text = '1\n1\n0\nBAD 1 1\n'
    for (const cause of [new ParleyError('bad-input', 'no such tree.'), 'no such tree.']) {
      const BAD = () => {
        throw cause
      }
      const error = refusal(() => readFg(text, { kinds: { BAD }, file: 'x.fg' }))
      expect(error.message).toBe('Line 4: no such tree.')
      expect(error.place).toEqual({ line: 4, file: 'x.fg' })
    }
  })

  test.each([
    ['', 1, /number of variables, but the file ends/],
    ['x', 1, /found "x"/],
    ['3\n0\n1\n2', 4, /score of variable 3, but the file ends/],
    ['300\n0\n1\n2\n', 1, /only 7 characters follow/],
    ['1000000000000\n1\n', 1, /only/],
    ['2\n1\n0\nnan\nOR 2 1 2', 4, /score of variable 2, found "nan"/],
    ['2\n1\n0\n0\nTREE 2 1 2', 5, /unknown kind "TREE". Known are XOR/],
    ['2\n1\n0\n0\nconstructor 2 1 2', 5, /unknown kind/],
    ['2\n1\n0\n0\nOR\n2 1 2', 5, /has no variables on its line/],
    ['2\n1\n0\n0\nOR 3 1 2\n1 2 3 4', 5, /declares 3 variables, but its line ends after 2/],
    ['2\n1\n0\n0\nOR 2 1 3', 5, /from -2 to 2.*found "3"/],
    ['2\n1\n0\n0\nOR 2 1 0', 5, /counted from 1/],
    ['2\n1\n0\n0\nOR 2 1 2 7', 5, /0 numbers should follow.*1 do/],
    ['2\n1\n0\n0\nOR 0    ', 5, /at least one literal/],
    ['2\n1\n0\n0\nOROUT 0    ', 5, /needs at least one variable/],
    ['2\n1\n0\n0\nPAIR 2 1 2', 5, /1 numbers should follow.*0 do/],
    ['2\n1\n0\n0\nPAIR 1 1 2', 5, /2 variables, not 1/],
    ['2\n1\n0\n0\nPAIR 2 1 2 -inf', 5, /finite/],
    ['2\n1\n0\n0\nBUDGET 2 1 2 1.5', 5, /whole numbers/],
    ['2\n1\n0\n0\nKNAPSACK 2 1 2 1 1', 5, /3 numbers should follow/],
    ['2\n1\n0\n0\nDENSE 2 1 2', 5, /number of groups/],
    ['2\n1\n0\n0\nDENSE 2 1 2 1 3 1 1', 5, /cannot have 3/],
    ['2\n1\n0\n0\nDENSE 2 1 2 1 1 1', 5, /have 1 variables, but the factor has 2/],
    ['2\n1\n0\n0\nDENSE 2 1 2 1 2 1', 5, /then 2 scores/],
    ['2\n1\n0\n0\nOR 2 1 2\nOR 1 1', 6, /expected the end.*found "OR"/],
    ['2\n2\n0\n0\nOR 2 1 2\n\n', 7, /factor 2 of 2: its kind, but the file ends/],
  ])('%j is refused with its line', (text, line, message) => {
    const error = refusal(() => readFg(text))
    expect(error.message).toMatch(message)
    expect(error.code).toBe('bad-input')
    expect(error.place.line).toBe(line)
  })
})
