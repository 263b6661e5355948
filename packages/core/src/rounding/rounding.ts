// Rounding as solvers use it: from a relaxed solution to the best feasible assignment that votes and local
// search find.
import type { FactorGroup } from '../kinds/common/group.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { carveBytes, carveFloats } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'
import { improveByFlips } from './flips.js'
import { RoundingSearch } from './search.js'

/** Number of factors scored between two yields. */
const FACTORS = 1 << 11

/**
 * A user's own rounding of a relaxed solution (a weight per slot): writes 0 or 1 for every slot of the graph,
 * and returns false if it finds no assignment.
 */
export type OwnRounding = (marginals: Float64Array, values: Uint8Array) => boolean

/**
 * Rounds relaxed solutions to good feasible assignments by votes, propagation, repair and local search. The
 * same calls give the same result. A result of `round` is kept if it is better than all before.
 *
 * @example
 * const rounder = new Rounder(compile(graph))
 * rounder.round(p, 2) // true
 * rounder.value // score of rounder.values, which gives 0 or 1 for every slot
 */
export class Rounder {
  /** The best values of all slots so far. */
  readonly values: Uint8Array
  /** Score of `values` with the problem's constant; −Infinity while there are none. */
  value = Number.NEGATIVE_INFINITY
  private search: RoundingSearch | undefined
  private readonly candidate: Uint8Array
  private readonly z: Float64Array

  constructor(
    private readonly problem: Problem,
    private readonly own?: OwnRounding,
    /** Called regularly; if it returns true, `round` and `vote` end with the best values so far. */
    private readonly stop?: () => boolean,
  ) {
    this.values = carveBytes(problem.slots)
    this.candidate = carveBytes(problem.slots)
    this.z = carveFloats(problem.linkSlot.length)
  }

  /**
   * Rounds the relaxed solution p (a weight per slot). Effort 0 is one pass, 1 adds a short local search, 2 a
   * longer one for the end of a solve. True if the best value improved.
   */
  round(p: Float64Array, effort: number): boolean {
    return finishSteps(this.roundSteps(p, effort), this.stop)
  }

  /** `round` as a generator. If it is stopped, it ends with the best values so far. */
  *roundSteps(p: Float64Array, effort: number): Steps<boolean> {
    if (this.problem.conflict !== null) return false
    let better = yield* this.voteSteps(p)
    if (better && effort === 0) return true
    if (yield) return better
    if (this.own !== undefined) return (this.own(p, this.candidate) && (yield* this.offer())) || better
    this.search ??= (yield* RoundingSearch.build(this.problem)) ?? undefined
    if (this.search === undefined) return better
    yield* this.search.run(p, effort)
    if (this.search.best.score > Number.NEGATIVE_INFINITY) {
      this.search.state.writeSlots(this.search.best.value, this.candidate)
      better = (yield* this.offer()) || better
    }
    return better
  }

  /** Takes over the result of another rounder of the same problem, if that is better. */
  take(other: Rounder): void {
    if (!(other.value > this.value)) return
    this.value = other.value
    this.values.set(other.values)
  }

  /**
   * Rounds every slot to its nearest value. If that is feasible, single flips follow, unless `flips` is
   * false. Cheaper than any effort of `round`.
   */
  vote(p: Float64Array, flips = true): boolean {
    return finishSteps(this.voteSteps(p, flips), this.stop)
  }

  /** `vote` as a generator. */
  *voteSteps(p: Float64Array, flips = true): Steps<boolean> {
    const { fixed, degree, score, slotDomain, domainStart, domainSlots } = this.problem
    const { candidate } = this
    for (let s = 0; s < candidate.length; s++) {
      if (fixed[s] !== -1) candidate[s] = fixed[s]
      else if (degree[s] === 0 && slotDomain[s] === -1) candidate[s] = score[s] > 0 ? 1 : 0
      else candidate[s] = slotDomain[s] === -1 && p[s] > 0.5 ? 1 : 0
    }
    for (let d = 0; d + 1 < domainStart.length; d++) {
      let best = domainSlots[domainStart[d]]
      for (let k = domainStart[d] + 1; k < domainStart[d + 1]; k++)
        if (p[domainSlots[k]] > p[best]) best = domainSlots[k]
      candidate[best] = 1
    }
    const better = yield* this.offer()
    // `offer` has written the candidate's values to `this.z`.
    if (better && flips && (yield* improveByFlips(this.problem, p, candidate, this.z)) > 0)
      yield* this.offer()
    return better
  }

  /** Scores the candidate from scratch and keeps it if it is feasible and better. */
  private *offer(): Steps<boolean> {
    const { problem, candidate, z } = this
    let value = problem.constant
    for (let s = 0; s < candidate.length; s++) if (candidate[s] === 1) value += problem.score[s]
    for (let l = 0; l < z.length; l++) z[l] = candidate[problem.linkSlot[l]]
    for (const group of problem.groups) {
      const end = group.first + group.count
      for (let from = group.first; from < end; from += FACTORS) {
        value = sumOfScores(group, from, Math.min(end, from + FACTORS), z, value)
        if (value === Number.NEGATIVE_INFINITY) return false
        if (end - from > FACTORS && (yield)) return false
      }
    }
    if (!(value > this.value)) return false
    this.value = value
    this.values.set(candidate)
    return true
  }
}

/**
 * Adds the own scores of the factors from … to − 1 to `sum`. −Infinity as soon as a factor forbids the
 * values.
 */
function sumOfScores(group: FactorGroup, from: number, to: number, z: Float64Array, sum: number): number {
  let total = sum
  for (let f = from; f < to && total !== Number.NEGATIVE_INFINITY; f++) total += group.score(f, z)
  return total
}
