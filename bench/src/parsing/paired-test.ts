// Tests whether one system is better than another on the same sentences by more than chance.
import { seeded } from '../random.js'

const SAMPLES = 2000

/**
 * The two-sided p-value of a paired randomisation test: the probability that two equal systems, whose counts
 * are exchanged at random in every sentence, differ in total by at least as much. The same input gives the
 * same number.
 *
 * @example
 * pairedP([3, 5, 2], [3, 5, 2]) // 1
 */
export function pairedP(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((count, i) => b[i] - count).filter((d) => d !== 0)
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0))
  const { uniform } = seeded(1)
  let asLarge = 0
  for (let k = 0; k < SAMPLES; k++) {
    let sum = 0
    for (const d of differences) sum += uniform() < 0.5 ? d : -d
    if (Math.abs(sum) >= observed) asLarge++
  }
  // The observed order is one of the possible orders.
  return (asLarge + 1) / (SAMPLES + 1)
}
