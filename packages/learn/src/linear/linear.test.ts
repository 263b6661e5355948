// Linear classifiers: training, the packed rows, the hash table, and WebAssembly against plain JavaScript.
import { mix } from '@parleyjs/core/internal'
import { expect, test } from 'vitest'
import { writeModel } from '../model/container.js'
import { Collector, selectExamples } from './collector.js'
import { FEATURE_SPACE, featureOf, randomOf } from './hash.js'
import { type LinearModel, softExp } from './linear.js'
import { LinearRows } from './linear-rows.js'
import { packLinear, unfoldLinear, unpackLinear } from './pack.js'
import { ScoreMemory } from './score-kernel.js'
import { type Examples, trainLinear } from './train.js'

/** The number of a feature, spread as those of words are. */
function spread(i: number): number {
  return featureOf(mix(7, i))
}

/** Random examples whose label is feature 1, 2 or 3 of some noise. */
function examples(count: number, seed: number): Examples {
  const random = randomOf(seed)
  const collector = new Collector(8)
  for (let i = 0; i < count; i++) {
    const label = random.below(3)
    collector.add(label, (out) => {
      out[0] = spread(label + 1)
      for (let k = 1; k < 6; k++) out[k] = spread(10 + random.below(500))
      return 6
    })
  }
  return collector.examples(3)
}

function accuracy(model: LinearModel, { features, starts, gold }: Examples): number {
  const scores = new Int32Array(model.labels)
  let correct = 0
  for (let i = 0; i < gold.length; i++) {
    const row = features.subarray(starts[i], starts[i + 1])
    model.score(row, row.length, scores)
    if (model.best(scores) === gold[i]) correct++
  }
  return correct / gold.length
}

test.each([
  { count: 0, labels: 5 },
  { count: 40, labels: 5 },
  // With labels that leave no room for a weight in the table, and tables that are filled to different
  // degrees.
  { count: 2000, labels: 300 },
  { count: 2800, labels: 2 },
  { count: 50_000, labels: 3 },
])('scores are the sums of the weights of $count features, by enumeration', ({ count, labels }) => {
  const random = randomOf(3)
  const asked = Array.from({ length: 2 * count + 20 }, (_, i) => spread(i))
  const known = [...new Set(asked.slice(0, count))].sort((a, b) => a - b)
  const rows = new LinearRows()
  const weights = new Map<number, Map<number, number>>()
  for (const feature of known) {
    const row = new Map<number, number>()
    for (let label = random.below(labels); label < labels; label += 1 + random.below(labels))
      row.set(label, random.below(255) - 127)
    // In any order.
    for (const [label, weight] of [...row].reverse()) rows.add(label, weight)
    rows.end(feature)
    weights.set(feature, row)
  }
  const model = rows.model(labels, 0.1)
  const placed = model.in(ScoreMemory.around(new ArrayBuffer(0))!)
  const scores = new Int32Array(labels)
  const made = new Int32Array(labels)
  for (let round = 0; round < 500; round++) {
    const some = Int32Array.from({ length: 10 }, () => asked[random.below(asked.length)])
    model.score(some, 7, scores)
    const sums = new Int32Array(labels)
    for (const feature of some.subarray(0, 7))
      for (const [label, weight] of weights.get(feature) ?? []) sums[label] += weight
    expect(scores).toEqual(sums)
    placed.score(some, 7, made)
    expect(made).toEqual(sums)
    const from = random.below(labels)
    const to = from + 1 + random.below(labels - from)
    for (const scorer of [model, placed]) {
      made.fill(77)
      scorer.score(some, 7, made, from, to)
      expect(made.subarray(from, to)).toEqual(sums.subarray(from, to))
    }
    let total = 0
    for (let label = 0; label < labels; label++) total += model.probability(scores, label)
    expect(total).toBeCloseTo(1, 2)
  }
  const packed = packLinear('a', model)
  const header = { kind: 'x', licence: 'x', trainedOn: 'x', a: packed.header }
  expect(unpackLinear('a', { header, arrays: packed.arrays })).toEqual(model)
  const unfolded = unfoldLinear('a', model)
  expect(unpackLinear('a', { header: { ...header, a: unfolded.header }, arrays: unfolded.arrays })).toEqual(
    model,
  )
  expect(() => unpackLinear('b', { header, arrays: packed.arrays })).toThrow(/"b" is missing/)
  if (count > 0)
    for (const part of ['features', 'sizes', 'labels']) {
      const cut = { ...packed.arrays, [`a.${part}`]: packed.arrays[`a.${part}`].subarray(count >> 1) }
      expect(() => unpackLinear('a', { header, arrays: cut })).toThrow(/does not fit together|not spread/)
    }
  expect(writeModel({ header, arrays: packed.arrays }).length).toBeGreaterThan(0)
})

