import { describe, expect, test } from 'vitest'
import { assignmentsOf, refusal } from '../../test-support/random-graph.js'
import { evaluate } from '../graph/evaluate.js'
import { readWcsp } from './wcsp.js'

describe('readWcsp', () => {
  test('a score is minus the cost; costs from the upper bound on are forbidden', () => {
    const graph = readWcsp(`problem 3 3 5 10
2 3 2
2 1 0 1 2
0 1 4
2 0 10
1 2 0 2
0 0
1 7
0 3 0
2 1 1 5 1
2 2 0
1 0 12 1
1 0
`)
    const cost = (assignment: ArrayLike<number>) => {
      const [x, y, z] = Array.from(assignment)
      const pair = y === 0 && x === 1 ? 4 : y === 2 && x === 0 ? Infinity : 1
      return pair + (z === 1 ? 7 : 0) + 3 + (y === 2 ? 0 : 5) + (x === 1 ? 0 : Infinity)
    }
    for (const assignment of assignmentsOf(graph))
      expect(evaluate(graph, assignment)).toBe(0 - cost(assignment))
  })

  test.each([
    ['', 'bad-input', 1, /name of the problem/],
    ['p 2 2 1 10\n2', 'bad-input', 1, /only/],
    ['p 1 2 1 10\n2\n1 0 0 1\n', 'bad-input', 3, /only/],
    ['p 1 2 1 10\n2\n1 0 0 1\n2 5\n', 'bad-input', 4, /0 to 1.*found "2"/],
    ['p 1 2 1 10\n2\n1 1 0 1\n1 5\n', 'bad-input', 3, /0 to 0.*found "1"/],
    ['p 1 2 1 10\n2\n1 0 0 1\n1 5\n1', 'bad-input', 5, /expected the end/],
    ['p 1 2 1 10\n0\n1 0 0 1\n1 5\n', 'bad-input', 2, /no values/],
    ['p 1 2 1 10\n-7\n1 0 0 1\n1 5\n', 'unsupported', 2, /interval/],
    ['p 1 2 1 10\n2\n-1 0 0 1\n1 5\n', 'unsupported', 3, /shared/],
    ['p 1 2 1 10\n2\n1 0 0 -1\n1 5\n', 'unsupported', 3, /shared/],
    ['p 2 2 1 10\n2 2\n2 0 1 -1 salldiff var 3\n', 'unsupported', 3, /global/],
    ['p 2 2 1 10\n2 2\n2 0 1 knapsack 3 3\n', 'unsupported', 3, /global/],
    ['p 999999999999 2 1 10\n2', 'bad-input', 1, /only/],
    ['p 1 2 1 10\n999999999999\n0 0 0', 'too-large', 2, /values together/],
    ['p 1 2 1 10\n2\n1 0 0 99999999999\n1 5\n', 'bad-input', 3, /only/],
    [
      `p 30 2 1 10\n${'2 '.repeat(30)}\n30 ${[...Array(30).keys()].join(' ')} 0 0`,
      'too-large',
      3,
      /1073741824/,
    ],
    [`p 4 99 9 10\n99 99 99 99\n${'3 0 1 2 0 0\n'.repeat(9)}`, 'too-large', undefined, /maxEntries/],
  ])('%j is refused with its line', (text, code, line, message) => {
    const error = refusal(() => readWcsp(text, { maxEntries: 2 ** 22 }))
    expect(error.message).toMatch(message)
    expect(error.code).toBe(code)
    if (line !== undefined) expect(error.place.line).toBe(line)
  })
})
