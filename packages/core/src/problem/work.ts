// Estimates the work of the local operations, so that solvers can divide it into steps.
import { DenseGroup } from '../kinds/dense/dense-group.js'
import type { Problem } from './problem.js'

/** Estimated work of a custom factor. */
const CUSTOM = 1000

/** Estimated work of a local operation at each factor: roughly the numbers that it reads. */
export function workOfFactors({
  groups,
  factors,
  factorStart,
}: Pick<Problem, 'groups' | 'factors' | 'factorStart'>): Float64Array {
  const work = new Float64Array(factors)
  for (const group of groups)
    for (let f = group.first; f < group.first + group.count; f++) {
      const own =
        group.kind === 'custom' ? CUSTOM : group instanceof DenseGroup ? group.size(f - group.first) : 0
      work[f] = 8 + factorStart[f + 1] - factorStart[f] + own
    }
  return work
}

/** Estimated work of a local operation at all factors together. */
export function workOfAll({ groups, factors, linkSlot }: Problem): number {
  let work = 8 * factors + linkSlot.length
  for (const group of groups)
    work +=
      group.kind === 'custom' ? CUSTOM * group.count : group instanceof DenseGroup ? group.table.length : 0
  return work
}
