// One thread's part of AD³ on a large graph, in phases that all threads enter together. A phase is a function
// of one block of factors or of slots. Within a phase no block reads what another block writes, except for
// marks, for which all threads write the same value.
import type { FactorGroup } from '../kinds/common/group.js'
import { kindOfGroup } from '../kinds/registry.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { ROUNDS } from './engine.js'
import { gatherAccelerated, gatherPlain } from './gather.js'
import { takeMarks } from './marks.js'
import { type LargeMemory, Told } from './memory.js'
import { BlockQueue, factorParts, slotParts } from './queue.js'
import { restartSlots } from './restart.js'
import { addMaxima, addRelaxed, addScores, meanVotes, voteOfFactors } from './values.js'

/** The phases, each a method of Kernel, and whether their blocks are of factors or of slots. */
export const PHASES = {
  start: 'slots',
  project: 'factors',
  gatherAccelerated: 'slots',
  gatherPlain: 'slots',
  follow: 'slots',
  restart: 'slots',
  rescale: 'factors',
  dual: 'factors',
  keepBest: 'factors',
  relaxedFactors: 'factors',
  relaxedSlots: 'slots',
  votesOfFactors: 'factors',
  votesOfSlots: 'slots',
} as const
export type Phase = keyof typeof PHASES
export const PHASE_NAMES = Object.keys(PHASES) as readonly Phase[]

/**
 * Number of factors solved between two yields: for kinds with a closed form, and for kinds that use the
 * active-set method.
 */
const PLAIN = 1 << 12
const ACTIVE_SETS = 64

export class Kernel {
  private readonly queues: Readonly<Record<'factors' | 'slots', BlockQueue>>
  private readonly groups: readonly (FactorGroup | undefined)[]
  /** The count of this thread in the phase. */
  private counted = 0
  private readonly listed: Int32Array
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  private readonly travelled = { beliefs: 0, multipliers: 0 }
  private readonly state: Pick<
    LargeMemory,
    'target' | 'anchor' | 'z' | 'p' | 'mean' | 'quiet' | 'resting'
  > & { candidates: Int32Array; candidateCount: number }

  /** The kernel of thread `member` of `members`. The first thread passes the groups of the problem. */
  constructor(
    private readonly memory: LargeMemory,
    private readonly member: number,
    members: number,
    groups?: readonly FactorGroup[],
  ) {
    this.groups =
      groups ??
      memory.groups.map((group) =>
        group.parts === null
          ? undefined
          : kindOfGroup(group).groupFromParts?.(memory, group.first, group.count, group.parts),
      )
    this.queues = {
      factors: new BlockQueue(memory, member, members, factorParts(memory)),
      slots: new BlockQueue(memory, member, members, slotParts(memory)),
    }
    // A thread may join a run that has already started.
    if (groups === undefined) this.forget()
    this.listed = new Int32Array(memory.block)
    const { target, anchor, z, p, mean, quiet, resting } = memory
    const candidates = new Int32Array(memory.block)
    this.state = { target, anchor, z, p, mean, quiet, resting, candidates, candidateCount: 0 }
  }

  /** Runs a phase on this thread's share of the blocks. */
  run(phase: Phase): void {
    finishSteps(this.runSteps(phase))
  }

  /** `run` as a generator. False if it was stopped before all blocks were done. */
  *runSteps(phase: Phase): Steps<boolean> {
    const { memory, member } = this
    const { beats, counts } = memory
    const queue = this.queues[PHASES[phase]]
    this.counted = 0
    if (phase === 'start') this.forget()
    for (let i = 0; i < queue.pinned.length; i++) {
      if (phase !== 'project') this[phase](queue.pinned[i])
      else if (!(yield* this.project(queue.pinned[i]))) return false
      beats[member]++
    }
    for (let b = queue.take(); b >= 0; b = queue.take()) {
      if (phase !== 'project') this[phase](b)
      else if (!(yield* this.project(b))) return false
      beats[member]++
      if (yield) return false
    }
    counts[member] = this.counted
    return true
  }

