// The iterations of AD³ (paper 2, Algorithm 1.2) on a compiled problem, without stopping rules and rounding.
//
// With the target s = p + x/η of every link (x: the link's share of the score plus its multiplier), one AD³
// iteration is a map s ↦ T(s) = s + (2·z̄ − z − p), where z is the quadratic step at the factors and z̄ the
// mean of z at a variable: Douglas–Rachford splitting. T is firmly nonexpansive, so the reflected Halpern
// iteration s ← c·(2·T(s) − s) + (1 − c)·anchor with c = (k + 1)/(k + 2) converges too; restarted from its
// own iterates it does so linearly on linear programs (Lu and Yang 2024), and in practice several times
// faster than T alone. At each restart the penalty moves towards the ratio of the distances that multipliers
// and beliefs travelled.
import { STEP, type Steps } from '../limits/steps.js'
import { carveFloats, carveInts } from '../numeric/carve.js'
import type { OptionKeys } from '../options.js'
import type { Problem } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import { workOfFactors } from '../problem/work.js'
import { Activity } from './activity.js'
import { balancedPenalty, Epoch, movedPenalty } from './epoch.js'
import { gatherAccelerated, gatherPlain } from './gather.js'
import { restartSlots } from './restart.js'
import { Ad3State, startingBeliefs } from './state.js'

/**
 * Local maximisations per quadratic step of the active-set method. The next iteration continues from the
 * active set that this one leaves.
 */
export const ROUNDS = 3

export interface EngineOptions {
  /** η to start with; by default three times the typical score. */
  penalty?: number
  /** Move η at restarts (accelerated), or balance the residuals (plain). Default true. */
  adaptPenalty?: boolean
  /** Halpern's iteration as above (default), or Algorithm 1.2 as printed. */
  accelerate?: boolean
  /** Step length τ of the multipliers in the plain algorithm, 0 < τ ≤ 1.618. Default 1.5. */
  relaxation?: number
}

export const ENGINE_KEYS = {
  penalty: true,
  adaptPenalty: true,
  accelerate: true,
  relaxation: true,
} satisfies OptionKeys<EngineOptions>

/** The iterations of AD³ and their results, without stopping rules and rounding. */
export interface Engine {
  readonly problem: Problem
  readonly eta: number
  readonly iteration: number
  /** Root mean squares over links of z − z̄ and of the last change of z̄ (paper 2, Eq. 1.23 and 1.24). */
  readonly primalResidual: number
  readonly dualResidual: number
  /** Number of factors solved in the last iteration, and in all iterations. */
  readonly activeFactors: number
  readonly factorSteps: number
  /** True when no slot moves any more. */
  readonly settled: boolean
  /**
   * Scores on the links with Σ over a slot's links = its score: a dual feasible point, refreshed by `dual`.
   */
  readonly x: Float64Array
  /** Local belief of each link. */
  readonly z: Float64Array
  /** Mean of the local beliefs at each slot: the relaxed solution. */
  readonly mean: Float64Array
  /** `x` as it was at the last `keepBest`. */
  readonly bestX: Float64Array
  /**
   * Resets the engine: to uniform beliefs and λ = 0, or to the given link scores, beliefs and penalty of an
   * earlier run.
   */
  start(x?: Float64Array, beliefs?: Float64Array, penalty?: number): void
  /** One iteration: broadcast to the factors, gather at the variables. */
  step(): void
  /**
   * `step` as a generator that also yields within an iteration, for large graphs. If it is stopped, `mean`
   * keeps the beliefs of the last complete iteration.
   */
  stepInParts?: () => Steps<void>
  /**
   * Returns the dual value at the multipliers that the last step leads to, and writes the link scores to `x`.
   */
  dual(): number
  keepBest(): void
  /**
   * Estimates the optimum of the relaxation from the local beliefs z; call it after `dual`. With e = z − z̄
   * and λ* optimal, the optimum is at least Lagrangian(z, x) + (λ* − λ)·e. The error of the Lagrangian is of
   * second order, and at the optimum it equals the dual. It also equals the dual wherever every factor is at
   * its own best, even if the factors disagree. So the estimate holds only if `disagreement` = Σ |x·e|, what
   * the links still contest, is small.
   */
  relaxedValues(): { score: number; lagrangian: number; disagreement: number }
  /**
   * Writes the mean of the factors' own best configurations under `x` to `votes`; call it after `dual`.
   * Returns true if they all agree: then that is the best assignment (paper 2, Proposition 1.2).
   */
  vote(votes: Float64Array): boolean
  /**
   * Frees the arrays that only further iterations need, so that the rounding of a large graph can use the
   * memory.
   */
  release(): void
}

