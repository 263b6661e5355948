// `readWcsp`: costs as scores, shared functions, the upper bound, and errors with their lines.
import { describe, expect, test } from 'vitest'
import { assignmentsOf, refusal } from '../../test-support/random-graph.js'
import { evaluate } from '../problem/evaluate.js'
import { ad3 } from '../solvers/ad3/ad3.js'
import { exact } from '../solvers/exact.js'
import { kBest } from '../solvers/k-best.js'
import { mplp } from '../solvers/mplp/mplp.js'
import { subgradient } from '../solvers/subgradient/subgradient.js'
import { verify } from '../verify/verify.js'
import { readJson } from './json-read.js'
import { writeJson } from './json-write.js'
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
    // So is a whole assignment.
    for (const assignment of assignmentsOf(graph)) {
      const total = cost(assignment)
      expect(evaluate(graph, assignment)).toBe(total < 10 ? 0 - total : Number.NEGATIVE_INFINITY)
    }
  })

  test('an interval is a variable, and a shared cost function is used again', () => {
    const graph = readWcsp(`p 3 3 3 9
-3 -3 -3
-2 0 1 1 2
0 0 4
2 1 0
2 2 1 1 -1
2 0 2 1 -1
`)
    const shared = (a: number, b: number) => (a === 0 && b === 0 ? 4 : a === 2 && b === 1 ? 0 : 1)
    for (const assignment of assignmentsOf(graph)) {
      const [x, y, z] = Array.from(assignment) as [number, number, number]
      const total = shared(x, y) + shared(z, y) + shared(x, z)
      expect(evaluate(graph, assignment)).toBe(total < 9 ? 0 - total : Number.NEGATIVE_INFINITY)
    }
  })

  test.each([
    ['', 'bad-input', 1, /name of the problem/],
    ['p 2 2 1 10\n2', 'bad-input', 1, /only/],
    ['p 1 2 1 10\n2\n1 0 0 1\n', 'bad-input', 3, /only/],
    ['p 1 2 1 10\n2\n1 0 0 1\n2 5\n', 'bad-input', 4, /0 to 1.*found "2"/],
    ['p 1 2 1 10\n2\n1 1 0 1\n1 5\n', 'bad-input', 3, /0 to 0.*found "1"/],
    ['p 1 2 1 10\n2\n1 0 0 1\n1 5\n1', 'bad-input', 5, /expected the end/],
    ['p 1 2 1 10\n0\n1 0 0 1\n1 5\n', 'bad-input', 2, /no values/],
    ['p 1 2 1 10\n2\n1 0 0 -1\n1 5\n', 'bad-input', 3, /reuses shared cost function 1, but 0 are defined/],
    ['p 2 3 2 10\n2 3\n-1 0 0 0 1 1 0 -1\n', 'bad-input', 3, /variables have other sizes/],
    ['p 2 2 1 10\n2 2\n2 0 1 -1 slinear var 3\n', 'unsupported', 3, /"slinear", which is not supported/],
    ['p 2 2 1 10\n2 2\n2 0 1 knapsack 3 3\n', 'bad-input', 3, /default cost.*found "knapsack"/],
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

describe('the upper bound', () => {
  // The cheapest of four assignments costs 10, the next 11.
  const file = (top: number) =>
    readWcsp(`u 2 2 3 ${top}\n2 2\n1 0 0 2\n0 6\n1 7\n1 1 0 2\n0 4\n1 9\n2 0 1 0 1\n1 1 1\n`)

  test.each([ad3, exact, mplp, subgradient])('is one of totals, too, for %o', (solver) => {
    const tight = solver(file(10))
    expect(tight).toMatchObject({ status: 'infeasible', assignment: null, value: Number.NEGATIVE_INFINITY })
    expect(verify(file(10), tight).problems).toEqual([])
    const loose = solver(file(11))
    expect(loose).toMatchObject({ status: 'optimal', value: -10 })
    expect(verify(file(11), loose).problems).toEqual([])
    // Under a lower bound the same solution is refused.
    expect(verify(file(10), loose).problems).toContainEqual(expect.stringMatching(/demands more than -10/))
    expect(verify(file(11), tight).ok).toBe(false)
  })

  test('ends the list of the best', () => {
    expect(kBest(file(12), 4).map(({ value }) => value)).toEqual([-10, -11])
    expect(kBest(file(12), 4, { diverse: 2 }).map(({ value }) => value)).toEqual([-10])
    expect(kBest(file(10), 4)).toEqual([])
  })

  test('survives JSON, and is not there where no cost can reach it', () => {
    expect(readJson(writeJson(file(12))).scoreAbove).toBe(-12)
    expect(file(1000).scoreAbove).toBe(Number.NEGATIVE_INFINITY)
    expect(writeJson(file(1000))).not.toContain('scoreAbove')
    expect(() => file(9).requireMore(Number.NaN)).toThrow(/NaN/)
  })

  test('leaves a search that was cut short with a bound alone', () => {
    const cut = exact(file(10), { timeLimit: 0 })
    expect(cut.assignment).toBeNull()
    expect(verify(file(10), cut).problems).toEqual([])
  })
})
