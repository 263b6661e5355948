// One thread's part of AD³, in phases that all threads enter together. A phase is a function of one block of
// factors or of slots. Within a phase no block reads what another block writes, except for marks, for which
// all threads write the same value.
import type { FactorGroup } from '../kinds/common/group.js'
import { kindOfGroup } from '../kinds/registry.js'
import { STEP, type Steps } from '../limits/steps.js'
import { carveInts } from '../numeric/carve.js'
import { workOfFactors } from '../problem/work.js'
import { type Activity, ActivityByMarks, ActivityLists } from './activity.js'
import { firstLink } from './blocks.js'
import { type GatherState, gatherAccelerated, gatherPlain } from './gather.js'
import { type Ad3Memory, Told } from './memory.js'
import { BlockQueue, factorParts, slotParts } from './queue.js'
import { restartSlots } from './restart.js'
import { addMaxima, addRelaxed, addScores, type Groups, meanVotes, voteOfFactors } from './values.js'

/**
 * Local maximisations per quadratic step of the active-set method. The next iteration continues from the
 * active set that this one leaves.
 */
const ROUNDS = 3

/** Work that is done block by block: on blocks of factors, or of slots. */
export interface Phase {
  readonly onFactors: boolean
  readonly work: (kernel: Kernel, block: number) => void
}

const onFactors = (work: Phase['work']): Phase => ({ onFactors: true, work })
const onSlots = (work: Phase['work']): Phase => ({ onFactors: false, work })

export const Phases = {
  start: onSlots((kernel, b) => kernel.start(b)),
  project: onFactors((kernel, b) => kernel.project(b)),
  gatherAccelerated: onSlots((kernel, b) => kernel.gatherAccelerated(b)),
  gatherPlain: onSlots((kernel, b) => kernel.gatherPlain(b)),
  follow: onSlots((kernel, b) => kernel.follow(b)),
  restart: onSlots((kernel, b) => kernel.restart(b)),
  rescale: onFactors((kernel, b) => kernel.rescale(b)),
  dual: onFactors((kernel, b) => kernel.dual(b)),
  keepBest: onFactors((kernel, b) => kernel.keepBest(b)),
  relaxedFactors: onFactors((kernel, b) => kernel.relaxedFactors(b)),
  relaxedSlots: onSlots((kernel, b) => kernel.relaxedSlots(b)),
  votesOfFactors: onFactors((kernel, b) => kernel.votesOfFactors(b)),
  votesOfSlots: onSlots((kernel, b) => kernel.votesOfSlots(b)),
}
/** The phases by number, for messages between threads. */
export const PHASES: readonly Phase[] = Object.values(Phases)

export class Kernel {
  /** The blocks of a thread that has company. */
  private readonly queues: Readonly<Record<'factors' | 'slots', BlockQueue>> | null
  private readonly groups: Groups
  private readonly activity: Activity
  /** The count of this thread in the phase. */
  private counted = 0
  private readonly stale: Int32Array
  private readonly residuals = { primal: 0, dual: 0, step: 0 }
  private readonly travelled = { beliefs: 0, multipliers: 0 }
  private readonly state: GatherState
  private work: Float64Array | undefined

  /** The kernel of thread `member` of `members`. The first thread passes the groups of the problem. */
  constructor(
    private readonly memory: Ad3Memory,
    private readonly member: number,
    members: number,
    groups?: readonly FactorGroup[],
  ) {
    const { target, anchor, z, p, mean, quiet, resting, marks, moved, block } = memory
    this.groups =
      groups ??
      memory.groups.map((group) =>
        group.parts === null
          ? undefined
          : kindOfGroup(group).groupFromParts?.(memory, group.first, group.count, group.parts),
      )
    this.queues =
      members === 1
        ? null
        : {
            factors: new BlockQueue(memory, member, members, factorParts(memory)),
            slots: new BlockQueue(memory, member, members, slotParts(memory)),
          }
    this.activity = marks === null ? new ActivityLists(memory) : new ActivityByMarks(memory, marks)
    // A thread may join a run that has already started.
    if (groups === undefined) this.forget()
    this.stale = carveInts(Math.min(block, memory.factors))
    const candidates = marks === null ? moved : carveInts(block)
    this.state = { target, anchor, z, p, mean, quiet, resting, candidates, candidateCount: 0 }
  }

  /** Runs a phase on this thread's share of the blocks. */
  run(phase: Phase): void {
    const { memory, member, queues } = this
    this.counted = 0
    if (phase === Phases.start) this.forget()
    if (queues === null) {
      const blocks = (phase.onFactors ? memory.factorSums : memory.slotSums).length >> 2
      for (let b = 0; b < blocks; b++) phase.work(this, b)
    } else this.runShare(phase, phase.onFactors ? queues.factors : queues.slots)
    memory.counts[member] = this.counted
  }

