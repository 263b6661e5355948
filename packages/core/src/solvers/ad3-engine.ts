import type { Problem } from '../problem/problem.js'

// The iterations of AD³ (paper 2, Algorithm 1.2) on a compiled problem, without stopping rules and rounding.
//
// With the scaled target s = p + x/η of every link (x: the link's share of the score plus its multiplier), one
// AD³ iteration is a map s ↦ T(s) = s + (2·z̄ − z − p), where z is the quadratic step at the factors and z̄ the
// mean of z at a variable: Douglas–Rachford splitting. T is firmly nonexpansive, and so the reflected, restarted
// Halpern iteration s ← c·(2·T(s) − s) + (1 − c)·anchor with c = (k + 1)/(k + 2) converges too, on polyhedral
// problems linearly, and in practice several times faster. At each restart the penalty moves to the
// ratio of the distances that multipliers and beliefs travelled since the last one.
//
// Variables whose factors agree on the same value for `SETTLE` iterations take the plain step p = z̄ and come to rest exactly;
// factors all of whose variables rest are left out until a neighbour moves (paper 2, section 1.5.3).

/** Differences below this count as agreement. */
const AGREEMENT = 1e-9
const SETTLE = 3
/** Local maximisations per quadratic step: the next iteration goes on from where this one stops. */
const ROUNDS = 3
/** A restart is due when the residual fell to this share of that after the last restart … */
const SUFFICIENT = 0.2
/** … or to this share and no longer falls … */
const NECESSARY = 0.8
/** … or when the epoch is this share of all iterations. */
const LONG = 0.36

export interface EngineOptions {
  /** η to start with; by default three times the typical score. */
  penalty?: number
  /** Move η at restarts (accelerated), or balance the residuals (plain). Default true. */
  adaptPenalty?: boolean
  /** Halpern's iteration as above (default), or Algorithm 1.2 as printed. */
  accelerate?: boolean
  /** Step length τ of the multipliers in the plain algorithm, 0 < τ < 1.618. */
  relaxation?: number
}

export class Ad3Engine {
  eta: number
  iteration = 0
  /**
   * Root mean squares over links of the spread of z at the link's slot, and of the last change of z̄: the residuals of
   * paper 2, Eq. 1.23 and 1.24, with max z − min z for |z − z̄|.
   */
  primalResidual = Number.POSITIVE_INFINITY
  dualResidual = Number.POSITIVE_INFINITY
  /** Factors solved in the last iteration. */
  activeFactors: number
  /** Factors solved in all iterations. */
  factorSteps = 0
  /** Local beliefs of the links. */
  readonly z: Float64Array
  /** Consensus of the local beliefs. */
  readonly mean: Float64Array
  /** Scores on the links with Σ over a slot's links = its score: a dual feasible point, refreshed by `dual`. */
  readonly x: Float64Array
  /** True once nothing moves any more. */
  settled = false

  private readonly target: Float64Array
  private readonly anchor: Float64Array
  private readonly p: Float64Array
  private readonly quiet: Int32Array
  private readonly resting: Uint8Array
  private readonly candidates: Int32Array
  private candidateCount = 0
  private readonly mark: Int32Array
  private readonly list: Int32Array
  private readonly listed: Int32Array
  private allActive = false
  private readonly factorMark: Int32Array
  private readonly stale: Uint8Array
  private readonly staleList: Int32Array
  private readonly best: Float64Array
  private readonly linkedSlots: Int32Array
  private readonly freeScore: number
  // The state at the last restart.
  private readonly restartP: Float64Array
  private readonly restartX: Float64Array
  private sinceRestart = 0
  private firstResidual = Number.POSITIVE_INFINITY
  private lastResidual = Number.POSITIVE_INFINITY

  private readonly accelerate: boolean
  private readonly adapt: boolean
  private readonly tau: number

