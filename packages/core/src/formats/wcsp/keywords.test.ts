// Cost functions by name: what they mean, as a table and as factors with variables of their own.
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test-support/random-graph.js'
import { seeded } from '../../kinds/testing/random.js'
import { exact } from '../../solvers/exact.js'
import { verify } from '../../verify/verify.js'
import { TokenReader } from '../tokens.js'
import { readWcsp, readWcspWith } from '../wcsp.js'
import { costOf, readFunctions, readHeader } from './read.js'

const TOP = 50

/** The cost of a named function for values of its variables, each with `size` values. */
function cost(named: string, values: readonly number[], size = 4): number {
  const scope = values.map((_, i) => i).join(' ')
  const text = `t ${values.length} ${size} 1 ${TOP}\n${`${size} `.repeat(values.length)}\n${values.length} ${scope} -1 ${named}`
  const tokens = new TokenReader(text)
  const header = readHeader(tokens)
  const [only] = [...readFunctions(tokens, header, () => {})]
  expect(tokens.more).toBe(false)
  return Math.min(TOP, costOf(only, values, header.sizes))
}

// Each line: name and parameters, values, cost. 50 is forbidden.
test.each<[string, string, number]>([
  ['>= 1 2', '2 1', 0],
  ['>= 1 2', '1 2', 2],
  ['>= 1 2', '0 2', TOP],
  ['> 0 1', '1 1', 1],
  ['<= 1 2', '3 1', 1],
  ['< 0 0', '1 2', 0],
  ['< 0 0', '2 2', TOP],
  ['= 1 1', '3 2', 0],
  ['= 1 1', '2 2', 1],
  ['= 1 1', '1 2', TOP],
  ['disj 2 1 7', '1 0', 0],
  ['disj 2 1 7', '0 1', 7],
  ['sdisj 2 1 3 3 4 5', '3 3', 9],
  ['sdisj 2 1 3 3 4 5', '0 1', TOP],
  ['alldiff 0 0', '0 1 2 3', 0],
  ['alldiff 1 2 0', '2 1 2 2', 0],
  ['alldiff 0', '1 1 2 3', TOP],
  ['salldiff var 3', '1 1 1 2', 6],
  ['salldiff dec 3', '1 1 1 2', 9],
  ['salldiffdp var 3', '1 1 1 2', 6],
  ['salldiffkp hard 50', '1 1 2 3', TOP],
  ['walldifferent quad 3', '1 1 1 2', 12],
  ['gcc 2 0 1 2 1 0 1 0', '0 0 1 2', 0],
  ['gcc 2 0 1 2 1 0 1 0', '1 1 0 2', TOP],
  ['sgcc var 2 2 0 2 4 1 0 1', '1 1 1 0', 4],
  ['sgcc dec 2 2 0 2 4 1 0 1', '1 1 1 0', 6],
  ['sgcc wdec 2 2 0 2 4 5 1 1 0 1 1 3', '1 1 1 0', 11],
  ['sgcc var 2 1 0 9 9', '0 0 0 0', TOP],
  ['sgccdp var 2 2 0 2 4 1 0 1', '1 1 1 0', 6],
  ['sgcckp hard 50 1 0 1 1', '1 1 1 0', 0],
  ['wgcc quad 2 1 1 0 1', '1 1 1 0', 8],
  ['ssame 3 2 2 0 1 2 3', '0 1 1 0', 0],
  ['ssame 3 2 2 0 1 2 3', '0 1 2 3', 6],
  ['wsame lin 3', '0 1 1 2', 6],
  ['wsamegcc lin 3 1 0 0 0', '0 1 1 0', 6],
  ['samong var 4 1 2 2 0 1', '0 1 0 3', 4],
  ['samongdp var 4 1 2 1 0', '3 3 3 3', 4],
  ['wamong hard 50 1 0 1 2', '3 3 3 3', TOP],
  ['wvaramong hard 50 1 1', '1 1 0 2', 0],
  ['wvaramong hard 50 1 1', '1 1 0 3', TOP],
  ['wdiverse 2 1 1 0 0', '1 0 0 1', 0],
  ['whdiverse 3 1 1 0 0', '1 0 0 1', TOP],
  ['wtdiverse 3 1 1 0 0', '0 0 0 1', 0],
  ['clique 1 1 1 1 1 2 0 1 0', '1 2 3 1', 0],
  ['clique 1 1 1 1 1 2 0 1 0', '1 1 3 1', TOP],
  ['knapsack 5 2 3 4 -1', '1 1 0 0', 0],
  ['knapsack 5 2 3 4 -1', '1 1 0 1', TOP],
  ['knapsackp 5 1 0 2 0 0 2 0 3 1 4', '0 3 3 0', 0],
  ['knapsackp 5 1 0 2 0 0 2 0 3 1 4', '1 3 3 0', TOP],
  ['knapsackv 5 2 0 3 2 3 1 4', '3 0 0 1', 0],
  ['knapsackv 5 2 0 3 2 3 1 4', '2 0 0 1', TOP],
  ['knapsackc 5 2 3 4 5 1 2 1 1 2 1', '0 0 0 1', 0],
  ['knapsackc 5 2 3 4 5 1 2 1 1 2 1', '0 1 1 0', TOP],
  ['wsum lin 3 <= 4', '1 2 3 0', 6],
  ['wsum quad 3 == 4', '1 2 3 0', 12],
  ['wsum hard 3 != 6', '1 2 3 0', 3],
  ['wvarsum hard 50 ==', '1 2 0 3', 0],
  ['wvarsum hard 50 <', '1 2 0 3', TOP],
  ['woverlap lin 3 < 1', '1 2 1 2', 6],
  ['woverlap lin 3 < 1', '0 2 0 1', 0],
  ['sregular var 3 2 1 0 2 0 1 3 0 3 0 0 1 1 1 1 1', '3 3 1 1', 0],
  ['sregular var 3 2 1 0 2 0 1 3 0 3 0 0 1 1 1 1 1', '3 1 3 1', 3],
  ['sregulardp var 50 2 1 0 1 1 2 0 3 0 0 1 1', '3 3 3 3', TOP],
  ['wregular 2 1 0 1 2 0 2 1 3 3 0 0 0 0 0 1 1 4 1 1 1 0', '0 1 1 1', 8],
  ['wregular 2 1 0 1 2 0 2 1 3 3 0 0 0 0 0 1 1 4 1 1 1 0', '1 0 1 1', TOP],
  ['max 3 2 0 1 9 2 2 5', '0 0 2 1', 5],
  ['smaxdp 3 2 0 1 9 2 2 5', '1 0 2 1', 9],
  ['MST', '0 0 1 1', 0],
  ['smstdp', '0 2 1 0', TOP],
  ['wcsp 3 5 0 0 inner 4 4 2 20 4 4 4 4 1 0 1 1 0 3 1 1 1 1 0 1', '0 1 0 0', 0],
  ['wcsp 3 5 0 0 inner 4 4 2 20 4 4 4 4 1 0 1 1 0 3 1 1 1 1 0 1', '1 0 0 0', TOP],
])('%s of %s costs %i', (named, values, expected) => {
  expect(cost(named, values.split(' ').map(Number))).toBe(expected)
})

