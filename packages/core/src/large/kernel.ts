import type { FactorGroup } from '../factors/group.js'
import { ROUNDS } from '../solvers/ad3-engine.js'
import { gatherAccelerated, gatherPlain } from '../solvers/ad3-gather.js'
import { type LargeMemory, Told } from './memory.js'
import { ownFactors, ownSlotBlocks, type Share } from './shares.js'
import { addMaxima, addRelaxed, addScores, meanVotes } from './values.js'

// One thread's part of AD³ on a large graph: its factors and its slots, in phases that all threads enter together.
// Within a phase a thread writes nothing that another one reads, but for marks, which all write alike.

/** The phases, each a method of Kernel. */
export const PHASES = [
  'start',
  'activateAll',
  'list',
  'project',
  'gatherAccelerated',
  'gatherPlain',
  'follow',
  'restart',
  'rescale',
  'dual',
  'keepBest',
  'relaxed',
  'votesOfFactors',
  'votesOfSlots',
] as const
export type Phase = (typeof PHASES)[number]

export class Kernel {
  private readonly shares: readonly Share[]
  /** Blocks of slots, and of the slots in them those that moved: from movedStart[i] on those of block slotBlocks[i]. */
  private readonly slotBlocks: Int32Array
  private readonly moved: Int32Array
  private readonly movedStart: Int32Array
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  private readonly state: Pick<
    LargeMemory,
    'target' | 'anchor' | 'z' | 'p' | 'mean' | 'quiet' | 'resting'
  > & { candidates: Int32Array; candidateCount: number }

  /** Thread `member` of `members`; the first one brings the groups that the problem has. */
  constructor(
    private readonly memory: LargeMemory,
    private readonly member: number,
    members: number,
    groups?: readonly FactorGroup[],
  ) {
    this.shares = ownFactors(memory, member, members, groups)
    this.slotBlocks = ownSlotBlocks(memory, member, members)
    this.moved = new Int32Array(memory.block * this.slotBlocks.length)
    this.movedStart = new Int32Array(this.slotBlocks.length + 1)
    const { target, anchor, z, p, mean, quiet, resting } = memory
    const candidates = new Int32Array(memory.block)
    this.state = { target, anchor, z, p, mean, quiet, resting, candidates, candidateCount: 0 }
  }

  /** Link scores and targets from the beliefs p and, if the start is warm, from the scores in x. */
  start(): void {
    const { memory } = this
    const eta = memory.told[Told.eta]!
    const warm = memory.told[Told.warm] === 1
    for (const group of new Set(this.shares.map(({ group }) => group))) {
      group.reset()
      if (group.rounds !== undefined) group.rounds = ROUNDS
    }
    for (const b of this.slotBlocks) this.startSlots(b, eta, warm)
  }

