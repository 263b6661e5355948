// The iterations of AD³ (paper 2, Algorithm 1.2) on a compiled problem, without stopping rules and rounding.
//
// With the target s = p + x/η of every link (x: the link's share of the score plus its multiplier), one AD³
// iteration is a map s ↦ T(s) = s + (2·z̄ − z − p), where z is the quadratic step at the factors and z̄ the
// mean of z at a variable: Douglas–Rachford splitting. T is firmly nonexpansive, so the reflected Halpern
// iteration s ← c·(2·T(s) − s) + (1 − c)·anchor with c = (k + 1)/(k + 2) converges too; restarted from its
// own iterates it does so linearly on linear programs (Lu and Yang 2024), and in practice several times
// faster than T alone. At each restart the penalty moves towards the ratio of the distances that multipliers
// and beliefs travelled.
import type { Steps } from '../limits/steps.js'
import type { OptionKeys } from '../options.js'
import type { Problem } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import type { Crew } from './crew.js'
import { balancedPenalty, Epoch, movedPenalty } from './epoch.js'
import { Kernel, type Phase, Phases } from './kernel.js'
import { type Ad3Memory, layOut, Told } from './memory.js'

/** If at most this share of the slots moves, their factors are marked in the gather step itself. */
const FEW = 0.6

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

/** The iterations of AD³ and their results. */
export class Ad3Engine {
  eta: number
  iteration = 0
  /** Root mean squares over links of z − z̄ and of the last change of z̄ (paper 2, Eq. 1.23 and 1.24). */
  primalResidual = Number.POSITIVE_INFINITY
  dualResidual = Number.POSITIVE_INFINITY
  /** Number of factors solved in the last iteration, and in all iterations. */
  activeFactors = 0
  factorSteps = 0
  /** True when no slot moves any more. */
  settled = false
  /** Mean of the local beliefs at each slot: the relaxed solution. */
  readonly mean: Float64Array
  /** Mean of the factors' own best configurations at each slot, as the last `vote` left it. */
  readonly votes: Float64Array
  /** `x` as it was at the last `keepBest`. */
  readonly bestX: Float64Array

  private memory: Ad3Memory | undefined
  private crew: Crew | undefined
  private readonly scale: number
  /** The score that the sums of blocks leave out. */
  private readonly apart: number
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  private readonly epoch = new Epoch()
  private readonly linked: number
  private readonly links: number
  private readonly inThreads: boolean
  /** Number of slots that moved in the last iteration. */
  private moved = 0
  private round = 0
  /** Whether all factors are solved in the next iteration. */
  private all = true
  private allStale = true

  private readonly accelerate: boolean
  private readonly adapt: boolean
  private readonly tau: number

  /** An engine that uses only this thread. */
  static solo(problem: Problem, options: EngineOptions = {}): Ad3Engine {
    const memory = layOut(problem, 1)
    return new Ad3Engine(problem, memory, new Kernel(memory, 0, 1, problem.groups), options)
  }

  constructor(
    readonly problem: Problem,
    memory: Ad3Memory,
    crew: Crew,
    options: EngineOptions = {},
  ) {
    this.memory = memory
    this.crew = crew
    this.mean = memory.mean
    this.votes = memory.votes
    this.bestX = memory.bestX
    this.linked = memory.linkedSlots.length
    this.links = memory.z.length
    this.inThreads = memory.counts.length > 1
    this.apart = memory.marks === null ? 0 : memory.freeScore
    this.accelerate = options.accelerate ?? true
    this.adapt = options.adaptPenalty ?? true
    this.tau = options.relaxation ?? 1.5
    this.scale = typicalScore(problem)
    this.eta = options.penalty ?? 3 * this.scale
    this.start()
  }

  /**
   * Scores on the links with Σ over a slot's links = its score: a dual feasible point, refreshed by `dual`.
   */
  get x(): Float64Array {
    return this.held.x
  }

