import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { FG_KINDS } from './index.js'

const make = (line: string) => {
  const [kind, count, ...rest] = line.trim().split(/\s+/)
  const degree = Number(count)
  return { degree, factor: FG_KINDS[kind](Float64Array.from(rest.slice(degree), Number), degree) }
}

describe('a line of a .fg file', () => {
  it('ARBORESCENCE lists the length and its arcs', () => {
    const { factor } = make('ARBORESCENCE 4 1 2 3 4  3 0 1 0 2 1 2 2 1')
    const links = new Float64Array(4)
    expect(factor.maximize(Float64Array.of(1, 1, 5, 9), links)).toBe(0)
    expect([...links]).toEqual([0, 1, 0, 1])
  })

  it('HEAD_AUTOMATON scores start, pairs and stop, by the earlier modifier', () => {
    // s(0,1) s(0,2) s(0,3) s(1,2) s(1,3) s(2,3)
    const { factor } = make('HEAD_AUTOMATON 2 1 2  1 2 4 8 16 32')
    expect(factor.score!(Float64Array.of(0, 0))).toBe(4)
    expect(factor.score!(Float64Array.of(1, 0))).toBe(1 + 16)
    expect(factor.score!(Float64Array.of(0, 1))).toBe(2 + 32)
    expect(factor.score!(Float64Array.of(1, 1))).toBe(1 + 8 + 32)
  })

  it('HEAD_AUTOMATON may have no variables: a constant', () => {
    expect(make('HEAD_AUTOMATON 0  0.5').factor.maximize(new Float64Array(0), new Float64Array(0))).toBe(0.5)
  })

  it('GRANDPARENT_HEAD_AUTOMATON has its grandparents first', () => {
    // gp(0,1) gp(0,2) gp(1,1) gp(1,2), then siblings
    const { factor } = make('GRANDPARENT_HEAD_AUTOMATON 4 1 2 3 4  2  100 200 400 800  1 2 4 8 16 32')
    expect(factor.score!(Float64Array.of(1, 0, 1, 0))).toBe(100 + 1 + 16)
    expect(factor.score!(Float64Array.of(0, 1, 1, 1))).toBe(400 + 800 + 1 + 8 + 32)
    expect(factor.score!(Float64Array.of(1, 1, 0, 0))).toBe(-Infinity)
    expect(factor.score!(Float64Array.of(0, 0, 0, 0))).toBe(-Infinity)
  })

  it('GRANDPARENT_HEAD_AUTOMATON may have grandparents only', () => {
    expect(make('GRANDPARENT_HEAD_AUTOMATON 1 59  1 0.27').factor.score!(Float64Array.of(1))).toBe(0.27)
  })

  it('SEQUENCE has starts, transitions row by row, and stops', () => {
    const { factor } = make('SEQUENCE 3 1 2 3  2 1 2  1  2 4  8 16')
    expect(factor.score!(Float64Array.of(1, 1, 0))).toBe(1 + 2 + 8)
    expect(factor.score!(Float64Array.of(1, 0, 1))).toBe(1 + 4 + 16)
  })

  it('SEQUENCE_BUDGET has its budget second and counts first states', () => {
    const { factor } = make('SEQUENCE_BUDGET 4 1 2 3 4  2 1 2 2  0 0  0 0 0 0  0 0')
    expect(factor.score!(Float64Array.of(1, 0, 1, 0))).toBe(-Infinity)
    expect(factor.score!(Float64Array.of(0, 1, 1, 0))).toBe(0)
    expect(factor.score!(Float64Array.of(0, 1, 0, 1))).toBe(0)
  })

  it('GENERAL_TREE has states, parents, then a table per edge by the parent’s state', () => {
    const { factor } = make('GENERAL_TREE 5 1 2 3 4 5  3 2 1 2  -1 0 0  1 2  4 8 16 32')
    expect(factor.score!(Float64Array.of(1, 0, 1, 1, 0))).toBe(1 + 4)
    expect(factor.score!(Float64Array.of(0, 1, 1, 1, 0))).toBe(2 + 16)
    expect(factor.score!(Float64Array.of(0, 1, 1, 0, 1))).toBe(2 + 32)
  })

  it.each([
    ['ARBORESCENCE 2 1 2  3 0 1', /5 numbers expected.*3 found/],
    ['ARBORESCENCE 1 1  2 0 5', /modifier of arc 1.*is 5/],
    ['ARBORESCENCE 0', /1 numbers? expected.*0 found/],
    ['HEAD_AUTOMATON 2 1 2  0 0 0', /6 numbers expected.*3 found/],
    ['GRANDPARENT_HEAD_AUTOMATON 2 1 2', /number of grandparents.*is missing/],
    ['GRANDPARENT_HEAD_AUTOMATON 2 1 2  3 0', /is 3.*from 1 to 2/],
    ['GRANDPARENT_HEAD_AUTOMATON 2 1 2  1 0', /5 numbers expected.*2 found/],
    ['SEQUENCE 3 1 2 3  2 1 1  0 0 0 0', /add up to 2.*links 3/],
    ['SEQUENCE 3 1 2 3  2 1 2  0 0 0', /8 numbers expected.*6 found/],
    ['SEQUENCE 3 1 2 3  2', /states at position 1.*is missing/],
    ['SEQUENCE 3 1 2 3  1e9', /positions.*from 1 to 3/],
    ['SEQUENCE_BUDGET 2 1 2  1 -1 2  0 0 0 0', /budget.*is -1/],
    ['GENERAL_TREE 2 1 2  2 1 1  -1', /parent of node 1.*is missing/],
    ['GENERAL_TREE 2 1 2  2 1 1  1 0  0 0', /cycle/],
    ['GENERAL_TREE 2 1 2  2 1 1  -1 0', /6 numbers expected.*5 found/],
  ])('refused: %s', (line, message) => {
    expect(() => make(line)).toThrow(ParleyError)
    expect(() => make(line)).toThrow(message)
  })
})

const data = process.env.PARLEY_DATA
const files = [
  'fg/parsing02.fg',
  'fg/sequence.fg',
  'fg/sequence_budget.fg',
  'fg/general_tree.fg',
  'bench/parse_sib_n10.fg.gz',
  'bench/parse_sib_n20.fg.gz',
  'bench/seqgrid_n10_k4.fg.gz',
]

describe.skipIf(!data)(`published instances (skipped unless PARLEY_DATA is set)`, () => {
  it.each(files)('%s: every structured line is read, and maximize is consistent with score', (file) => {
    const path = join(data!, 'map', file)
    expect(existsSync(path)).toBe(true)
    const bytes = readFileSync(path)
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    const lines = text.split('\n').filter((line) => line.split(/\s/)[0] in FG_KINDS)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const { factor, degree } = make(line)
      const scores = Float64Array.from({ length: degree }, (_, i) => Math.sin(i))
      const links = new Float64Array(degree)
      const own = factor.maximize(scores, links)
      expect(own).toBeGreaterThan(-Infinity)
      expect(factor.score!(links)).toBeCloseTo(own, 9)
      const value = links.reduce((sum, x, i) => sum + x * scores[i], own)
      expect(factor.maxMarginals!(scores, new Float64Array(degree), new Float64Array(degree))).toBeCloseTo(
        value,
        9,
      )
    }
  })
})
