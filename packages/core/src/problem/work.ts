// Estimates the work of the local operations, so that solvers can divide it into steps.
import type { Problem } from './problem.js'

/** Estimated work of a local operation at each factor: roughly the numbers that it reads. */
export function workOfFactors({
  groups,
  factors,
  factorStart,
}: Pick<Problem, 'groups' | 'factors' | 'factorStart'>): Float64Array {
  const work = new Float64Array(factors)
  for (const group of groups)
    for (let f = group.first; f < group.first + group.count; f++)
      work[f] = 8 + factorStart[f + 1] - factorStart[f] + group.ownWork(f)
  return work
}

/** Estimated work of a local operation at all factors together. */
export function workOfAll({ groups, factors, linkSlot }: Problem): number {
  let work = 8 * factors + linkSlot.length
  for (const group of groups)
    for (let f = group.first; f < group.first + group.count; f++) work += group.ownWork(f)
  return work
}
