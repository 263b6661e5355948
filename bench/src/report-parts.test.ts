// The functions that turn measurements into tables.
import { join } from 'node:path'
import { exact } from '@parleyjs/core'
import { expect, test } from 'vitest'
import { exponent } from './fit.js'
import { instanceName, readGraph } from './instances.js'
import { replaceTables } from './marked-tables.js'
import { geometricMean } from './median.js'
import { parseReference, readReference } from './reference.js'
import { brief, markdownTable, times } from './table.js'
import { parseToulbar2 } from './toulbar2-peer.js'

test('tables: numbers to the right, dashes for what is missing', () => {
  const table = markdownTable(
    ['a', 'b'],
    [
      ['x', 1],
      ['y', undefined],
    ],
  )
  expect(table).toBe('| a | b |\n|---|--:|\n| x | 1 |\n| y | – |')
})

test('numbers are brief', () => {
  expect([brief(1234.5), brief(0.012345), brief(Number.NaN), times(3.12), times(250.4)]).toEqual([
    1235,
    0.0123,
    undefined,
    '3.1×',
    '250×',
  ])
})

test('the exponent of a power law is found', () => {
  const x = [1, 3, 10, 40]
  expect(
    exponent(
      x,
      x.map((v) => 5 * v ** 1.3),
    ),
  ).toBeCloseTo(1.3, 12)
})

test('names of instances', () => {
  expect(['d/a.fg.gz', 'or_chain_10.fg.uai', 'x.wcsp', '10_14_s.binary.uai'].map(instanceName)).toEqual([
    'a',
    'or_chain_10',
    'x',
    '10_14_s.binary',
  ])
})

test('the reference table: stars and NA', () => {
  const header = 'instance\tlp_optimum\tbest_known\tad3_bound\tad3_rounded\tad3_iterations'
  const row = parseReference(`${header}\ng.fg\tNA\t5.5*\t6\tinfeasible\t10\n`).get('g')
  expect(row).toEqual({
    lpOptimum: undefined,
    bestKnown: 5.5,
    proven: false,
    bound: 6,
    rounded: undefined,
    iterations: 10,
  })
})

test('the reference: optimum of the relaxation ≥ best known value ≥ what C++ AD3 rounds to', () => {
  const slack = 1e-6
  for (const { bound, lpOptimum, bestKnown, rounded } of readReference().values()) {
    const most = lpOptimum ?? bound
    expect(bound).toBeGreaterThanOrEqual(most - slack * Math.abs(most))
    expect(bestKnown).toBeLessThanOrEqual(most + slack * Math.abs(most))
    if (rounded !== undefined) expect(rounded).toBeLessThanOrEqual(bestKnown! + slack)
  }
})

// Only quick instances; `exact.js --folder map/bench --no-peers` compares all.
const data = process.env.PARLEY_DATA
const quick = ['budget_1000_knap200', 'budget_1000_pairs', 'ising_n30_r1', 'pair_n50_r1', 'pair_n100_r1']
test.skipIf(data === undefined).each(quick)('the best known value of %s is what `exact` proves', (name) => {
  const graph = readGraph(join(data!, 'map', 'bench', `${name}.fg.gz`))
  const { status, value } = exact(graph, { timeLimit: 60 })
  expect(status).toBe('optimal')
  const { bestKnown, proven } = readReference().get(name)!
  expect(proven).toBe(true)
  expect(Math.abs(value - bestKnown!)).toBeLessThan(1e-5 * bestKnown!)
})

test('the geometric mean', () => {
  expect(geometricMean([1, 4])).toBeCloseTo(2)
})

test('what toulbar2 prints', () => {
  const solved =
    'Optimum: 27 in 89 backtracks and 240 nodes ( 460 removals by DEE) and 0.005 seconds.\nend.\n'
  expect(parseToulbar2(solved)).toEqual({ finished: true, seconds: 0.005 })
  expect(parseToulbar2('New solution: 28\n\nTime limit expired... Aborting...\n').finished).toBe(false)
})

test('tables in Markdown are replaced where they are marked, and left where nothing came', () => {
  const text =
    'a\n<!-- run: x.js --n 1 -->\n\nold\n\n<!-- end -->\nb\n<!-- run: y.js -->\nkept\n<!-- end -->\n'
  const seen: string[] = []
  const run = (command: string) => (command === 'x.js --n 1' ? 'new $& table' : undefined)
  const result = replaceTables(text, run, (whole) => seen.push(whole))
  expect(result).toBe(text.replace('old', () => 'new $& table'))
  expect(seen).toEqual([result])
})
