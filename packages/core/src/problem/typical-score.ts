// The unit of penalties, step sizes and tolerances: the typical size of a problem's scores.
import type { Problem } from './problem.js'

/**
 * The mean size of scores: of the slots (values of one variable relative to their mean), or of the factors'
 * own scores if those are larger. Penalties, step sizes and tolerances are relative to it.
 */
export function typicalScore(problem: Problem): number {
  const known = scores.get(problem)
  if (known !== undefined) return known
  const scale = computed(problem)
  scores.set(problem, scale)
  return scale
}

/** Cache by problem, because a solver asks several times. */
const scores = new WeakMap<Problem, number>()

function computed(problem: Problem): number {
  const { score, degree, slotDomain, domainStart, domainSlots, groups } = problem
  let sum = 0
  let count = 0
  for (let s = 0; s < problem.slots; s++) {
    if (degree[s] === 0 || slotDomain[s] >= 0) continue
    sum += Math.abs(score[s])
    count++
  }
  for (let d = 0; d + 1 < domainStart.length; d++) {
    const size = domainStart[d + 1] - domainStart[d]
    let mean = 0
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) mean += score[domainSlots[j]] / size
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) sum += Math.abs(score[domainSlots[j]] - mean)
    count += size
  }
  let scale = count > 0 ? sum / count : 0
  for (const group of groups) scale = Math.max(scale, group.scale())
  return scale > 0 ? scale : 1
}
