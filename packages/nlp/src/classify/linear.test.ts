import { expect, test } from 'vitest'
import { writeModel } from '../model/container.js'
import { Collector, selectExamples } from './collector.js'
import { Random, shuffled } from './hash.js'
import { type LinearModel, LinearRows, softExp } from './linear.js'
import { packLinear, unpackLinear } from './pack.js'
import { type Examples, trainLinear } from './train.js'

/** Random examples whose label is feature 1, 2 or 3 of some noise. */
function examples(count: number, seed: number): Examples {
  const random = new Random(seed)
  const collector = new Collector(8)
  for (let i = 0; i < count; i++) {
    const label = random.below(3)
    collector.add(label, (out) => {
      out[0] = label + 1
      for (let k = 1; k < 6; k++) out[k] = 10 + random.below(500)
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

test('scores are the sums of the weights, by enumeration', () => {
  const random = new Random(3)
  const features = Int32Array.from({ length: 40 }, (_, i) => 3 * i + 1)
  const rows = new LinearRows()
  const weight = new Map<string, number>()
  for (const feature of features) {
    for (let label = 0; label < 5; label++) {
      if (random.below(2) === 0) continue
      const w = random.below(255) - 127
      rows.add(label, w)
      weight.set(`${feature} ${label}`, w)
    }
    rows.end(feature)
  }
  const model = rows.model(5, 0.1)
  const scores = new Int32Array(5)
  for (let round = 0; round < 50; round++) {
    const some = Int32Array.from({ length: 10 }, () => random.below(130) + 1)
    model.score(some, 7, scores)
    for (let label = 0; label < 5; label++) {
      let sum = 0
      for (const feature of some.subarray(0, 7)) sum += weight.get(`${feature} ${label}`) ?? 0
      expect(scores[label]).toBe(sum)
    }
    let total = 0
    for (let label = 0; label < 5; label++) total += model.probability(scores, label)
    expect(total).toBeCloseTo(1, 2)
  }
  const packed = packLinear('a', model)
  const header = { kind: 'x', licence: 'x', trainedOn: 'x', a: packed.header }
  expect(unpackLinear('a', { header, arrays: packed.arrays })).toEqual(model)
  expect(() => unpackLinear('b', { header, arrays: packed.arrays })).toThrow(/"b" is missing/)
  expect(writeModel({ header, arrays: packed.arrays }).length).toBeGreaterThan(0)
})

test('what decides is learned among noise, also when choices are restricted and weights pruned', () => {
  const train = examples(600, 1)
  const fresh = examples(300, 2)
  expect(accuracy(trainLinear(train), fresh)).toBeGreaterThan(0.97)
  expect(accuracy(trainLinear(train, { prune: 0.3, fullCount: 1 }), fresh)).toBeGreaterThan(0.97)
  const choice = train.gold.map((label) => (label === 2 ? 1 : 0))
  const choices = [Int32Array.of(0, 1), Int32Array.of(2)]
  const restricted = trainLinear({ ...train, choice, choices }, { fullCount: 1 })
  // Of no feature is there a weight for a label that is the only one of its choice.
  const scores = new Int32Array(3)
  for (let feature = 1; feature < 520; feature++) {
    restricted.score(Int32Array.of(feature), 1, scores)
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
  expect([...shuffled(100, new Random(1))].sort((a, b) => a - b)).toEqual([...Array(100).keys()])
})
