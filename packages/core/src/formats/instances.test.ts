// Published instances have the optima that are stated for them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { highs } from '../../test-support/highs.js'
import { randomSource } from '../../test-support/random-graph.js'
import type { FactorGraph } from '../graph/graph.js'
import type { Factor } from '../kinds/custom/factor.js'
import { evaluate } from '../problem/evaluate.js'
import { readFg } from './fg.js'
import { readJson } from './json-read.js'
import { writeJson } from './json-write.js'
import { writeLp } from './lp.js'
import { readUai } from './uai.js'
import { writeUai } from './uai-write.js'
import { readWcsp } from './wcsp.js'

// Published instances, in the folder PARLEY_DATA; without it these tests are skipped.
const data = process.env.PARLEY_DATA
const folder = data === undefined ? '' : join(data, 'map')
const title =
  data === undefined ? 'published instances (skipped: PARLEY_DATA is not set)' : 'published instances'

/** Natural logarithm of the product of potentials at the optimum. */
const OPTIMA: [string, number][] = [
  ['10_14_s.binary.uai', -85.762023],
  ['Family2Dominant.1.5loci.uai', -35.614635],
  ['GEOM30a_3.uai', -101.313744],
  ['grid10x10.f2.wrap.uai', 162.578542],
  ['grid4x4.uai', 102.06202],
  ['or_chain_10.fg.uai', -0.292436],
  ['water.uai', -7.958763],
]

function load(path: string): string {
  const bytes = readFileSync(join(folder, path))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function list(directory: string, pattern: RegExp): string[] {
  if (data === undefined) return ['-']
  return readdirSync(join(folder, directory))
    .filter((name) => pattern.test(name))
    .map((name) => join(directory, name))
}

function randomAssignment(graph: FactorGraph, random: () => number): Int32Array {
  return Int32Array.from({ length: graph.variableCount }, (_, v) =>
    Math.floor(random() * graph.variable(v).size),
  )
}

// An assignment that breaks a hard factor says little about the others, so soft scores are compared
// separately.
function expectSame(actual: FactorGraph, expected: FactorGraph): void {
  expect(actual.variableCount).toBe(expected.variableCount)
  expect(actual.factorCount).toBe(expected.factorCount)
  expect([...actual.variableStart.data.subarray(0, actual.variableStart.length)]).toEqual([
    ...expected.variableStart.data.subarray(0, expected.variableStart.length),
  ])
  const scores = (graph: FactorGraph) => [
    ...graph.scores.data.subarray(0, graph.slotCount),
    ...graph.store.params.data.subarray(0, graph.store.params.length),
  ]
  const [a, b] = [scores(actual), scores(expected)]
  let worst = a.length === b.length ? 0 : Number.POSITIVE_INFINITY
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) worst = Math.max(worst, Math.abs(a[i] - b[i]))
  expect(worst).toBeLessThan(1e-9)
  const random = randomSource(1)
  for (let n = 0; n < 20; n++) {
    const assignment = randomAssignment(expected, random)
    const value = evaluate(expected, assignment)
    if (value === Number.NEGATIVE_INFINITY) expect(evaluate(actual, assignment)).toBe(value)
    else expect(evaluate(actual, assignment)).toBeCloseTo(value, 6)
  }
}

describe.skipIf(data === undefined)(title, () => {
  test.each(OPTIMA)('%s: the given assignment scores the stated optimum, %f', (name, optimum) => {
    const graph = readUai(load(name))
    const [header, count, ...values] = load(`${name}.OPT`).trim().split(/\s+/)
    expect(header).toBe('MPE')
    expect(Number(count)).toBe(graph.variableCount)
    expect(evaluate(graph, values.map(Number))).toBeCloseTo(optimum, 5)
  })

  test.each(list('', /\.uai(\.gz)?$/))('%s survives writing and reading, as UAI and as JSON', (name) => {
    const graph = readUai(load(name))
    expectSame(readUai(writeUai(graph)), graph)
    expectSame(readJson(writeJson(graph)), graph)
  })

  test.each([...list('fg', /\.fg$/), ...list('bench', /\.fg\.gz$/)])(
    '%s is read, whatever its kinds',
    (name) => {
      const text = load(name)
      const kinds: Record<string, () => Factor> = {}
      for (const kind of text.match(/^[A-Z_]+/gm) ?? []) kinds[kind] = () => ({ maximize: () => 0 })
      const graph = readFg(text, { kinds })
      const words = text.trim().split(/\s+/)
      const [variables, factors] = words.slice(0, 2).map(Number)
      expect(graph.variableCount).toBe(variables)
      expect(graph.factorCount).toBe(factors)
      const scores = words.slice(2, 2 + variables).map(Number)
      expect([...graph.scores.data.subarray(0, graph.slotCount)]).toEqual(scores)
      if (graph.customFactors.length === 0) expectSame(readJson(writeJson(graph)), graph)
    },
  )

  test.each(['4queens', 'warehouse'])('%s.wcsp has the stated optimum, by HiGHS', async (name) => {
    const graph = readWcsp(load(`${name}.wcsp`))
    const solution = highs.solve(writeLp(graph, { integer: true }), { output_flag: false })
    expect(solution.Status).toBe('Optimal')
    expect(solution.ObjectiveValue).toBeCloseTo(-Number(load(`${name}.ub`)), 6)
  })

  // HiGHS needs a quarter of a minute to prove this optimum, so the test keeps the assignment it found.
  test('example.wcsp has an assignment of the stated cost, within the relaxation', async () => {
    const graph = readWcsp(load('example.wcsp'))
    const found = [1, 0, 2, 2, 0, 2, 0, 4, 2, 0, 4, 1, 0, 2, 3, 0, 1, 3, 2, 4, 2, 1, 2, 4, 1]
    expect(evaluate(graph, found)).toBe(-Number(load('example.ub')))
    const relaxed = highs.solve(writeLp(graph), { output_flag: false })
    expect(relaxed.ObjectiveValue).toBeCloseTo(-24.25, 6)
  })

  test('grid10x10.f2.wrap.uai: HiGHS finds the stated optimum, and no relaxed value below it', async () => {
    const graph = readUai(load('grid10x10.f2.wrap.uai'))
    const relaxed = highs.solve(writeLp(graph), { output_flag: false })
    expect(relaxed.ObjectiveValue).toBeGreaterThan(162.578542 - 1e-5)
    const exact = highs.solve(writeLp(graph, { integer: true }), { output_flag: false })
    expect(exact.ObjectiveValue).toBeCloseTo(162.578542, 4)
  })
})