  constructor(
    readonly problem: Problem,
    options: EngineOptions = {},
  ) {
    const { slots, factors, linkSlot, degree, score } = problem
    const links = linkSlot.length
    this.accelerate = options.accelerate ?? true
    this.adapt = options.adaptPenalty ?? true
    this.tau = options.relaxation ?? 1.5
    this.eta = options.penalty ?? 3 * typicalScore(problem)
    this.z = new Float64Array(links)
    this.x = new Float64Array(links)
    this.target = new Float64Array(links)
    this.anchor = new Float64Array(links)
    this.mean = new Float64Array(slots)
    this.p = new Float64Array(slots)
    this.quiet = new Int32Array(slots)
    this.resting = new Uint8Array(slots)
    this.candidates = new Int32Array(slots)
    this.mark = new Int32Array(slots)
    this.list = new Int32Array(factors)
    this.listed = new Int32Array(problem.groups.length)
    this.factorMark = new Int32Array(factors)
    this.stale = new Uint8Array(factors).fill(1)
    this.staleList = new Int32Array(factors)
    this.best = new Float64Array(factors)
    this.restartP = new Float64Array(slots)
    this.restartX = new Float64Array(links)
    this.activeFactors = factors
    let free = problem.constant
    let linked = 0
    for (let s = 0; s < slots; s++) {
      if (degree[s]! > 0) linked++
      else if (score[s]! > 0) free += score[s]!
    }
    this.freeScore = free
    this.linkedSlots = new Int32Array(linked)
    linked = 0
    for (let s = 0; s < slots; s++) if (degree[s]! > 0) this.linkedSlots[linked++] = s
    // Slots of one degree side by side make the loops over their links predictable.
    this.linkedSlots.sort((a, b) => degree[a]! - degree[b]! || a - b)
    this.start()
  }

