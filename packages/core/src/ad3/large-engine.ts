// The iterations of AD³ as in ad3/engine.ts, for graphs of many thousand factors: the same steps,
// with sums taken by blocks, so that threads can share the work and no bit depends on their number.
import type { Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import { type Crew, soloCrew } from './crew.js'
import type { Engine, EngineOptions } from './engine.js'
import { balancedPenalty, Epoch, movedPenalty } from './epoch.js'
import { Kernel, type Phase } from './kernel.js'
import { type LargeMemory, layOut, Told } from './memory.js'
import { startingBeliefs } from './state.js'

/** If at most this share of the slots moves, their factors are marked in the gather step itself. */
const FEW = 0.6

export class LargeEngine implements Engine {
  eta: number
  iteration = 0
  primalResidual = Number.POSITIVE_INFINITY
  dualResidual = Number.POSITIVE_INFINITY
  activeFactors = 0
  factorSteps = 0
  settled = false
  readonly mean: Float64Array
  readonly bestX: Float64Array

  private memory: LargeMemory | undefined
  private readonly freeScore: number
  private readonly scale: number
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  private readonly epoch = new Epoch()
  private readonly linked: number
  private readonly links: number
  private moved = 0
  private round = 0
  /** Whether all factors are solved in the next iteration. */
  private all = true
  private allStale = true

  private readonly accelerate: boolean
  private readonly adapt: boolean
  private readonly tau: number

  /** An engine that uses only this thread. */
  static solo(problem: Problem, options: EngineOptions = {}): LargeEngine {
    const memory = layOut(problem, 1)
    return new LargeEngine(problem, memory, soloCrew(new Kernel(memory, 0, 1, problem.groups)), options)
  }

  constructor(
    readonly problem: Problem,
    memory: LargeMemory,
    private readonly crew: Crew,
    options: EngineOptions = {},
  ) {
    const { slots, degree, score } = problem
    this.memory = memory
    this.mean = memory.mean
    this.bestX = memory.bestX
    this.linked = memory.linkedSlots.length
    this.links = memory.z.length
    this.accelerate = options.accelerate ?? true
    this.adapt = options.adaptPenalty ?? true
    this.tau = options.relaxation ?? 1.5
    this.scale = typicalScore(problem)
    this.eta = options.penalty ?? 3 * this.scale
    let free = problem.constant
    for (let s = 0; s < slots; s++) if (degree[s] === 0 && score[s] > 0) free += score[s]
    this.freeScore = free
    this.start()
  }

  get x(): Float64Array {
    return this.held.x
  }

  get z(): Float64Array {
    return this.held.z
  }

  private get held(): LargeMemory {
    if (this.memory === undefined) throw new Error('The engine has given its memory back.')
    return this.memory
  }

  start(x?: Float64Array, beliefs?: Float64Array, penalty?: number): void {
    const { held } = this
    if (penalty !== undefined) this.eta = penalty
    startingBeliefs(this.problem, held.p)
    if (beliefs !== undefined) held.p.set(beliefs)
    held.mean.set(held.p)
    if (x !== undefined) held.x.set(x)
    held.told[Told.eta] = this.eta
    held.told[Told.warm] = x === undefined ? 0 : 1
    this.run('start')
    this.iteration = 0
    this.factorSteps = 0
    this.settled = false
    this.moved = this.linked
    this.epoch.begin()
    this.activateAll()
  }

  step(): void {
    this.tellStep()
    this.run('project')
    this.gather()
  }

  *stepInParts(): Steps<void> {
    const { crew } = this
    if (crew.runSteps === undefined) {
      this.step()
      return
    }
    this.tellStep()
    this.held.taken.fill(0)
    if (yield* crew.runSteps('project')) this.gather()
  }

  private tellStep(): void {
    const { told } = this.held
    told[Told.round] = ++this.round
    told[Told.eta] = this.eta
    told[Told.everyFactor] = this.all ? 1 : 0
  }

  /** The second half of a step: updates the variables from the factors' beliefs. */
  private gather(): void {
    const { told } = this.held
    this.iteration++
    this.activeFactors = this.counted()
    this.factorSteps += this.activeFactors
    told[Told.everySlot] = 2 * this.activeFactors > this.problem.factors ? 1 : 0
    // Factors are marked while their slots are in the cache, unless most slots moved last time: then all
    // factors are solved, or marked later.
    const follow = this.moved <= FEW * this.linked
    told[Told.follow] = follow ? 1 : 0
    if (this.accelerate) {
      told[Told.keep] = this.epoch.keep
      this.run('gatherAccelerated')
      this.addResiduals()
      if (this.epoch.isOver(Math.sqrt(this.residuals.step), this.iteration)) this.restart()
    } else {
      told[Told.tau] = this.tau
      this.run('gatherPlain')
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
      if (!follow) this.run('follow')
    }
  }

  dual(): number {
    const { told, factorSums } = this.held
    told[Told.eta] = this.eta
    told[Told.allStale] = this.allStale ? 1 : 0
    this.run('dual')
    this.allStale = false
    let total = this.freeScore
    for (let b = 0; b < factorSums.length; b += 4) total += factorSums[b]
    return total
  }

  keepBest(): void {
    this.run('keepBest')
  }

  relaxedValues(): { score: number; lagrangian: number; disagreement: number } {
    const { factorSums, slotSums } = this.held
    this.run('relaxedFactors')
    this.run('relaxedSlots')
    let own = 0
    let lagrangian = this.freeScore
    let disagreement = 0
    for (let b = 0; b < factorSums.length; b += 4) {
      own += factorSums[b + 1]
      lagrangian += factorSums[b + 2]
      disagreement += factorSums[b + 3]
    }
    let linear = this.freeScore
    for (let b = 0; b < slotSums.length; b += 4) linear += slotSums[b]
    return { score: own + linear, lagrangian: own + lagrangian, disagreement }
  }

  vote(votes: Float64Array): boolean {
    this.run('votesOfFactors')
    this.run('votesOfSlots')
    votes.set(this.held.votes)
    return this.counted() === 0
  }

  release(): void {
    this.crew.close()
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
    const { taken, counts } = this.held
    taken.fill(0)
    // Threads that do not take part in this phase count 0.
    counts.fill(0)
    this.crew.run(phase)
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
    this.run('restart')
    let beliefs = 0
    let multipliers = 0
    for (let b = 0; b < slotSums.length; b += 4) {
      beliefs += slotSums[b]
      multipliers += slotSums[b + 1]
    }
    if (!this.adapt || this.iteration < 5) return
    this.setPenalty(movedPenalty(this.eta, beliefs, multipliers, this.scale))
  }

  private balanceResiduals(): void {
    if (!this.adapt || this.iteration % 10 !== 0 || this.iteration > 200) return
    this.setPenalty(balancedPenalty(this.eta, this.residuals.primal, this.residuals.dual))
  }

  private setPenalty(next: number): void {
    if (next === this.eta) return
    this.held.told[Told.next] = next
    this.run('rescale')
    this.eta = next
  }
}