  /** Clears the state that earlier runs left in the groups. */
  private forget(): void {
    for (const group of this.groups) {
      group?.reset()
      if (group?.rounds !== undefined) group.rounds = ROUNDS
    }
  }

  /** The end of a block of slots. */
  private endOf(block: number): number {
    return Math.min(this.memory.linkedSlots.length, (block + 1) * this.memory.block)
  }

  private groupOf(block: number): FactorGroup {
    return this.groups[this.memory.groupOfBlock[block]]!
  }

  /** Computes link scores and targets from the beliefs p and, for a warm start, from the scores in x. */
  start(b: number): void {
    const { memory } = this
    const { p, x, target, anchor, mean, restartP, restartX, score, slotStart, slotLinks } = memory
    const eta = memory.told[Told.eta]
    const warm = memory.told[Told.warm] === 1
    const end = this.endOf(b)
    for (let q = b * memory.block; q < end; q++) {
      const s = memory.linkedSlots[q]
      const from = slotStart[s]
      const to = slotStart[s + 1]
      const belief = p[s]
      let sum = 0
      if (warm) for (let j = from; j < to; j++) sum += x[slotLinks[j]]
      const share = (score[s] - sum) / (to - from)
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]
        const own = warm ? share + x[l] : share
        x[l] = own
        target[l] = belief + own / eta
        anchor[l] = target[l]
        restartX[l] = own
      }
      mean[s] = belief
      restartP[s] = belief
      memory.quiet[s] = 0
      memory.resting[s] = 0
    }
  }

  /** The quadratic step at the marked factors, or at all of them (paper 2, Eq. 1.20); marks their slots. */
  private *project(b: number): Steps<boolean> {
    const { memory, listed } = this
    const { told, target, z } = memory
    const every = told[Told.everyFactor] === 1
    const count = every ? this.listAll(b) : this.listMarked(b)
    if (count === 0) return true
    this.counted += count
    const group = this.groupOf(b)
    const most = group.rounds === undefined ? PLAIN : ACTIVE_SETS
    for (let from = 0; from < count; from += most) {
      group.project(listed, from, Math.min(count, from + most), target, told[Told.eta], z)
      if (count - from > most && (yield)) return false
    }
    if (!every) this.markSlots(count)
    return true
  }

  private listAll(b: number): number {
    const { listed, memory } = this
    const first = memory.blockStart[b]
    const end = memory.blockStart[b + 1]
    memory.factorMarks.bytes.fill(0, first, end)
    for (let f = first; f < end; f++) listed[f - first] = f
    return end - first
  }

  /** Lists the factors of a block that were marked in the round before. Returns their number. */
  private listMarked(b: number): number {
    const { listed, memory } = this
    const { blockBits, factorRunMark } = memory
    const first = memory.blockStart[b]
    const end = memory.blockStart[b + 1]
    const marked = memory.told[Told.round] - 1
    if (factorRunMark[first >> blockBits] !== marked && factorRunMark[(end - 1) >> blockBits] !== marked)
      return 0
    return takeMarks(memory.factorMarks, first, end, listed)
  }

  private markSlots(count: number): void {
    const { listed, memory } = this
    const { blockBits, factorStart, linkSlot, slotPlace, slotBlockMark } = memory
    const { bytes } = memory.slotMarks
    const round = memory.told[Told.round]
    for (let k = 0; k < count; k++) {
      const f = listed[k]
      const end = factorStart[f + 1]
      for (let l = factorStart[f]; l < end; l++) {
        const q = slotPlace[linkSlot[l]]
        bytes[q] = 1
        slotBlockMark[q >> blockBits] = round
      }
    }
  }

  gatherAccelerated(b: number): void {
    const { memory, state } = this
    if (!this.findCandidates(b)) return
    gatherAccelerated(memory, state, memory.told[Told.eta], memory.told[Told.keep], this.residuals)
    this.keepMoved(b)
  }

  gatherPlain(b: number): void {
    const { memory, state } = this
    if (!this.findCandidates(b)) return
    gatherPlain(memory, state, memory.told[Told.tau], this.residuals)
    this.keepMoved(b)
  }

  /** Collects the marked slots of a block, or all of them. False if there are none. */
  private findCandidates(b: number): boolean {
    const { memory, state } = this
    const { told, linkedSlots, slotMarks, slotBlockMark } = memory
    const { candidates } = state
    const first = b * memory.block
    const end = this.endOf(b)
    if (told[Told.everySlot] === 1) {
      slotMarks.bytes.fill(0, first, end)
      for (let q = first; q < end; q++) candidates[q - first] = linkedSlots[q]
      state.candidateCount = end - first
      return true
    }
    if (slotBlockMark[b] !== told[Told.round]) {
      memory.slotSums.fill(0, 4 * b, 4 * b + 4)
      return false
    }
    const count = takeMarks(slotMarks, first, end, candidates)
    for (let k = 0; k < count; k++) candidates[k] = linkedSlots[candidates[k]]
    state.candidateCount = count
    return true
  }

  /** Stores the sums of a block, and which of its slots moved; their factors are solved next. */
  private keepMoved(b: number): void {
    const { memory, state, residuals } = this
    const { slotSums, moved } = memory
    const { candidates, candidateCount } = state
    slotSums[4 * b] = residuals.primal
    slotSums[4 * b + 1] = residuals.dual
    slotSums[4 * b + 2] = residuals.step
    slotSums[4 * b + 3] = candidateCount
    const first = b * memory.block
    for (let k = 0; k < candidateCount; k++) moved[first + k] = candidates[k]
    if (memory.told[Told.follow] === 1) this.follow(b)
  }

  /** Marks the factors of the slots that moved: they are solved next, and their maxima are out of date. */
  follow(b: number): void {
    const { block, blockBits, told, slotStart, slotLinks, linkFactor, factorRunMark, moved, slotSums } =
      this.memory
    const { bytes } = this.memory.factorMarks
    const stale = this.memory.staleMarks.bytes
    const round = told[Told.round]
    const end = b * block + slotSums[4 * b + 3]
    for (let k = b * block; k < end; k++) {
      const s = moved[k]
      const to = slotStart[s + 1]
      for (let j = slotStart[s]; j < to; j++) {
        const f = linkFactor[slotLinks[j]]
        bytes[f] = 1
        stale[f] = 1
        factorRunMark[f >> blockBits] = round
      }
    }
  }

  /**
   * Sets new anchors at the slots that moved, and stores the distances that beliefs and multipliers travelled
   * in the block's sums.
   */
  restart(b: number): void {
    const { memory, state, travelled } = this
    const { block, told, moved, slotSums } = memory
    const first = b * block
    restartSlots(memory, state, memory, told[Told.eta], moved, first, first + slotSums[4 * b + 3], travelled)
    slotSums[4 * b] = travelled.beliefs
    slotSums[4 * b + 1] = travelled.multipliers
  }

  /** Changes the penalty, keeping beliefs and multipliers. */
  rescale(b: number): void {
    const { told, linkSlot, target, anchor, p, factorStart, blockStart } = this.memory
    const ratio = told[Told.eta] / told[Told.next]
    const end = factorStart[blockStart[b + 1]]
    for (let l = factorStart[blockStart[b]]; l < end; l++) {
      const belief = p[linkSlot[l]]
      const moved = belief + (target[l] - belief) * ratio
      target[l] = moved
      anchor[l] = moved
    }
  }

  dual(b: number): void {
    addMaxima(this.memory, this.groupOf(b), b, this.listed)
  }

  keepBest(b: number): void {
    const { x, bestX, factorStart, blockStart } = this.memory
    const end = factorStart[blockStart[b + 1]]
    for (let l = factorStart[blockStart[b]]; l < end; l++) bestX[l] = x[l]
  }

  relaxedFactors(b: number): void {
    addRelaxed(this.memory, this.groupOf(b), b)
  }

  relaxedSlots(b: number): void {
    addScores(this.memory, b)
  }

  votesOfFactors(b: number): void {
    voteOfFactors(this.memory, this.groupOf(b), b)
  }

  votesOfSlots(b: number): void {
    this.counted += meanVotes(this.memory, b * this.memory.block, this.endOf(b))
  }
}
