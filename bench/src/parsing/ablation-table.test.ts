// The table of the ablation: gains, means and p-values.
import { expect, test } from 'vitest'
import { ablationTable, withGain } from './ablation-table.js'

test('a gain is the difference of the figures that are shown', () => {
  expect(withGain(88.5)).toBe('88.50')
  expect(withGain(88.5, 87.25)).toBe('88.50 (+1.25)')
  expect(withGain(86.994, 87.006)).toBe('86.99 (−0.02)')
  expect(withGain(87, 87)).toBe('87.00 (+0.00)')
})

const scores = (uas: number) => ({ uas, las: uas - 2, full: uas - 3, proven: 0.987, correct: [uas, 1] })
const row = (treebank: string, parts: string, uas: number) => ({
  treebank,
  parts,
  dev: scores(uas),
  test: scores(uas + 1),
  record: null,
})

test('each treebank is compared with its own first row', () => {
  const rows = [row('a', 'arc', 80), row('a', 'second', 82), row('b', 'arc', 90), row('b', 'second', 89.5)]
  const lines = ablationTable(rows).split('\n').slice(2)
  expect(lines[0]).toBe('| a | arc | 80.00 | 78.00 | 81.00 | 79.00 | 78.00 | 98.7 % |  |')
  expect(lines[1]).toContain('|  | second | 82.00 (+2.00) | 80.00 (+2.00) | 83.00 (+2.00) |')
  expect(lines[3]).toContain('89.50 (−0.50)')
  expect(lines[1]).toMatch(/\| 0\.\d{3} \|$/)
})

test('means of all treebanks, with p over all of their sentences', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const rows = names.flatMap((name) => [row(name, 'arc', 80), row(name, 'second', 81)])
  const lines = ablationTable([...rows, row('g', 'arc', 87), row('g', 'second', 88)])
    .split('\n')
    .slice(2)
  expect(lines).toHaveLength(16)
  expect(lines[14]).toBe('| mean | arc | 81.00 | 79.00 | 82.00 | 80.00 | 79.00 | 98.7 % |  |')
  // Fourteen sentences, each better by 1: neither treebank alone can show a difference, but both together
  // can.
  expect(lines[15]).toMatch(/^\| {2}\| second \| 82\.00 \(\+1\.00\) .*\| (< 0\.001|0\.00\d) \|$/)
  expect(lines[1]).toMatch(/\| 0\.[45]\d\d \|$/)
})

test('no means where a size is missing on a treebank, nor of a single treebank', () => {
  expect(ablationTable([row('a', 'arc', 80), row('a', 'second', 82), row('b', 'arc', 80)])).not.toContain(
    'mean',
  )
  expect(ablationTable([row('a', 'arc', 80)])).not.toContain('mean')
})