/** A file with one named function, soft costs for all values, and a pair. */
function randomFile(named: string, arity: number, sizes: readonly number[], seed: number): string {
  const random = seeded(seed)
  const functions = [
    `${arity} ${sizes
      .slice(0, arity)
      .map((_, i) => i)
      .join(' ')} -1 ${named}`,
  ]
  sizes.forEach((size, v) => {
    const costs = Array.from({ length: size }, (_, a) => `${a} ${random.below(12)}`)
    functions.push(`1 ${v} 0 ${size} ${costs.join(' ')}`)
  })
  functions.push(`2 0 1 2 1 1 1 9`)
  return `t ${sizes.length} 4 ${functions.length} ${TOP}\n${sizes.join(' ')}\n${functions.join('\n')}\n`
}

/** The lowest cost below the upper bound, by enumeration. */
function leastCost(text: string): number {
  const tokens = new TokenReader(text)
  const header = readHeader(tokens)
  const functions = [...readFunctions(tokens, header, () => {})]
  const values = header.sizes.map(() => 0)
  let least = Number.POSITIVE_INFINITY
  for (;;) {
    let total = 0
    for (const each of functions) {
      const own = costOf(each, values, header.sizes)
      total += own >= TOP ? Number.POSITIVE_INFINITY : own
    }
    if (total < TOP) least = Math.min(least, total)
    let i = values.length - 1
    while (i >= 0 && ++values[i] === header.sizes[i]) values[i--] = 0
    if (i < 0) return least
  }
}