  private runShare(phase: Phase, queue: BlockQueue): void {
    const { member } = this
    const { beats } = this.memory
    for (let i = 0; i < queue.pinned.length; i++) {
      phase.work(this, queue.pinned[i])
      beats[member]++
    }
    for (let b = queue.take(); b >= 0; b = queue.take()) {
      phase.work(this, b)
      beats[member]++
    }
  }

  /** The phase `project` on all blocks as a generator. False if it was stopped. */
  *projectSteps(): Steps<boolean> {
    const { memory, activity } = this
    const { told, target, z, pieceGroup, factors, factorStart } = memory
    const groups = this.groups as readonly FactorGroup[]
    this.work ??= workOfFactors({ groups, factors, factorStart })
    this.counted = 0
    for (let i = 0; i < pieceGroup.length; i++) {
      activity.listFactors(i)
      const { list, from: first, to: end } = activity
      for (let from = first; from < end; ) {
        let to = from
        for (let work = 0; to < end && work < STEP; to++) work += this.work[list[to]]
        groups[pieceGroup[i]].project(list, from, to, target, told[Told.eta], z)
        from = to
        if (yield) return false
      }
      this.counted += end - first
      activity.markSlots()
    }
    memory.counts[0] = this.counted
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
        const own = share + (warm ? x[l] : 0)
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

  /** The quadratic step at the factors that are listed (paper 2, Eq. 1.20). */
  project(b: number): void {
    const { activity } = this
    const { told, target, z, blockPieces, pieceGroup } = this.memory
    const end = blockPieces[b + 1]
    for (let i = blockPieces[b]; i < end; i++) {
      activity.listFactors(i)
      const { list, from, to } = activity
      if (from === to) continue
      this.counted += to - from
      this.groups[pieceGroup[i]]!.project(list, from, to, target, told[Told.eta], z)
      activity.markSlots()
    }
  }

  gatherAccelerated(b: number): void {
    const { memory, state } = this
    state.candidateCount = this.activity.listSlots(b, state.candidates)
    gatherAccelerated(memory, state, memory.told[Told.eta], memory.told[Told.keep], this.residuals)
    this.keepMoved(b)
  }

  gatherPlain(b: number): void {
    const { memory, state } = this
    state.candidateCount = this.activity.listSlots(b, state.candidates)
    gatherPlain(memory, state, memory.told[Told.tau], this.residuals)
    this.keepMoved(b)
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
    if (candidates !== moved) {
      const first = b * memory.block
      for (let k = 0; k < candidateCount; k++) moved[first + k] = candidates[k]
    }
    if (memory.told[Told.follow] === 1) this.follow(b)
  }

  follow(b: number): void {
    this.activity.followMoved(b)
  }

  /**
   * Sets new anchors at the slots that moved, and stores the distances that beliefs and multipliers travelled
   * in the block's sums.
   */
  restart(b: number): void {
    const { memory, travelled } = this
    const { slotSums } = memory
    const first = b * memory.block
    restartSlots(memory, memory.told[Told.eta], first, first + slotSums[4 * b + 3], travelled)
    slotSums[4 * b] = travelled.beliefs
    slotSums[4 * b + 1] = travelled.multipliers
  }

  /** Changes the penalty, keeping beliefs and multipliers. */
  rescale(b: number): void {
    const { memory } = this
    const { told, linkSlot, target, anchor, p } = memory
    const ratio = told[Told.eta] / told[Told.next]
    const end = firstLink(memory, b + 1)
    for (let l = firstLink(memory, b); l < end; l++) {
      const belief = p[linkSlot[l]]
      const moved = belief + (target[l] - belief) * ratio
      target[l] = moved
      anchor[l] = moved
    }
  }

  dual(b: number): void {
    addMaxima(this.memory, this.groups, b, this.stale)
  }

  keepBest(b: number): void {
    const { memory } = this
    const { x, bestX } = memory
    const end = firstLink(memory, b + 1)
    for (let l = firstLink(memory, b); l < end; l++) bestX[l] = x[l]
  }

  relaxedFactors(b: number): void {
    addRelaxed(this.memory, this.groups, b)
  }

  relaxedSlots(b: number): void {
    addScores(this.memory, b)
  }

  votesOfFactors(b: number): void {
    voteOfFactors(this.memory, this.groups, b)
  }

  votesOfSlots(b: number): void {
    this.counted += meanVotes(this.memory, b * this.memory.block, this.endOf(b))
  }
}
