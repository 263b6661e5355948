// Block coordinate descent on the dual (MPLP: Globerson and Jaakkola 2008; paper 2, Table 1.1).
//
// Scores are split into x on the links and u at the slots, Σ x + u = θ. The dual is
//   Σ over binary slots of max(0, u) + Σ over domains of max u + Σ over factors of their maximum under x.
// One step at a factor moves the u of its n units into x, computes the max-marginals m of each, and returns
// m/n to each: no other choice of the factor's x lowers the dual further.
import { STEP, type Steps } from '../../limits/steps.js'
import { portableExp } from '../../numeric/portable.js'
import type { Problem } from '../../problem/problem.js'
import { typicalScore } from '../../problem/typical-score.js'
import { workOfFactors } from '../../problem/work.js'
import { FactorUnits, sweepOrder, Unit } from './mplp-units.js'

/** A difference of max-marginals is cut at this many times the largest score. The step stays monotone. */
const HARD = 100
/** Most passes over the units of a factor after its step. */
const PASSES = 32
/** Beliefs are undecided where scores differ by less than this many typical scores. */
const SOFT = 0.02

export class MplpEngine {
  /** Score of each link. */
  readonly x: Float64Array
  /** Score left at each slot. */
  readonly u: Float64Array
  /** Number of sweeps so far. */
  iteration = 0
  /** True if some factor allows no configuration: the graph is infeasible. */
  impossible = false
  private readonly order: Int32Array
  private readonly on: Float64Array
  private readonly off: Float64Array
  private cut = 0
  private readonly softness: number
  private readonly freeScore: number
  private readonly folded: Float64Array
  /** Work of one set of max-marginals, indexed by factor. */
  private readonly work: Float64Array

  private constructor(
    readonly problem: Problem,
    private readonly units: FactorUnits,
  ) {
    const { slots, linkSlot, score, degree } = problem
    this.x = new Float64Array(linkSlot.length)
    this.u = new Float64Array(slots)
    this.on = new Float64Array(linkSlot.length)
    this.off = new Float64Array(linkSlot.length)
    this.folded = new Float64Array(linkSlot.length)
    this.work = workOfFactors(problem)
    this.order = sweepOrder(problem, this.units)
    let free = problem.constant
    for (let s = 0; s < slots; s++) if (degree[s] === 0 && score[s] > 0) free += score[s]
    this.freeScore = free
    this.softness = SOFT * typicalScore(problem)
    this.start()
  }

  /** Builds the engine of a problem. Null if it was stopped. */
  static *build(problem: Problem): Steps<MplpEngine | null> {
    const units = yield* FactorUnits.build(problem)
    if (units === null) return null
    const engine = new MplpEngine(problem, units)
    const largest = yield* engine.largestScore()
    if (largest === null) return null
    engine.cut = HARD * largest
    return engine
  }

  /** Resets the engine to the problem's scores, or to the link scores of an earlier run. */
  start(x?: Float64Array): void {
    const { linkSlot, score, degree } = this.problem
    for (let l = 0; l < linkSlot.length; l++) {
      const s = linkSlot[l]
      this.x[l] = degree[s] === 1 ? score[s] : x === undefined ? 0 : x[l]
    }
    this.collect()
    this.iteration = 0
  }

  /** One step at every factor, in order and then in reverse. `stop` is called regularly. */
  *sweep(stop: () => boolean): Steps<void> {
    const { order } = this
    for (let k = this.stepFrom(0); k < order.length && !this.impossible; k = this.stepFrom(k))
      if ((yield) || stop()) break
    this.iteration++
    this.collect()
  }

  /** Takes the factors from index `first` of the order on, until they fill a step. Returns the next index. */
  private stepFrom(first: number): number {
    const { order, work } = this
    const { groups, factorGroup } = this.problem
    const { start } = this.units
    const backward = this.iteration % 2 === 1
    const round = this.iteration >> 1
    let k = first
    for (let done = 0; k < order.length && !this.impossible && done < STEP; k++) {
      const f = order[backward ? order.length - 1 - k : k]
      if (groups[factorGroup[f]].relaxed === true) this.guardedStep(f, round)
      else this.step(f, round)
      done += work[f] * (1 + Math.min(PASSES, start[f + 1] - start[f]))
    }
    return k
  }

