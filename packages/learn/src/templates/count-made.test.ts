// Counts of the own scores of structures: the own score of a configuration is the sum of counts times scores.
import { Random } from '@parleyjs/core/internal'
import { GeneralTree, HeadAutomaton, Sequence, TrigramSequence } from '@parleyjs/structures'
import { expect, test } from 'vitest'
import { countMade } from './count-made.js'
import type { ScoredFactor } from './template.js'

const CASES: [string, number, number, (scores: Float64Array) => ScoredFactor][] = [
  ['sequence', 6, 12, (scores) => new Sequence({ states: [2, 2, 2], scores })],
  ['trigram sequence', 6, 18, (scores) => new TrigramSequence({ states: [2, 2, 2], scores })],
  ['general tree', 6, 8, (scores) => new GeneralTree({ states: [2, 2, 2], parents: [-1, 0, 0], scores })],
  ['head automaton', 3, 10, (scores) => new HeadAutomaton({ siblings: scores })],
]

test.each(CASES)('%s', (_, links, count, make) => {
  const random = Random.of(4)
  for (let round = 0; round < 10; round++) {
    const scores = Float64Array.from({ length: count }, () => random.uniform() - 0.5)
    const configuration = new Float64Array(links)
    const factor = make(scores)
    const own = factor.maximize(
      Float64Array.from({ length: links }, () => 4 * random.uniform() - 2),
      configuration,
    )
    const counts = new Float64Array(count)
    countMade(make, configuration, counts)
    expect(counts.reduce((sum, times, i) => sum + times * scores[i], 0)).toBeCloseTo(own, 9)
    expect(counts.some((times) => times > 0)).toBe(true)
  }
})

test('a factor whose score is no sum of its scores is refused', () => {
  const make = (scores: Float64Array): ScoredFactor => ({
    maximize: (_, configuration) => {
      configuration.fill(0)
      return 0
    },
    score: () => scores[0] * scores[1],
  })
  expect(() => countMade(make, new Float64Array(1), new Float64Array(2))).toThrow(
    /does not add up its scores/,
  )
})
