// The phases of rounding: construct first assignments, repair them, then improve them by moves of several
// kinds.
import type { Steps } from '../limits/steps.js'
import { XorShift } from '../numeric/random.js'
import type { Problem } from '../problem/problem.js'
import { Annealing } from './anneal.js'
import { BestAssignment } from './best.js'
import { Constructor } from './construct.js'
import { CustomBlocks } from './custom-blocks.js'
import { EjectionMoves } from './ejection.js'
import { RoundingModel, Shape } from './model.js'
import { NearestConfiguration } from './nearest.js'
import { PairNetwork } from './pair-network.js'
import { ParityBasis } from './parity-basis.js'
import { Repair } from './repair.js'
import { RoundingState } from './state.js'
import { TreeMoves } from './tree-moves.js'
import { WindowMoves } from './window-moves.js'

/** Units whose best value has less weight than this are searched, together with their neighbours. */
const OPEN = 0.999
/** Neighbours are found through factors with at most this many units. */
const WIDEST = 32
/** Most units in the window of block moves, and most units in such a block. */
const WINDOW = 6
const BLOCK = 4096

/**
 * Rounding in terms of units: first assignments, then local search around what the relaxation leaves open.
 */
export class RoundingSearch {
  readonly state: RoundingState
  readonly best: BestAssignment
  private readonly first: Constructor
  private readonly random = new XorShift(0x9e3779b9)
  private network: PairNetwork | undefined
  private annealing: Annealing | undefined
  private windows: WindowMoves | undefined
  private trees: TreeMoves | undefined
  private chains: EjectionMoves | undefined
  private blocks: CustomBlocks | undefined
  private parity: ParityBasis | undefined
  private repair: Repair | undefined
  private readonly active: Int32Array
  private readonly isActive: Uint8Array

  private constructor(private readonly model: RoundingModel) {
    this.state = new RoundingState(this.model)
    this.best = new BestAssignment(this.model.units, this.model.factors)
    this.first = new Constructor(this.model)
    this.active = new Int32Array(this.model.units)
    this.isActive = new Uint8Array(this.model.units)
  }

  /** Builds the search for a problem. Null if it was stopped. */
  static *build(problem: Problem): Steps<RoundingSearch | null> {
    const model = yield* RoundingModel.build(problem)
    return model === null || (yield) ? null : new RoundingSearch(model)
  }

  /** Rounds p; the best assignment of all runs so far is then in `best`. */
  *run(p: Float64Array, effort: number): Steps<void> {
    const { model, best, state } = this
    if (this.first.refuted) return
    this.first.load(p)
    const count = effort > 0 ? this.findActive() : 0
    yield* this.construct(p, effort)
    if ((yield) || effort === 0 || best.score === Number.NEGATIVE_INFINITY || count === 0) return
    best.restore(state)
    yield* this.moveWindows(count, effort)
    yield* this.moveTrees(count, effort)
    if (model.anyCustom) yield* this.moveBlocks(effort)
    if (model.anyHard) yield* this.moveChains(count, effort)
    if (model.anyCustom) yield* this.moveBlocks(effort)
  }

  private *construct(p: Float64Array, effort: number): Steps<void> {
    const { model, first, state, best } = this
    if (model.anyHard) this.offer(first.value)
    yield* first.greedy()
    if (this.offer(first.value)) return
    if (yield) return
    this.parity ??= new ParityBasis(model)
    if (this.parity.usable) {
      if (this.parity.solve(first.order, first.value) && this.offer(first.value) && effort === 0) return
      // The scores alone are another order of which units are sure.
      first.loadScores()
      if (this.parity.solve(first.order, first.value)) this.offer(first.value)
      if (yield) return
    }
    if (model.anyCustom) {
      yield* this.fitCustom(p)
      best.begin(state)
      if (state.violations === 0) return
    }
    first.load(p)
    if (yield) return
    if (yield* first.search(model.units <= 64 ? 2000 : effort === 0 ? 10 : 100)) this.offer(first.value)
    else if (first.refuted) return
    else if (model.anyCustom) {
      yield* this.fitCustom(p)
      yield* this.repairState(effort)
    } else if (best.score === Number.NEGATIVE_INFINITY || effort > 1) {
      state.load(first.value)
      yield* this.repairState(effort)
    }
  }

  /** Loads an assignment; true if it is feasible. */
  private offer(values: Int32Array): boolean {
    this.state.load(values)
    this.best.begin(this.state)
    return this.state.violations === 0
  }

  /** Repairs the state; the number of trials depends on the effort. */
  private *repairState(effort: number): Steps<void> {
    const { state, best } = this
    this.repair ??= new Repair(this.model, this.random)
    const edges = this.model.edgeFactor.length
    yield* this.repair.run(state, effort === 0 ? 2 * edges : effort * (15 * edges + 2000))
    best.begin(state)
  }