  /** The dual value at the current x and u. */
  dual(): number {
    const { slots, slotDomain, domainStart, domainSlots, groups } = this.problem
    const { x, u } = this
    let total = this.freeScore
    for (let s = 0; s < slots; s++) if (slotDomain[s] < 0 && u[s] > 0) total += u[s]
    for (let d = 0; d + 1 < domainStart.length; d++) {
      let best = Number.NEGATIVE_INFINITY
      for (let j = domainStart[d]; j < domainStart[d + 1]; j++) {
        const score = u[domainSlots[j]]
        if (score > best) best = score
      }
      total += best
    }
    for (const group of groups) total += group.bound(x)
    return total
  }

  /** Link scores that include what is left at the slots, and the dual value there: at most `dual()`. */
  fold(): { x: Float64Array; dual: number } {
    const { linkSlot, degree, slotDomain, domainStart, domainSlots, groups, slotStart, slotLinks } =
      this.problem
    const { x, u, folded, units } = this
    for (let l = 0; l < x.length; l++) {
      const s = linkSlot[l]
      folded[l] = slotDomain[s] < 0 ? x[l] + u[s] / degree[s] : x[l]
    }
    // What is left at a domain goes to a factor in which exactly one of its slots is 1.
    for (let d = 0; d + 1 < domainStart.length; d++) {
      const at = units.domainLink[d]
      const size = domainStart[d + 1] - domainStart[d]
      if (at >= 0) for (let l = at; l < at + size; l++) folded[l] += u[linkSlot[l]]
      else
        for (let j = domainStart[d]; j < domainStart[d + 1]; j++) {
          const s = domainSlots[j]
          for (let k = slotStart[s]; k < slotStart[s + 1]; k++) folded[slotLinks[k]] += u[s] / degree[s]
        }
    }
    let dual = this.freeScore
    for (const group of groups) dual += group.bound(folded)
    return { x: folded, dual }
  }

  /**
   * Writes the beliefs that the scores at the slots suggest: close to 0 or 1 where the scores differ clearly,
   * equal for ties.
   */
  beliefs(out: Float64Array): void {
    const { slots, slotDomain, domainStart, domainSlots, fixed } = this.problem
    const { u, softness } = this
    for (let s = 0; s < slots; s++) {
      if (fixed[s] !== -1) out[s] = fixed[s]
      else if (slotDomain[s] < 0) out[s] = 1 / (1 + portableExp(-u[s] / softness))
    }
    for (let d = 0; d + 1 < domainStart.length; d++) {
      let best = Number.NEGATIVE_INFINITY
      let sum = 0
      for (let j = domainStart[d]; j < domainStart[d + 1]; j++) best = Math.max(best, u[domainSlots[j]])
      for (let j = domainStart[d]; j < domainStart[d + 1]; j++) {
        const s = domainSlots[j]
        out[s] = portableExp((u[s] - best) / softness)
        sum += out[s]
      }
      for (let j = domainStart[d]; j < domainStart[d + 1]; j++) out[domainSlots[j]] /= sum
    }
  }