const FILES: readonly string[] = [
  'alldiff 1 2 0',
  'salldiff var 3',
  'salldiff dec 4',
  'salldiff var 50',
  'walldiff quad 2',
  'walldiff hard 7',
  'gcc 3 0 1 2 1 0 1 2 2 3 0',
  'sgcc var 5 2 0 2 4 1 0 0',
  'sgcc dec 5 2 0 2 4 1 0 0',
  'sgcc wdec 5 2 0 2 4 3 9 1 0 0 8 1',
  'sgccdp var 6 1 1 1 1',
  'wgcc quad 2 2 0 2 2 1 0 0',
  'ssame 4 2 2 0 1 2 3',
  'ssame 60 2 2 0 3 1 2',
  'wsame quad 2',
  'wsame hard 50',
  'wsamegcc lin 3 1 2 1 1',
  'samong var 4 2 3 1 1',
  'wamong quad 3 2 0 1 0 1',
  'wvaramong hard 50 2 1 2',
  'wdiverse 3 1 1 0 0',
  'clique 1 2 0 1 1 1 1 2 2 2 0',
  'knapsackp 4 1 0 2 0 2 2 3 1 1 1 1 -4',
  'knapsackv 3 3 0 1 2 1 2 2 3 3 -1',
  'knapsackc 5 2 3 4 -1 1 2 1 1 2 1',
  'wsum lin 3 <= 3',
  'wsum quad 2 == 4',
  'wsum hard 50 != 4',
  'wsum hard 3 != 4',
  'wsum lin 50 > 6',
  'wvarsum hard 50 ==',
  'wvarsum hard 50 >=',
  'woverlap lin 5 > 1',
  'woverlap hard 50 != 1',
  'woverlap quad 4 < 1',
  'sregular var 3 2 1 0 1 1 3 0 2 0 0 1 1 1 0 1',
  'sregular var 50 2 1 0 1 1 3 0 2 0 0 1 1 1 0 1',
  'sregular var 50 2 1 0 1 1 1 0 2 0',
  'wregular 2 2 0 1 1 3 1 1 2 5 0 0 0 0 0 1 1 4 1 1 1 0 1 2 0 3 0 2 0 2',
  'smaxdp 3 3 0 1 9 2 2 25 3 0 60',
  'MST',
  'wcsp 2 7 0 0 in 4 4 1 20 4 4 4 4 2 0 2 3 2 1 1 9 0 0 5',
]

test.each(FILES)('%s: tables and factors give the optimum, and proofs hold', (named) => {
  for (let seed = 0; seed < 2; seed++) {
    const text = randomFile(named, 4, [4, 4, 4, 4, 3].slice(0, 4 + seed), seed)
    const least = leastCost(text)
    for (const smallTable of [1 << 20, 0]) {
      const graph = readWcspWith(text, {}, smallTable)
      const solution = exact(graph)
      expect(solution.status).toBe(least < TOP ? 'optimal' : 'infeasible')
      if (least < TOP) expect(0 - solution.value).toBeCloseTo(least, 9)
      expect(verify(graph, solution).problems).toEqual([])
    }
  }
})

test('large scopes need no table', () => {
  const n = 40
  const scope = Array.from({ length: n }, (_, i) => i).join(' ')
  for (const named of [
    'alldiff 0 0',
    'salldiff var 3',
    'wsum quad 2 == 70',
    `knapsack 9${' 1'.repeat(n)}`,
    'wregular 1 1 0 0 1 0 0 1 0 0 0 1',
  ]) {
    const graph = readWcsp(`t ${n} 40 1 1000\n${'40 '.repeat(n)}\n${n} ${scope} -1 ${named}\n`)
    expect(graph.factorCount).toBeGreaterThan(0)
  }
  expect(
    refusal(() => readWcsp(`t ${n} 40 1 1000\n${'40 '.repeat(n)}\n${n} ${scope} -1 MST\n`)).message,
  ).toMatch(/needs a table of/)
})

describe('refused', () => {
  test.each<[string, string, RegExp]>([
    ['an unknown name', 'sgrammar var 5', /"sgrammar", which is not supported\. Supported are: .*salldiff/],
    ['another word', 'salldiff edit 5', /has "edit" where var, dec/],
    ['a state that is not declared', 'wregular 1 1 0 0 1 0 0 1 0 0 1 5', /a state 1, but declares 1 states/],
    ['a variable of another place', 'ssame 3 2 2 0 1 2 9', /names variable 9/],
    ['lists of different lengths', 'ssame 3 1 3 0 1 2 3', /lists of 1 and 3/],
    ['delta costs', 'alldiff 0 1 0 5', /delta costs/],
    ['a negative cost', 'salldiff var -3', /must not be negative/],
    ['a pair of four', '>= 1 2', /has 4 variables instead of 2/],
    ['a count without its list', 'gcc 99999 1 1 1', /only \d+ characters follow/],
    ['a file for other variables', 'wcsp 0 1 0 0 in 1 2 0 9 2', /variables of other sizes/],
  ])('%s', (_, named, message) => {
    expect(refusal(() => readWcsp(`t 4 2 1 9\n2 2 2 2\n4 0 1 2 3 -1 ${named}\n`)).message).toMatch(message)
  })
})
