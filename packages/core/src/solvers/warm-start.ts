import type { Problem } from '../problem/problem.js'
import type { Solution } from './solution.js'

/**
 * Link scores to start from: the multipliers of an earlier solution whose compiled problem had the same links, on top
 * of today's scores. Undefined if there is nothing to use.
 *
 * @example
 * engine.start(warmScores(problem, options.warmStart))
 */
export function warmScores(problem: Problem, earlier: Solution | undefined): Float64Array | undefined {
  if (earlier === undefined || earlier.certificate.kind !== 'multipliers') return undefined
  const { multipliers } = earlier.certificate
  const { linkSlot, slots, slotStart, slotLinks, score } = problem
  if (multipliers.length !== linkSlot.length) return undefined
  const x = new Float64Array(linkSlot.length)
  for (let s = 0; s < slots; s++) {
    const from = slotStart[s]!
    const to = slotStart[s + 1]!
    let sum = 0
    for (let j = from; j < to; j++) sum += multipliers[slotLinks[j]!]!
    for (let j = from; j < to; j++)
      x[slotLinks[j]!] = multipliers[slotLinks[j]!]! + (score[s]! - sum) / (to - from)
  }
  return x.every(Number.isFinite) ? x : undefined
}