  /** Writes the mean vote of the factors at each slot under the link scores of `fold`. */
  votes(out: Float64Array): void {
    const { groups, linkSlot, degree } = this.problem
    const { folded, on: z } = this
    out.fill(0)
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) group.maximize(f, folded, z)
    for (let l = 0; l < z.length; l++) out[linkSlot[l]] += z[l] / degree[linkSlot[l]]
  }

  /** Number of factors that make a step. */
  get activeFactors(): number {
    return this.order.length
  }

  /**
   * A step for factors with fractional maximisers, which max-marginals do not cover, so that it may raise the
   * dual. If so, the step is shortened, since the dual is convex along it, or undone.
   */
  private guardedStep(f: number, round: number): void {
    const { linkSlot, factorStart } = this.problem
    const { x, u } = this
    const from = factorStart[f]
    const to = factorStart[f + 1]
    const oldX = x.slice(from, to)
    const oldU = oldX.map((_, i) => u[linkSlot[from + i]])
    const before = this.blockDual(f)
    this.step(f, round)
    if (this.impossible) return
    for (let halving = 0; this.blockDual(f) > before; halving++)
      for (let l = from; l < to; l++) {
        const s = linkSlot[l]
        x[l] = halving < 4 ? (x[l] + oldX[l - from]) / 2 : oldX[l - from]
        u[s] = halving < 4 ? (u[s] + oldU[l - from]) / 2 : oldU[l - from]
      }
  }

  /** The part of the dual that a step at the factor changes. */
  private blockDual(f: number): number {
    const { linkSlot, slotDomain, groups, factorGroup } = this.problem
    const { x, u, units, on: z } = this
    let total = groups[factorGroup[f]].maximize(f, x, z)
    for (let k = units.start[f]; k < units.start[f + 1]; k++) {
      const s = linkSlot[units.firstLink[k]]
      if (slotDomain[s] < 0) total += Math.max(0, u[s])
      // Values of one domain take turns, so the first one stands for all.
      else if (units.turn[k] === 0) total += Math.max(u[s], this.bestOfOthers(s))
    }
    return total
  }

  private step(f: number, round: number): void {
    const { linkSlot } = this.problem
    const { x, u, units } = this
    const from = units.start[f]
    const to = units.start[f + 1]
    const n = this.countDue(from, to, round)
    for (let k = from; k < to; k++) {
      if (!this.isDue(k, round)) continue
      let l = units.firstLink[k]
      if (units.kind[k] === Unit.value) {
        // One value moves relative to the best of the others, which stays at the slots.
        const others = this.bestOfOthers(linkSlot[l])
        x[l] += u[linkSlot[l]] - others
        u[linkSlot[l]] = others
        continue
      }
      for (const end = units.endLink[k]; l < end; l++) {
        x[l] += u[linkSlot[l]]
        u[linkSlot[l]] = 0
      }
    }
    if (!this.give(f, from, to, n, round) || n === 1) return
    // What the factor can still give without raising the dual goes to a few units at a time, so that their
    // other factors see all of it (as in MPLP++, Tourani et al. 2018). Backward sweeps take the units
    // backward.
    const passes = Math.min(n, PASSES)
    const backward = this.iteration % 2 === 1
    for (let pass = 0; pass < passes; pass++) {
      const part = backward ? passes - 1 - pass : pass
      const first = from + Math.floor((part * (to - from)) / passes)
      const last = from + Math.floor(((part + 1) * (to - from)) / passes)
      const share = this.countDue(first, last, round)
      if (share > 0) this.give(f, first, last, share, round)
    }
  }

  /** Moves 1/n of the max-marginals of the units from x to u. False if the factor allows no configuration. */
  private give(f: number, from: number, to: number, n: number, round: number): boolean {
    const { linkSlot, groups, factorGroup } = this.problem
    const { x, u, units, on, off, cut } = this
    const best = groups[factorGroup[f]].maxMarginals(f, x, on, off)
    if (best === Number.NEGATIVE_INFINITY) {
      this.impossible = true
      return false
    }
    for (let k = from; k < to; k++) {
      if (!this.isDue(k, round)) continue
      let l = units.firstLink[k]
      const whole = units.kind[k] === Unit.domain
      for (const end = units.endLink[k]; l < end; l++) {
        const advantage = whole ? on[l] - best : on[l] - off[l]
        const share = Math.max(-cut, Math.min(cut, advantage)) / n
        u[linkSlot[l]] += share
        x[l] -= share
      }
    }
    return true
  }

  private isDue(unit: number, round: number): boolean {
    const turns = this.units.turns[unit]
    return turns === 1 || round % turns === this.units.turn[unit]
  }

  private countDue(from: number, to: number, round: number): number {
    let due = 0
    for (let k = from; k < to; k++) if (this.isDue(k, round)) due++
    return due
  }

  private bestOfOthers(slot: number): number {
    const { slotDomain, domainStart, domainSlots } = this.problem
    const d = slotDomain[slot]
    let best = Number.NEGATIVE_INFINITY
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) {
      const other = domainSlots[j]
      if (other !== slot && this.u[other] > best) best = this.u[other]
    }
    return best
  }

  /** Recomputes u := θ − Σ x, so that rounding errors do not accumulate. */
  private collect(): void {
    const { slots, score, degree, linkSlot } = this.problem
    const { x, u } = this
    for (let s = 0; s < slots; s++) u[s] = degree[s] === 0 ? 0 : score[s]
    for (let l = 0; l < x.length; l++) u[linkSlot[l]] -= x[l]
  }

  private *largestScore(): Steps<number | null> {
    const { slots, score, groups } = this.problem
    const z = new Float64Array(this.x.length)
    let largest = 0
    for (let s = 0; s < slots; s++) largest = Math.max(largest, Math.abs(score[s]))
    let work = 0
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) {
        for (const own of [group.leastScore(f), group.maximize(f, this.x, z)])
          if (Number.isFinite(own)) largest = Math.max(largest, Math.abs(own))
        work += 2 * this.work[f]
        if (work < STEP) continue
        work = 0
        if (yield) return null
      }
    return largest > 0 ? largest : 1
  }
}
