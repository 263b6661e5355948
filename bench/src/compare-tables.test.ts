// Which differences between a table in the docs and its command are reported.
import { expect, test } from 'vitest'
import { compareTables } from './compare-tables.js'

const table = (...rows: string[]) =>
  ['| instance | value | nodes | seconds | / ours |', '|---|--:|--:|--:|--:|', ...rows].join('\n')

test('times, memory and their ratios do not count', () => {
  expect(compareTables(table('| a | 1.25 | 3 | 0.2 | 4× |'), table('| a | 1.25 | 3 | 9 | 7× |'))).toEqual([])
  expect(compareTables('It took 3 s and 120 MB, 4× less.', 'It took 9 s and 99 MB, 2.5× less.')).toEqual([])
  expect(compareTables('| to 1e−3 |\n|--|\n| 50 (61.9 ms) |', '| to 1e−3 |\n|--|\n| 50 (5 ms) |')).toEqual([])
})

test('other figures do, but for the last digit and for rounding', () => {
  expect(compareTables(table('| a | 1.25 | 3 | 0.2 | 4× |'), table('| a | 1.26 | 5 | 0.2 | 4× |'))).toEqual([
    { where: 'a, nodes', docs: '3', now: '5' },
  ])
  expect(compareTables('gap 4.7e-16', 'gap 0.0e+0')).toEqual([])
  expect(compareTables('gap 5.5e-4', 'gap 7.6e-4')).toHaveLength(1)
  expect(compareTables('gap 5.5e-4', 'gap 5.6e-4')).toEqual([])
  expect(compareTables('share 100', 'share 101', { tolerance: 0.02 })).toEqual([])
})

test('words count, and so do lines', () => {
  expect(
    compareTables(table('| a | 1 | 3 | 1 | – |'), table('| a | 1 | 3 | 1 | – |', '| b | 1 | 0 | 1 | – |')),
  ).toEqual([{ where: 'a line', docs: 'no such line', now: '| b | 1 | 0 | 1 | – |' }])
  expect(compareTables('| s |\n|--|\n| x |\n\nSolved.', '| s |\n|--|\n| x |\n\nOpen.')).toHaveLength(1)
})

test('columns that a run has not are left out, and so are lines that a limit of time cut off', () => {
  const docs = '| a | ms | C++ iterations | iterations |\n|--|--|--|--|\n| x | 1 | 7 | 3 |'
  const now = '| a | ms | iterations |\n|--|--|--|\n| x | 2 | 4 |'
  expect(compareTables(docs, now)).toEqual([{ where: 'x, iterations', docs: '3', now: '4' }])
  const cut = (value: string) => table(`| a interrupted | ${value} | 3 | 1 | – |`)
  expect(compareTables(cut('1'), cut('2'), { unstable: /interrupted/ })).toEqual([])
  expect(compareTables(cut('1'), cut('2'))).toHaveLength(1)
  expect(compareTables(cut('1'), cut('2'), { ignored: /^value$/ })).toEqual([])
})