  /** Starts afresh: uniform beliefs, λ = 0; or, given link scores of an earlier run, from there. */
  start(x?: Float64Array, beliefs?: Float64Array): void {
    const { slots, linkSlot, slotStart, slotLinks, degree, score, fixed, domainStart, domainSlots } =
      this.problem
    const { p, target, anchor, eta } = this
    for (const group of this.problem.groups) {
      group.reset()
      if (group.rounds !== undefined) group.rounds = ROUNDS
    }
    for (let s = 0; s < slots; s++) p[s] = fixed[s] === -1 ? 0.5 : fixed[s]!
    for (let d = 0; d + 1 < domainStart.length; d++) {
      const size = domainStart[d + 1]! - domainStart[d]!
      for (let j = domainStart[d]!; j < domainStart[d + 1]!; j++) p[domainSlots[j]!] = 1 / size
    }
    if (beliefs !== undefined) p.set(beliefs)
    for (const s of this.linkedSlots) {
      let sum = 0
      if (x !== undefined) for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) sum += x[slotLinks[j]!]!
      const share = (score[s]! - sum) / degree[s]!
      for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) {
        const l = slotLinks[j]!
        this.x[l] = share + (x === undefined ? 0 : x[l]!)
      }
    }
    for (let l = 0; l < linkSlot.length; l++) {
      target[l] = p[linkSlot[l]!]! + this.x[l]! / eta
      anchor[l] = target[l]!
    }
    this.mean.set(p)
    this.restartP.set(p)
    this.restartX.set(this.x)
    this.quiet.fill(0)
    this.resting.fill(0)
    this.stale.fill(1)
    this.iteration = 0
    this.settled = false
    this.forgetEpoch()
    this.activateAll()
  }

  /** One iteration: broadcast to the factors, gather at the variables. */
  step(): void {
    const { groups } = this.problem
    this.iteration++
    let active = 0
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g]!
      group.project(this.list, group.first, group.first + this.listed[g]!, this.target, this.eta, this.z)
      active += this.listed[g]!
    }
    this.activeFactors = active
    this.factorSteps += active
    this.findCandidates(active)
    if (this.accelerate) this.gatherAccelerated()
    else this.gatherPlain()
    this.findActiveFactors()
  }

  /** The dual value at the multipliers that the last step leads to, and those multipliers in `x`. */
  dual(): number {
    const { groups, factors, factorStart, factorGroup, linkSlot } = this.problem
    const { target, p, eta, x, stale, staleList, best } = this
    const counts = this.listed.slice().fill(0)
    for (let f = 0; f < factors; f++) {
      if (stale[f] === 0) continue
      stale[f] = 0
      const g = factorGroup[f]!
      staleList[groups[g]!.first + counts[g]!++] = f
      for (let l = factorStart[f]!; l < factorStart[f + 1]!; l++) x[l] = eta * (target[l]! - p[linkSlot[l]!]!)
    }
    for (let g = 0; g < groups.length; g++) {
      const first = groups[g]!.first
      groups[g]!.maxima(staleList, first, first + counts[g]!, x, best)
    }
    let total = this.freeScore
    for (let f = 0; f < factors; f++) total += best[f]!
    return total
  }

  /**
   * Two estimates of the relaxation's optimum from the local beliefs z (call after `dual`): the score of the mean
   * beliefs with the factors' own scores of z, and the Lagrangian at (z, x). They bracket the truth up to
   * second-order terms and meet the dual at the optimum.
   */
  relaxedValues(): { score: number; lagrangian: number } {
    const { groups, score, linkSlot } = this.problem
    const { x, z, mean } = this
    let own = 0
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) own += group.relaxedScore(f, z)
    let linear = this.freeScore
    for (const s of this.linkedSlots) linear += score[s]! * mean[s]!
    let lagrangian = this.freeScore
    for (let l = 0; l < linkSlot.length; l++) lagrangian += x[l]! * z[l]!
    return { score: own + linear, lagrangian: own + lagrangian }
  }

  /**
   * The mean of the factors' own best configurations under `x` (call after `dual`), into `votes`. True if they all
   * agree: then that is the best assignment (paper 2, Proposition 1.2).
   */
  vote(votes: Float64Array): boolean {
    const { groups, slotStart, slotLinks } = this.problem
    const { x, z } = this
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) group.maximize(f, x, z)
    let agreed = true
    for (const s of this.linkedSlots) {
      let sum = 0
      for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) sum += z[slotLinks[j]!]!
      votes[s] = sum / (slotStart[s + 1]! - slotStart[s]!)
      if (votes[s] !== 0 && votes[s] !== 1) agreed = false
    }
    return agreed
  }

  private activateAll(): void {
    const { groups } = this.problem
    if (this.allActive) return
    this.allActive = true
    for (let g = 0; g < groups.length; g++) {
      const { first, count } = groups[g]!
      for (let k = 0; k < count; k++) this.list[first + k] = first + k
      this.listed[g] = count
    }
  }

  /** The slots that a solved factor links; all of them while most factors are active. */
  private findCandidates(active: number): void {
    const { factors, groups, factorStart, linkSlot } = this.problem
    const { candidates, mark, iteration } = this
    if (2 * active > factors) {
      candidates.set(this.linkedSlots)
      this.candidateCount = this.linkedSlots.length
      return
    }
    let count = 0
    for (let g = 0; g < groups.length; g++) {
      const first = groups[g]!.first
      for (let k = first; k < first + this.listed[g]!; k++) {
        const f = this.list[k]!
        for (let l = factorStart[f]!; l < factorStart[f + 1]!; l++) {
          const s = linkSlot[l]!
          if (mark[s] !== iteration) {
            mark[s] = iteration
            candidates[count++] = s
          }
        }
      }
    }
    this.candidateCount = count
  }

  private gatherAccelerated(): void {
    const { slotStart, slotLinks, score } = this.problem
    const { target, anchor, z, p, mean, quiet, resting, candidates, eta } = this
    const keep = (this.sinceRestart + 1) / (this.sinceRestart + 2)
    const pull = 1 - keep
    let residual = 0
    let primal = 0
    let dual = 0
    let moving = 0
    for (let q = 0; q < this.candidateCount; q++) {
      const s = candidates[q]!
      const from = slotStart[s]!
      const to = slotStart[s + 1]!
      const n = to - from
      let sum = 0
      let low = 1
      let high = 0
      for (let j = from; j < to; j++) {
        const value = z[slotLinks[j]!]!
        sum += value
        if (value < low) low = value
        if (value > high) high = value
      }
      const average = sum / n
      const spread = high - low
      const change = average - mean[s]!
      primal += n * spread * spread
      dual += n * change * change
      mean[s] = average
      if (spread <= AGREEMENT && change <= AGREEMENT && change >= -AGREEMENT) {
        if (++quiet[s]! >= SETTLE) {
          // Consensus: p = z̄, multipliers stay.
          const shift = average - p[s]!
          if (shift > AGREEMENT || shift < -AGREEMENT) {
            residual += n * shift * shift
            p[s] = average
            for (let j = from; j < to; j++) {
              const l = slotLinks[j]!
              anchor[l] = target[l]! += shift
            }
            candidates[moving++] = s
          } else if (resting[s] === 0) {
            resting[s] = 1
            for (let j = from; j < to; j++) anchor[slotLinks[j]!] = target[slotLinks[j]!]!
          }
          continue
        }
      } else quiet[s] = 0
      if (resting[s] === 1) {
        resting[s] = 0
        for (let j = from; j < to; j++) anchor[slotLinks[j]!] = target[slotLinks[j]!]!
      }
      const twice = 2 * average - p[s]!
      let total = 0
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]!
        const step = twice - z[l]!
        residual += step * step
        const next = keep * (target[l]! + 2 * step) + pull * anchor[l]!
        target[l] = next
        total += next
      }
      p[s] = (total - score[s]! / eta) / n
      candidates[moving++] = s
    }
    this.candidateCount = moving
    const links = z.length
    this.primalResidual = Math.sqrt(primal / links)
    this.dualResidual = Math.sqrt(dual / links)
    this.settled = moving === 0
    this.maybeRestart(Math.sqrt(residual))
  }

  private maybeRestart(residual: number): void {
    this.sinceRestart++
    if (this.sinceRestart === 1) this.firstResidual = residual
    else if (
      residual <= SUFFICIENT * this.firstResidual ||
      (residual <= NECESSARY * this.firstResidual && residual > this.lastResidual) ||
      this.sinceRestart >= LONG * this.iteration
    ) {
      this.restart()
      return
    }
    this.lastResidual = residual
  }

  private forgetEpoch(): void {
    this.sinceRestart = 0
    this.firstResidual = Number.POSITIVE_INFINITY
    this.lastResidual = Number.POSITIVE_INFINITY
  }

  private restart(): void {
    const { slotStart, slotLinks } = this.problem
    const { target, anchor, p, candidates, eta, restartP, restartX } = this
    this.forgetEpoch()
    let beliefs = 0
    let multipliers = 0
    for (let q = 0; q < this.candidateCount; q++) {
      const s = candidates[q]!
      const from = slotStart[s]!
      const to = slotStart[s + 1]!
      const moved = p[s]! - restartP[s]!
      restartP[s] = p[s]!
      beliefs += (to - from) * moved * moved
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]!
        anchor[l] = target[l]!
        const x = eta * (target[l]! - p[s]!)
        const d = x - restartX[l]!
        restartX[l] = x
        multipliers += d * d
      }
    }
    if (!this.adapt || this.iteration < 5 || !(beliefs > 1e-20) || !(multipliers > 1e-20)) return
    const wanted = Math.sqrt(Math.sqrt(multipliers / beliefs) * eta)
    const next = Math.min(4 * eta, Math.max(eta / 4, wanted))
    if (Math.abs(Math.log(next / eta)) > 0.1) this.setPenalty(next)
  }

  /** Changes η, keeping beliefs and multipliers. */
  private setPenalty(next: number): void {
    const { linkSlot } = this.problem
    const { target, anchor, p } = this
    const ratio = this.eta / next
    for (let l = 0; l < target.length; l++) {
      const belief = p[linkSlot[l]!]!
      target[l] = belief + (target[l]! - belief) * ratio
      anchor[l] = target[l]!
    }
    this.eta = next
  }

  /** Algorithm 1.2: p := z̄, x := x − τη(z − z̄); the penalty balances the residuals (Boyd et al. 2011, 3.4.1). */
  private gatherPlain(): void {
    const { slotStart, slotLinks } = this.problem
    const { target, z, p, mean, candidates, tau } = this
    let primal = 0
    let dual = 0
    let moving = 0
    for (let q = 0; q < this.candidateCount; q++) {
      const s = candidates[q]!
      const from = slotStart[s]!
      const to = slotStart[s + 1]!
      let sum = 0
      for (let j = from; j < to; j++) sum += z[slotLinks[j]!]!
      const average = sum / (to - from)
      const change = average - p[s]!
      dual += (to - from) * change * change
      let spread = 0
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]!
        const d = z[l]! - average
        spread += d * d
        target[l]! += change - tau * d
      }
      primal += spread
      p[s] = average
      mean[s] = average
      if (spread > AGREEMENT * AGREEMENT || change > AGREEMENT || change < -AGREEMENT)
        candidates[moving++] = s
    }
    this.candidateCount = moving
    const links = z.length
    this.primalResidual = Math.sqrt(primal / links)
    this.dualResidual = Math.sqrt(dual / links)
    this.settled = moving === 0
    if (!this.adapt || this.iteration % 10 !== 0 || this.iteration > 200) return
    if (primal > 100 * dual) this.setPenalty(2 * this.eta)
    else if (dual > 100 * primal) this.setPenalty(this.eta / 2)
  }

  /** The factors of the slots that moved, kind by kind. */
  private findActiveFactors(): void {
    const { groups, factors, factorGroup, linkFactor, slotStart, slotLinks } = this.problem
    const { candidates, factorMark, list, listed, stale, iteration } = this
    if (2 * this.candidateCount > this.linkedSlots.length && this.candidateCount > 0) {
      this.activateAll()
      stale.fill(1)
      return
    }
    listed.fill(0)
    this.allActive = false
    for (let q = 0; q < this.candidateCount; q++) {
      const s = candidates[q]!
      for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) {
        const f = linkFactor[slotLinks[j]!]!
        if (factorMark[f] === iteration) continue
        factorMark[f] = iteration
        stale[f] = 1
        const g = factorGroup[f]!
        list[groups[g]!.first + listed[g]!++] = f
      }
    }
    this.activeFactors = Math.min(this.activeFactors, factors)
  }
}

/** The mean size of scores: of the slots (values of one variable relative to their mean), or of the factors. */
export function typicalScore(problem: Problem): number {
  const { score, degree, slotDomain, domainStart, domainSlots, groups } = problem
  let sum = 0
  let count = 0
  for (let s = 0; s < problem.slots; s++) {
    if (degree[s] === 0 || slotDomain[s]! >= 0) continue
    sum += Math.abs(score[s]!)
    count++
  }
  for (let d = 0; d + 1 < domainStart.length; d++) {
    const size = domainStart[d + 1]! - domainStart[d]!
    let mean = 0
    for (let j = domainStart[d]!; j < domainStart[d + 1]!; j++) mean += score[domainSlots[j]!]! / size
    for (let j = domainStart[d]!; j < domainStart[d + 1]!; j++)
      sum += Math.abs(score[domainSlots[j]!]! - mean)
    count += size
  }
  let scale = count > 0 ? sum / count : 0
  for (const group of groups) scale = Math.max(scale, group.scale())
  return scale > 0 ? scale : 1
}