export class Ad3Engine implements Engine {
  eta: number
  iteration = 0
  primalResidual = Number.POSITIVE_INFINITY
  dualResidual = Number.POSITIVE_INFINITY
  activeFactors = 0
  factorSteps = 0
  x: Float64Array
  settled = false

  private keptX: Float64Array | undefined
  private readonly state: Ad3State
  private readonly activity: Activity
  private readonly best: Float64Array
  private readonly staleList: Int32Array
  private readonly freeScore: number
  private readonly scale: number
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  // Beliefs p of the slots and scores x of the links at the last restart.
  readonly restartP: Float64Array
  /** Single precision is enough for the distance travelled, and saves memory on large graphs. */
  restartX: Float32Array
  private readonly epoch = new Epoch()
  private work: Float64Array | undefined
  private readonly travelled = { beliefs: 0, multipliers: 0 }

  private readonly accelerate: boolean
  private readonly adapt: boolean
  private readonly tau: number

  constructor(
    readonly problem: Problem,
    options: EngineOptions = {},
  ) {
    const { slots, factors, linkSlot, degree, score } = problem
    this.accelerate = options.accelerate ?? true
    this.adapt = options.adaptPenalty ?? true
    this.tau = options.relaxation ?? 1.5
    this.scale = typicalScore(problem)
    this.eta = options.penalty ?? 3 * this.scale
    this.state = new Ad3State(problem)
    this.activity = new Activity(problem)
    this.x = carveFloats(linkSlot.length)
    this.best = carveFloats(factors)
    this.staleList = carveInts(factors)
    this.restartP = carveFloats(slots)
    this.restartX = new Float32Array(linkSlot.length)
    let free = problem.constant
    for (let s = 0; s < slots; s++) if (degree[s] === 0 && score[s] > 0) free += score[s]
    this.freeScore = free
    this.start()
  }

  get z(): Float64Array {
    return this.state.z
  }

  get mean(): Float64Array {
    return this.state.mean
  }

  get bestX(): Float64Array {
    this.keptX ??= carveFloats(this.problem.linkSlot.length)
    return this.keptX
  }

  keepBest(): void {
    this.bestX.set(this.x)
  }

  start(x?: Float64Array, beliefs?: Float64Array, penalty?: number): void {
    const { linkSlot, slotStart, slotLinks, degree, score, groups } = this.problem
    const { p, target, mean, quiet, resting, linkedSlots } = this.state
    if (penalty !== undefined) this.eta = penalty
    for (const group of groups) {
      group.reset()
      if (group.rounds !== undefined) group.rounds = ROUNDS
    }
    startingBeliefs(this.problem, p)
    if (beliefs !== undefined) p.set(beliefs)
    for (let q = 0; q < linkedSlots.length; q++) {
      const s = linkedSlots[q]
      let sum = 0
      if (x !== undefined) for (let j = slotStart[s]; j < slotStart[s + 1]; j++) sum += x[slotLinks[j]]
      const share = (score[s] - sum) / degree[s]
      for (let j = slotStart[s]; j < slotStart[s + 1]; j++) {
        const l = slotLinks[j]
        this.x[l] = share + (x === undefined ? 0 : x[l])
      }
    }
    for (let l = 0; l < linkSlot.length; l++) target[l] = p[linkSlot[l]] + this.x[l] / this.eta
    this.state.anchor.set(target)
    mean.set(p)
    this.restartP.set(p)
    this.restartX.set(this.x)
    quiet.fill(0)
    resting.fill(0)
    this.iteration = 0
    this.factorSteps = 0
    this.settled = false
    this.epoch.begin()
    this.activity.activateAll()
  }

