// How often a configuration has each own score of a factor, where the factor does not say. Own scores are
// sums of these scores, so factors that are made with chosen scores tell.
import { ParleyError } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import type { ScoredFactor } from './template.js'

/** Scores are powers of this, so that counts below it can be read off a sum. */
const BASE = 8
/** Number of scores in one sum: the sum stays below the limit of scores. */
const DIGITS = 10
/** Score that forces a link of a factor without own scores. */
const FORCE = 1000

/** Whether the counts of a factor can be found. */
export function canCount({ count, score, marginals }: ScoredFactor): boolean {
  return count !== undefined || score !== undefined || (marginals?.length ?? 0) >= 3
}

/** Writes the counts of a configuration (0 or 1 per link). */
export function countMade(
  make: (scores: Float64Array) => ScoredFactor,
  configuration: Float64Array,
  counts: Float64Array,
): void {
  const scores = new Float64Array(counts.length)
  const plain = make(scores)
  if ((plain.marginals?.length ?? 0) >= 3) {
    // Expected counts, when scores of the links leave no other configuration.
    const forced = configuration.map((value) => (value === 1 ? FORCE : -FORCE))
    plain.marginals?.(forced, new Float64Array(configuration.length), counts)
    for (let i = 0; i < counts.length; i++) counts[i] = Math.round(counts[i])
    return
  }
  for (let from = 0; from < counts.length; from += DIGITS) {
    const to = Math.min(counts.length, from + DIGITS)
    scores.fill(0)
    for (let i = from; i < to; i++) scores[i] = BASE ** (i - from)
    let sum = Math.round(make(scores).score?.(configuration) ?? Number.NaN)
    for (let i = from; i < to; i++) {
      counts[i] = sum % BASE
      sum = Math.floor(sum / BASE)
    }
  }
  const random = Random.of(1)
  let expected = 0
  for (let i = 0; i < scores.length; i++) {
    scores[i] = random.uniform() - 0.5
    expected += counts[i] * scores[i]
  }
  const found = make(scores).score?.(configuration) ?? Number.NaN
  if (Math.abs(found - expected) <= 1e-6) return
  throw new ParleyError(
    'bad-factor',
    `A factor (${plain.name ?? 'made by `scored`'}) does not add up its scores at most ${BASE - 1} times each, so that its counts cannot be found. Give it \`count(configuration, counts)\`.`,
    plain.name === undefined ? {} : { factor: plain.name },
  )
}
