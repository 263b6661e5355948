// Scores that contain learned weights, as linear functions of them.
import { ParleyError } from '@parleyjs/core'
import type { TermCompiler } from '../compile/compile-term.js'

/** A learned weight in a score: the score has `factor` times the weight. */
export interface LearnedShare {
  readonly name: string
  readonly factor: number
}

/** Where a learned weight enters: `factor` times it is added to a slot, to a pair, or to all scores. */
export interface LearnedPlace extends LearnedShare {
  readonly kind: 'slot' | 'pair' | 'constant'
  /** The slot, or the factor; −1 for the score of every assignment. */
  readonly index: number
}

/** The constant of a score, and its learned weights. */
export interface LinearScore {
  readonly constant: number
  readonly shares: readonly LearnedShare[]
}

/** Evaluates a score with chosen weights, to find its parts. */
export function linearScore(terms: TermCompiler, value: () => number): LinearScore {
  const before = terms.learned
  const names: string[] = []
  terms.learned = (name) => {
    names.push(name)
    return 0
  }
  try {
    const constant = value()
    const shares = names.map((name, k) => {
      let at = 0
      terms.learned = () => (at++ === k ? 1 : 0)
      return { name, factor: value() - constant }
    })
    let at = 0
    terms.learned = () => 2 + 3 * at++
    const expected = shares.reduce((sum, { factor }, k) => sum + factor * (2 + 3 * k), constant)
    if (names.length > 0 && Math.abs(value() - expected) > 1e-9 * Math.max(1, Math.abs(expected)))
      throw new ParleyError(
        'unsupported',
        `The score with ${names.slice(0, 3).join(' and ')} is no sum of learned weights times numbers. Write it as such.`,
      )
    return { constant, shares }
  } finally {
    terms.learned = before
  }
}