  /** Local belief of each link. */
  get z(): Float64Array {
    return this.held.z
  }

  private get held(): Ad3Memory {
    if (this.memory === undefined) throw new Error('The engine has given its memory back.')
    return this.memory
  }

  /**
   * Resets the engine: to uniform beliefs and λ = 0, or to the given link scores, beliefs and penalty of an
   * earlier run.
   */
  start(x?: Float64Array, beliefs?: Float64Array, penalty?: number): void {
    const { held } = this
    if (penalty !== undefined) this.eta = penalty
    startingBeliefs(this.problem, held.p)
    if (beliefs !== undefined) held.p.set(beliefs)
    held.mean.set(held.p)
    if (x !== undefined) held.x.set(x)
    held.told[Told.eta] = this.eta
    held.told[Told.warm] = x === undefined ? 0 : 1
    this.run(Phases.start)
    this.iteration = 0
    this.factorSteps = 0
    this.settled = false
    this.moved = this.linked
    this.epoch.begin()
    this.activateAll()
  }

  /** One iteration: broadcast to the factors, gather at the variables. */
  step(): void {
    this.tellStep()
    this.run(Phases.project)
    this.gather()
  }

  /**
   * `step` as a generator that also yields within an iteration, for large graphs. If it is stopped, `mean`
   * keeps the beliefs of the last complete iteration.
   */
  *stepInParts(): Steps<void> {
    const steps = this.crew?.projectSteps?.()
    if (steps === undefined) {
      this.step()
      return
    }
    this.tellStep()
    if (yield* steps) this.gather()
  }

  private tellStep(): void {
    const { told } = this.held
    told[Told.round] = ++this.round
    told[Told.eta] = this.eta
    told[Told.everyFactor] = this.all ? 1 : 0
  }

  /** The second half of a step: updates the variables from the factors' beliefs. */
  private gather(): void {
    const { told, marks } = this.held
    this.iteration++
    this.activeFactors = this.counted()
    this.factorSteps += this.activeFactors
    told[Told.everySlot] = 2 * this.activeFactors > this.problem.factors ? 1 : 0
    // Factors are marked while their slots are in the cache, unless most slots moved last time: then all
    // factors are solved, or marked later.
    const follow = marks !== null && this.moved <= FEW * this.linked
    told[Told.follow] = follow ? 1 : 0
    if (this.accelerate) {
      told[Told.keep] = this.epoch.keep
      this.run(Phases.gatherAccelerated)
      this.addResiduals()
      if (this.epoch.isOver(Math.sqrt(this.residuals.step), this.iteration)) this.restart()
    } else {
      told[Told.tau] = this.tau
      this.run(Phases.gatherPlain)
      this.addResiduals()
      this.balanceResiduals()
    }
    const links = Math.max(1, this.links)
    this.primalResidual = Math.sqrt(this.residuals.primal / links)
    this.dualResidual = Math.sqrt(this.residuals.dual / links)
    this.settled = this.moved === 0
    if (2 * this.moved > this.linked) this.activateAll()
    else {
      this.all = false
      if (!follow) this.run(Phases.follow)
    }
  }

  /**
   * Returns the dual value at the multipliers that the last step leads to, and writes the link scores to `x`.
   */
  dual(): number {
    const { told, factorSums } = this.held
    told[Told.eta] = this.eta
    told[Told.allStale] = this.allStale ? 1 : 0
    this.run(Phases.dual)
    this.allStale = false
    let total = this.apart
    for (let b = 0; b < factorSums.length; b += 4) total += factorSums[b]
    return total
  }

  keepBest(): void {
    this.run(Phases.keepBest)
  }