  step(): void {
    const { groups } = this.problem
    const { activity, state } = this
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g]
      const end = group.first + activity.listed[g]
      group.project(activity.list, group.first, end, state.target, this.eta, state.z)
    }
    this.gather()
  }

  *stepInParts(): Steps<void> {
    const { groups } = this.problem
    const { activity, state } = this
    this.work ??= workOfFactors(this.problem)
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g]
      const end = group.first + activity.listed[g]
      for (let from = group.first; from < end; ) {
        let to = from
        for (let work = 0; to < end && work < STEP; to++) work += this.work[activity.list[to]]
        group.project(activity.list, from, to, state.target, this.eta, state.z)
        from = to
        if (yield) return
      }
    }
    this.gather()
  }

  /** The second half of a step: updates the variables from the factors' beliefs. */
  private gather(): void {
    const { activity, state, residuals } = this
    this.iteration++
    this.activeFactors = activity.count
    this.factorSteps += this.activeFactors
    activity.findCandidates(state)
    if (this.accelerate) {
      gatherAccelerated(this.problem, state, this.eta, this.epoch.keep, residuals)
      if (this.epoch.isOver(Math.sqrt(residuals.step), this.iteration)) this.restart()
    } else {
      gatherPlain(this.problem, state, this.tau, residuals)
      this.balanceResiduals()
    }
    const links = Math.max(1, state.z.length)
    this.primalResidual = Math.sqrt(residuals.primal / links)
    this.dualResidual = Math.sqrt(residuals.dual / links)
    this.settled = state.candidateCount === 0
    activity.followCandidates(state)
  }

  dual(): number {
    const { groups, factors, factorStart, factorGroup, linkSlot } = this.problem
    const { eta, x, staleList, best } = this
    const { target, p } = this.state
    const { stale } = this.activity
    const counts = new Int32Array(groups.length)
    for (let f = 0; f < factors; f++) {
      if (stale[f] === 0) continue
      stale[f] = 0
      const g = factorGroup[f]
      const at = counts[g]
      counts[g] = at + 1
      staleList[groups[g].first + at] = f
      for (let l = factorStart[f]; l < factorStart[f + 1]; l++) x[l] = eta * (target[l] - p[linkSlot[l]])
    }
    for (let g = 0; g < groups.length; g++) {
      const first = groups[g].first
      groups[g].maxima(staleList, first, first + counts[g], x, best)
    }
    let total = this.freeScore
    for (let f = 0; f < factors; f++) total += best[f]
    return total
  }

  relaxedValues(): { score: number; lagrangian: number; disagreement: number } {
    const { groups, score, linkSlot } = this.problem
    const { x } = this
    const { z, mean, linkedSlots } = this.state
    let own = 0
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) own += group.relaxedScore(f, z)
    let linear = this.freeScore
    for (let q = 0; q < linkedSlots.length; q++) linear += score[linkedSlots[q]] * mean[linkedSlots[q]]
    let lagrangian = this.freeScore
    let disagreement = 0
    for (let l = 0; l < x.length; l++) {
      lagrangian += x[l] * z[l]
      disagreement += Math.abs(x[l] * (z[l] - mean[linkSlot[l]]))
    }
    return { score: own + linear, lagrangian: own + lagrangian, disagreement }
  }

  vote(votes: Float64Array): boolean {
    const { groups, slotStart, slotLinks } = this.problem
    const { z, linkedSlots } = this.state
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) group.maximize(f, this.x, z)
    let agreed = true
    for (const s of linkedSlots) {
      let sum = 0
      for (let j = slotStart[s]; j < slotStart[s + 1]; j++) sum += z[slotLinks[j]]
      votes[s] = sum / (slotStart[s + 1] - slotStart[s])
      if (votes[s] !== 0 && votes[s] !== 1) agreed = false
    }
    return agreed
  }

  release(): void {
    const { state } = this
    const none = new Float64Array(0)
    this.x = none
    this.restartX = new Float32Array(0)
    state.target = none
    state.anchor = none
    state.z = none
  }

  private restart(): void {
    const { problem, state, eta, travelled } = this
    this.epoch.begin()
    restartSlots(problem, state, this, eta, state.candidates, 0, state.candidateCount, travelled)
    if (!this.adapt || this.iteration < 5) return
    const next = movedPenalty(eta, travelled.beliefs, travelled.multipliers, this.scale)
    if (next !== eta) this.setPenalty(next)
  }

  /** Updates the penalty of the plain algorithm. */
  private balanceResiduals(): void {
    if (!this.adapt || this.iteration % 10 !== 0 || this.iteration > 200) return
    const next = balancedPenalty(this.eta, this.residuals.primal, this.residuals.dual)
    if (next !== this.eta) this.setPenalty(next)
  }

  /** Changes η, keeping beliefs and multipliers. */
  private setPenalty(next: number): void {
    const { linkSlot } = this.problem
    const { target, anchor, p } = this.state
    const ratio = this.eta / next
    for (let l = 0; l < target.length; l++) {
      const belief = p[linkSlot[l]]
      const moved = belief + (target[l] - belief) * ratio
      target[l] = moved
      anchor[l] = moved
    }
    this.eta = next
  }
}