test.each([
  { count: 30, step: 1 },
  // Only a larger table can hold these.
  { count: 120, step: 4096 },
])('$count features that are $step apart, the last ones there are, find a place', ({ count, step }) => {
  const model = crowd(count, step)
  const scores = new Int32Array(3)
  for (let i = -5; i < count; i++) {
    model.score(Int32Array.of(FEATURE_SPACE - (count - i) * step), 1, scores)
    const sums = [0, 0, 0]
    if (i >= 0) sums[i % 3] = i + 1
    expect([...scores]).toEqual(sums)
  }
})

test('features that are not hashes are refused', () => {
  expect(() => crowd(31, 1)).toThrow(/not spread/)
  expect(() => crowd(100, 1)).toThrow(/not spread/)
})

/** A classifier whose features are neighbours. */
function crowd(count: number, step: number): LinearModel {
  const rows = new LinearRows()
  for (let i = 0; i < count; i++) {
    rows.add(i % 3, i + 1)
    rows.end(FEATURE_SPACE - (count - i) * step)
  }
  return rows.model(3, 1)
}

test('what decides is learned among noise, also when choices are restricted and weights pruned', () => {
  const train = examples(600, 1)
  const fresh = examples(300, 2)
  expect(accuracy(trainLinear(train), fresh)).toBeGreaterThan(0.97)
  expect(accuracy(trainLinear(train, { prune: 0.3, fullCount: 1 }), fresh)).toBeGreaterThan(0.97)
  const choice = train.gold.map((label) => (label === 2 ? 1 : 0))
  const choices = [Int32Array.of(0, 1), Int32Array.of(2)]
  const restricted = trainLinear({ ...train, choice, choices }, { fullCount: 1 })
  // No feature has a weight for a label that is the only one of its choice.
  const scores = new Int32Array(3)
  for (let i = 1; i < 520; i++) {
    restricted.score(Int32Array.of(spread(i)), 1, scores)
    expect(scores[2]).toBe(0)
  }
})

test('training is repeatable and depends on the seed', () => {
  const train = examples(200, 5)
  expect(trainLinear(train, { seed: 4 })).toEqual(trainLinear(train, { seed: 4 }))
  expect(trainLinear(train, { seed: 4 })).not.toEqual(trainLinear(train, { seed: 5 }))
})

test('a selection keeps features and labels together', () => {
  const all = examples(50, 8)
  const even = selectExamples(all, (i) => i % 2 === 0)
  expect(even.gold.length).toBe(25)
  for (let k = 0; k < 25; k++) {
    expect(even.gold[k]).toBe(all.gold[2 * k])
    expect(even.features.subarray(even.starts[k], even.starts[k + 1])).toEqual(
      all.features.subarray(all.starts[2 * k], all.starts[2 * k + 1]),
    )
  }
})

test('the exponential is close, and shuffling is a permutation', () => {
  for (let x = -10; x <= 10; x += 0.37) expect(softExp(x) / Math.exp(x)).toBeCloseTo(1, 1)
  expect([...randomOf(1).order(100)].sort((a, b) => a - b)).toEqual([...Array(100).keys()])
})