  /**
   * Estimates the optimum of the relaxation from the local beliefs z; call it after `dual`. With e = z − z̄
   * and λ* optimal, the optimum is at least Lagrangian(z, x) + (λ* − λ)·e. The error of the Lagrangian is of
   * second order, and at the optimum it equals the dual. It also equals the dual wherever every factor is at
   * its own best, even if the factors disagree. So the estimate holds only if `disagreement` = Σ |x·e|, what
   * the links still contest, is small.
   */
  relaxedValues(): { score: number; lagrangian: number; disagreement: number } {
    const { factorSums, slotSums } = this.held
    this.run(Phases.relaxedFactors)
    this.run(Phases.relaxedSlots)
    let own = 0
    let lagrangian = this.apart
    let disagreement = 0
    for (let b = 0; b < factorSums.length; b += 4) {
      own += factorSums[b + 1]
      lagrangian += factorSums[b + 2]
      disagreement += factorSums[b + 3]
    }
    let linear = this.apart
    for (let b = 0; b < slotSums.length; b += 4) linear += slotSums[b]
    return { score: own + linear, lagrangian: own + lagrangian, disagreement }
  }

  /**
   * Writes the mean of the factors' own best configurations under `x` to `votes`; call it after `dual`.
   * Returns true if they all agree: then that is the best assignment (paper 2, Proposition 1.2).
   */
  vote(): boolean {
    this.run(Phases.votesOfFactors)
    this.run(Phases.votesOfSlots)
    return this.counted() === 0
  }

  /**
   * Frees the arrays that only further iterations need, so that the rounding of a large graph can use the
   * memory.
   */
  release(): void {
    this.crew?.close?.()
    this.crew = undefined
    this.memory = undefined
  }

  private counted(): number {
    const { counts } = this.held
    let total = 0
    for (let m = 0; m < counts.length; m++) total += counts[m]
    return total
  }

  private activateAll(): void {
    this.allStale = true
    this.all = true
  }

  private run(phase: Phase): void {
    if (this.inThreads) {
      const { taken, counts } = this.held
      taken.fill(0)
      // Threads that do not take part in this phase count 0.
      counts.fill(0)
    }
    this.crew?.run(phase)
  }

  private addResiduals(): void {
    const { slotSums } = this.held
    const { residuals } = this
    residuals.primal = 0
    residuals.dual = 0
    residuals.step = 0
    this.moved = 0
    for (let b = 0; b < slotSums.length; b += 4) {
      residuals.primal += slotSums[b]
      residuals.dual += slotSums[b + 1]
      residuals.step += slotSums[b + 2]
      this.moved += slotSums[b + 3]
    }
  }

  private restart(): void {
    const { slotSums } = this.held
    this.epoch.begin()
    this.run(Phases.restart)
    let beliefs = 0
    let multipliers = 0
    for (let b = 0; b < slotSums.length; b += 4) {
      beliefs += slotSums[b]
      multipliers += slotSums[b + 1]
    }
    if (!this.adapt || this.iteration < 5) return
    this.setPenalty(movedPenalty(this.eta, beliefs, multipliers, this.scale))
  }

  /** Updates the penalty of the plain algorithm. */
  private balanceResiduals(): void {
    if (!this.adapt || this.iteration % 10 !== 0 || this.iteration > 200) return
    this.setPenalty(balancedPenalty(this.eta, this.residuals.primal, this.residuals.dual))
  }

  /** Changes η, keeping beliefs and multipliers. */
  private setPenalty(next: number): void {
    if (next === this.eta) return
    this.held.told[Told.next] = next
    this.run(Phases.rescale)
    this.eta = next
  }
}

/** Writes the initial beliefs: the known values, and the same belief for all values of a free variable. */
function startingBeliefs(problem: Problem, p: Float64Array): void {
  const { slots, fixed, domainStart, domainSlots } = problem
  for (let s = 0; s < slots; s++) p[s] = fixed[s] === -1 ? 0.5 : fixed[s]
  for (let d = 0; d + 1 < domainStart.length; d++) {
    const size = domainStart[d + 1] - domainStart[d]
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) p[domainSlots[j]] = 1 / size
  }
}
