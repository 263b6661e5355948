import { DenseGroup } from '../factors/dense.js'
import type { Problem } from './problem.js'

/** A custom factor counts as so many numbers. */
const CUSTOM = 1000

/** How many numbers a local operation goes through at each factor, roughly: to share work out into steps. */
export function workOfFactors({ groups, factors, factorStart }: Problem): Float64Array {
  const work = new Float64Array(factors)
  for (const group of groups)
    for (let f = group.first; f < group.first + group.count; f++) {
      const own =
        group.kind === 'custom' ? CUSTOM : group instanceof DenseGroup ? group.size(f - group.first) : 0
      work[f] = 8 + factorStart[f + 1] - factorStart[f] + own
    }
  return work
}

/** The same of all factors together. */
export function workOfAll({ groups, factors, linkSlot }: Problem): number {
  let work = 8 * factors + linkSlot.length
  for (const group of groups)
    work +=
      group.kind === 'custom' ? CUSTOM * group.count : group instanceof DenseGroup ? group.table.length : 0
  return work
}