  /**
   * Gives custom factors the configurations that fit the relaxation best. The widest factor comes last, so
   * that its choice stands.
   */
  private *fitCustom(p: Float64Array): Steps<void> {
    const { model, state } = this
    const nearest = new NearestConfiguration(model)
    const widths = model.factorUnitStart
    const custom = Array.from({ length: model.factors }, (_, f) => f)
      .filter((f) => model.shape[f] === Shape.custom)
      .sort((f, g) => widths[f + 1] - widths[f] - (widths[g + 1] - widths[g]) || f - g)
    for (const f of custom) {
      if (yield) return
      if (!nearest.fitting(state, f, p, 10 * model.scale)) continue
      for (let k = 0; k < nearest.count; k++) state.set(nearest.unit[k], nearest.value[k])
    }
  }

  private *moveWindows(count: number, effort: number): Steps<void> {
    const { state, best, active, random, model } = this
    this.network ??= new PairNetwork(model)
    this.windows ??= new WindowMoves(model, this.network, random, WINDOW, BLOCK)
    const windows = this.windows
    let eligible = 0
    for (let k = 0; k < count; k++) eligible += this.network.eligible[active[k]]
    if (eligible === 0) return
    this.annealing ??= new Annealing(model, this.network, random)
    // Anneal, then optimise blocks; every region that is better is kept. Small problems get more rounds.
    const fewest = eligible > 20_000 ? 3 : 6
    const rounds = effort === 1 ? 1 : Math.max(fewest, Math.min(25, Math.floor(2500 / eligible)))
    let idle = 0
    for (let k = 0; k < rounds && idle < 4; k++) {
      const hot = (k === 0 ? 1 : 0.7) * model.scale
      yield* this.annealing.run(state, best, active, count, k === 0 ? 30 : 15, hot, 0.05 * model.scale)
      yield* windows.sweep(state, best, active, count, 0)
      if (yield) return
      if (best.merge(state)) idle = 0
      else idle++
    }
  }

  private *moveTrees(count: number, effort: number): Steps<void> {
    const { state, best, active, model } = this
    let left = 0
    for (let k = 0; k < count; k++) {
      const u = active[k]
      if (this.network!.eligible[u] === 1 || !this.hasNeighbourInScore(u)) continue
      active[k] = active[left]
      active[left++] = u
    }
    if (left === 0) return
    this.trees ??= new TreeMoves(model, this.random)
    const sweeps = effort === 1 ? 8 : 48
    for (let k = 0; k < sweeps; k++) {
      const noise = 0.2 * model.scale * Math.max(0, 1 - ((k % 4) + 1) / 3)
      yield* this.trees.sweep(state, best, active, left, noise)
      if (yield) return
      if (k % 4 === 3) best.merge(state)
      if (k === 0 && this.trees.size < 0.2 * left) break
    }
    best.merge(state)
  }

  /** Whether a factor with scores links the unit to others: chains are better where all factors are logic. */
  private hasNeighbourInScore(u: number): boolean {
    const { edgeStart, edgeFactor, factorUnitStart, shape } = this.model
    for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) {
      const f = edgeFactor[e]
      const several = factorUnitStart[f + 1] - factorUnitStart[f] > 1
      if (several && (shape[f] === Shape.pair || shape[f] === Shape.table)) return true
    }
    return false
  }

  private *moveBlocks(effort: number): Steps<void> {
    this.blocks ??= new CustomBlocks(this.model)
    for (let k = 0; k < 3 * effort; k++)
      if ((yield* this.blocks.sweep(this.state, this.best, this.isActive)) === 0) break
  }

  private *moveChains(count: number, effort: number): Steps<void> {
    const { state, best, active } = this
    this.chains ??= new EjectionMoves(this.model, this.random)
    // Every second sweep accepts small losses, unless there is only one sweep.
    const sweeps = effort === 1 ? 1 : 2 * Math.max(1, Math.min(6, Math.floor(2000 / count)))
    let idle = 0
    for (let k = 0; k < sweeps && idle < 4; k++) {
      const noise = k % 2 === 0 && sweeps > 1 ? 0.15 * this.model.scale : 0
      yield* this.chains.sweep(state, best, active, count, noise)
      if (yield) return
      if (best.merge(state)) idle = 0
      else idle++
    }
  }

  /** Lists the units that the relaxation leaves open, and their neighbours. */
  private findActive(): number {
    const { model, first, active, isActive } = this
    isActive.fill(0)
    let count = 0
    for (let u = 0; u < model.units; u++) {
      let top = 0
      for (let v = model.valueStart[u]; v < model.valueStart[u + 1]; v++) top = Math.max(top, first.belief[v])
      if (top >= OPEN) continue
      isActive[u] = 1
      active[count++] = u
    }
    const open = count
    for (let k = 0; k < open; k++) {
      const u = active[k]
      for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++) {
        const f = model.edgeFactor[e]
        const end = model.factorUnitStart[f + 1]
        if (end - model.factorUnitStart[f] > WIDEST || model.shape[f] === Shape.custom) continue
        for (let j = model.factorUnitStart[f]; j < end; j++) {
          const w = model.factorUnits[j]
          if (isActive[w] === 1) continue
          isActive[w] = 1
          active[count++] = w
        }
      }
    }
    return count
  }
}
