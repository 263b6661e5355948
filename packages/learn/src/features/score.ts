// What a part of a model may score: a fixed number, features whose weights are learned, or a sum of both.
import { ParleyError } from '@parleyjs/core'
import { SCORE_LIMIT } from '@parleyjs/core/internal'

/**
 * Features by name. A number is the feature's value; its weight is learned. A vector has a weight for each of
 * its components.
 */
export type Features = Readonly<Record<string, number | ArrayLike<number>>>

/** The score of a part: a fixed number, features, or a list whose scores add up. */
export type Score = number | Features | readonly (number | Features)[]

/** Calls `fixed` for each number of a score, and `feature` for each feature that is not 0. */
export function visitScore(
  score: Score,
  where: () => string,
  fixed: (value: number) => void,
  feature: (name: string, value: number | ArrayLike<number>) => void,
): void {
  if (typeof score === 'number') {
    if (!(score <= SCORE_LIMIT && (score >= -SCORE_LIMIT || score === Number.NEGATIVE_INFINITY)))
      throw new ParleyError(
        'bad-argument',
        `${where()} has the score ${score}. Scores are numbers of up to 1e10 in size.`,
      )
    fixed(score)
    return
  }
  if (Array.isArray(score)) {
    for (const one of score as readonly (number | Features)[]) visitScore(one, where, fixed, feature)
    return
  }
  if (typeof score !== 'object' || score === null)
    throw new ParleyError(
      'bad-argument',
      `${where()} has the score ${String(score)}. A score is a number, features such as { "word=the": 1 }, or a list of these.`,
    )
  const features = score as Features
  for (const name in features) {
    const value = features[name]
    if (typeof value === 'number') {
      if (!(Math.abs(value) <= SCORE_LIMIT)) throw wrongFeature(where(), name, value)
      if (value !== 0) feature(name, value)
      continue
    }
    if (typeof value !== 'object' || value === null || typeof value.length !== 'number')
      throw wrongFeature(where(), name, value)
    for (let i = 0; i < value.length; i++)
      if (!(Math.abs(value[i]) <= SCORE_LIMIT)) throw wrongFeature(where(), `${name}[${i}]`, value[i])
    feature(name, value)
  }
}

function wrongFeature(where: string, name: string, value: unknown): ParleyError {
  return new ParleyError(
    'bad-argument',
    `${where} has a feature ${JSON.stringify(name.slice(0, 80))} with the value ${String(value)}. Values are numbers of up to 1e10 in size.`,
  )
}