  private startSlots(b: number, eta: number, warm: boolean): void {
    const { memory } = this
    const { p, x, target, anchor, mean, restartP, restartX, score, slotStart, slotLinks } = memory
    const end = this.endOf(b)
    for (let q = b * memory.block; q < end; q++) {
      const s = memory.linkedSlots[q]!
      const from = slotStart[s]!
      const to = slotStart[s + 1]!
      const belief = p[s]!
      let sum = 0
      if (warm) for (let j = from; j < to; j++) sum += x[slotLinks[j]!]!
      const share = (score[s]! - sum) / (to - from)
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]!
        const own = warm ? share + x[l]! : share
        x[l] = own
        target[l] = belief + own / eta
        anchor[l] = target[l]!
        restartX[l] = own
      }
      mean[s] = belief
      restartP[s] = belief
      memory.quiet[s] = 0
      memory.resting[s] = 0
    }
  }

  /** Where a block of slots ends. */
  private endOf(block: number): number {
    return Math.min(this.memory.linkedSlots.length, (block + 1) * this.memory.block)
  }

  activateAll(): void {
    for (const share of this.shares) {
      const { list, first, end } = share
      share.listed = end - first
      for (let f = first; f < end; f++) list[f - first] = f
    }
  }

  /** The marked factors are those of the next iteration. */
  list(): void {
    const { blockBits, factorMark, factorRunMark, stale, told, counts } = this.memory
    const round = told[Told.round]!
    let count = 0
    for (const share of this.shares) {
      const { list, first, end } = share
      let at = 0
      for (let f = first; f < end; f++) {
        if (factorRunMark[f >> blockBits] !== round) {
          // Nothing in this run of factors.
          f |= this.memory.block - 1
          continue
        }
        if (factorMark[f] !== round) continue
        stale[f] = 1
        list[at++] = f
      }
      share.listed = at
      count += at
    }
    counts[this.member] = count
  }

  /** The quadratic step at the listed factors (paper 2, Eq. 1.20), and a mark on their slots. */
  project(): void {
    const { memory } = this
    const { block, blockBits, told, target, z, factorStart, linkSlot, beats } = memory
    const { slotMark, slotBlockMark, slotPlace } = memory
    const eta = told[Told.eta]!
    const round = told[Told.round]!
    for (const { group, list, listed } of this.shares) {
      for (let k = 0; k < listed; k += block) {
        group.project(list, k, Math.min(listed, k + block), target, eta, z)
        beats[this.member]!++
      }
      if (told[Told.everySlot] === 1) continue
      for (let k = 0; k < listed; k++) {
        const f = list[k]!
        for (let l = factorStart[f]!; l < factorStart[f + 1]!; l++) {
          const s = linkSlot[l]!
          slotMark[s] = round
          slotBlockMark[slotPlace[s]! >> blockBits] = round
        }
      }
    }
  }

  gatherAccelerated(): void {
    this.gather(true)
  }

  gatherPlain(): void {
    this.gather(false)
  }

  /** The gather step at the marked slots, or at all; sums go to their blocks. */
  private gather(accelerated: boolean): void {
    const { memory, state, residuals, moved, movedStart, slotBlocks } = this
    const { block, told, linkedSlots, slotMark, slotBlockMark, slotSums } = memory
    const round = told[Told.round]!
    const every = told[Told.everySlot] === 1
    const eta = told[Told.eta]!
    const keep = told[Told.keep]!
    const tau = told[Told.tau]!
    const { candidates } = state
    let at = 0
    for (let i = 0; i < slotBlocks.length; i++) {
      const b = slotBlocks[i]!
      const marked = every || slotBlockMark[b] === round
      const end = marked ? this.endOf(b) : 0
      let count = 0
      for (let q = b * block; q < end; q++) {
        const s = linkedSlots[q]!
        if (every || slotMark[s] === round) candidates[count++] = s
      }
      state.candidateCount = count
      if (accelerated) gatherAccelerated(memory, state, eta, keep, residuals)
      else gatherPlain(memory, state, tau, residuals)
      slotSums[4 * b] = residuals.primal
      slotSums[4 * b + 1] = residuals.dual
      slotSums[4 * b + 2] = residuals.step
      slotSums[4 * b + 3] = state.candidateCount
      for (let k = 0; k < state.candidateCount; k++) moved[at++] = candidates[k]!
      movedStart[i + 1] = at
    }
  }

  /** Marks the factors of the slots that moved. */
  follow(): void {
    const { blockBits, told, slotStart, slotLinks, linkFactor, factorMark, factorRunMark } = this.memory
    const round = told[Told.round]!
    const end = this.movedStart[this.slotBlocks.length]!
    for (let k = 0; k < end; k++) {
      const s = this.moved[k]!
      for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) {
        const f = linkFactor[slotLinks[j]!]!
        factorMark[f] = round
        factorRunMark[f >> blockBits] = round
      }
    }
  }

  /** New anchors at the slots that moved; how far beliefs and multipliers travelled goes to the blocks' sums. */
  restart(): void {
    const { memory, moved, movedStart, slotBlocks } = this
    const { told, slotStart, slotLinks, p, target, anchor, restartP, restartX, slotSums } = memory
    const eta = told[Told.eta]!
    for (let i = 0; i < slotBlocks.length; i++) {
      const b = slotBlocks[i]!
      let beliefs = 0
      let multipliers = 0
      const end = movedStart[i + 1]!
      for (let k = movedStart[i]!; k < end; k++) {
        const s = moved[k]!
        const from = slotStart[s]!
        const to = slotStart[s + 1]!
        const belief = p[s]!
        const way = belief - restartP[s]!
        restartP[s] = belief
        beliefs += (to - from) * way * way
        for (let j = from; j < to; j++) {
          const l = slotLinks[j]!
          anchor[l] = target[l]!
          const x = eta * (target[l]! - belief)
          const d = x - restartX[l]!
          restartX[l] = x
          multipliers += d * d
        }
      }
      slotSums[4 * b] = beliefs
      slotSums[4 * b + 1] = multipliers
    }
  }

  /** Another penalty, with the same beliefs and multipliers. */
  rescale(): void {
    const { told, linkSlot, target, anchor, p, factorStart } = this.memory
    const ratio = told[Told.eta]! / told[Told.next]!
    for (const { first, end } of this.shares) {
      for (let l = factorStart[first]!; l < factorStart[end]!; l++) {
        const belief = p[linkSlot[l]!]!
        const moved = belief + (target[l]! - belief) * ratio
        target[l] = moved
        anchor[l] = moved
      }
    }
  }

  dual(): void {
    for (const share of this.shares) addMaxima(this.memory, share, this.member)
  }

  keepBest(): void {
    const { x, bestX, factorStart } = this.memory
    for (const { first, end } of this.shares)
      bestX.set(x.subarray(factorStart[first]!, factorStart[end]!), factorStart[first]!)
  }

  relaxed(): void {
    for (const share of this.shares) addRelaxed(this.memory, share)
    for (const b of this.slotBlocks) addScores(this.memory, b)
  }

  votesOfFactors(): void {
    const { x, z } = this.memory
    for (const { group, first, end } of this.shares) for (let f = first; f < end; f++) group.maximize(f, x, z)
  }

  votesOfSlots(): void {
    let open = 0
    for (const b of this.slotBlocks) open += meanVotes(this.memory, b * this.memory.block, this.endOf(b))
    this.memory.counts[this.member] = open
  }
}
