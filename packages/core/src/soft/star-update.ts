// The update of a whole consensus set in box-MPLP.
import type { BoxMplpEngine } from './box-mplp-engine.js'
import { PairKind, type SoftProblem } from './soft-problem.js'

/**
 * All agreements of a consensus set as one block. With m the max-marginals of a member without its
 * multipliers, the set's optimum is max over z of s(z) + Σ max(m(z), g), where g = max over y of m(y) − c(y)
 * is the member's best total if it disagrees; ν(y) = max(0, m(y) − g) reaches it inside the boxes. That gives
 * all certainty to the set. Each member then takes back an equal share by the update of paper 4 for its own
 * agreement, which loses nothing.
 */
export class StarUpdate {
  /** Pairs runs[r] … runs[r + 1] − 1 are updated together: a consensus set, or a single pair. */
  readonly runs: Int32Array
  private readonly before: Float64Array
  private readonly hub: Float64Array
  private readonly members: Int32Array
  private readonly waiting: Int32Array
  private readonly mark: Int32Array
  private readonly gains: Float64Array
  private readonly order: Int32Array
  private stamp = 0

  constructor(private readonly engine: BoxMplpEngine) {
    const { problem } = engine.state
    this.runs = findRuns(problem)
    let longest = 0
    let multipliers = 0
    let size = 0
    for (let r = 0; r + 1 < this.runs.length; r++) {
      const [from, to] = [this.runs[r], this.runs[r + 1]]
      const length = problem.multiplierStart.data[to] - problem.multiplierStart.data[from]
      longest = Math.max(longest, to - from)
      multipliers = Math.max(multipliers, length)
      size = Math.max(size, Math.ceil(length / (to - from)))
    }
    this.before = new Float64Array(multipliers)
    this.hub = new Float64Array(size)
    this.members = new Int32Array(longest)
    this.waiting = new Int32Array(longest)
    this.mark = new Int32Array(problem.factorCount)
    this.gains = new Float64Array(this.runs.length - 1)
    this.order = new Int32Array(this.runs.length - 1)
  }

  isStar(run: number): boolean {
    const { problem } = this.engine.state
    return isSpoke(problem, this.runs[run])
  }

  /** How much an update of this set alone could lower the dual, according to the known max-marginals. */
  gain(run: number): number {
    const count = this.runs[run + 1] - this.runs[run]
    for (let i = 0; i < count; i++) this.members[i] = this.runs[run] + i
    return this.gainOf(count)
  }

  /**
   * The sets that gain more than `threshold`, according to the known max-marginals, those with the largest
   * gains first.
   */
  byGain(threshold: number): Int32Array {
    const { gains, order } = this
    let count = 0
    for (let r = 0; r < gains.length; r++) {
      gains[r] = this.isStar(r) ? this.gain(r) : Number.NEGATIVE_INFINITY
      if (gains[r] > threshold) order[count++] = r
    }
    return order.subarray(0, count).sort((r, s) => gains[s] - gains[r] || r - s)
  }

  /** Minimises the dual over the set if that gains more than `threshold`. True if something changed. */
  update(run: number, threshold: number): boolean {
    const { engine, runs, waiting, members, mark } = this
    const { pairFirst, variableFactor } = engine.state.problem
    let left = runs[run + 1] - runs[run]
    for (let i = 0; i < left; i++) waiting[i] = runs[run] + i
    let changed = false
    // Members that share a factor cannot move together: each round takes one member of every factor.
    while (left > 0) {
      this.stamp++
      let count = 0
      let still = 0
      for (let i = 0; i < left; i++) {
        const pair = waiting[i]
        const factor = variableFactor.data[pairFirst.data[pair]]
        if (mark[factor] === this.stamp) waiting[still++] = pair
        else {
          mark[factor] = this.stamp
          members[count++] = pair
          engine.require(pairFirst.data[pair])
        }
      }
      left = still
      if (this.gainOf(count) <= threshold) continue
      this.updateMembers(count)
      changed = true
    }
    return changed
  }

  private gainOf(count: number): number {
    const { hub, members } = this
    const { state, marginals } = this.engine
    const { problem, multipliers: nu } = state
    const { variableStart, pairFirst, pairSecond, pairTable, multiplierStart, tables } = problem
    const b = variableStart.data[pairSecond.data[members[0]]]
    const size = variableStart.data[pairSecond.data[members[0]] + 1] - b
    let now = Number.NEGATIVE_INFINITY
    for (let z = 0; z < size; z++) {
      hub[z] = marginals[b + z]
      if (hub[z] > now) now = hub[z]
    }
    for (let k = 0; k < count; k++) {
      const pair = members[k]
      const a = variableStart.data[pairFirst.data[pair]]
      const at = multiplierStart.data[pair]
      const c = pairTable.data[pair]
      let best = Number.NEGATIVE_INFINITY
      let apart = Number.NEGATIVE_INFINITY
      for (let y = 0; y < size; y++) {
        const m = marginals[a + y]
        if (m > best) best = m
        const alone = m + nu[at + y] - tables.data[c + y]
        if (alone > apart) apart = alone
      }
      now += best
      for (let y = 0; y < size; y++) {
        const m = marginals[a + y] + nu[at + y]
        hub[y] += (m > apart ? m : apart) - nu[at + y]
      }
    }
    let optimum = Number.NEGATIVE_INFINITY
    for (let z = 0; z < size; z++) if (hub[z] > optimum) optimum = hub[z]
    return now - optimum
  }

  private updateMembers(count: number): void {
    const { engine, members, before } = this
    const { problem, multipliers } = engine.state
    const { pairFirst, multiplierStart } = problem
    let kept = 0
    for (let k = 0; k < count; k++)
      for (let i = multiplierStart.data[members[k]]; i < multiplierStart.data[members[k] + 1]; i++)
        before[kept++] = multipliers[i]
    for (let k = 0; k < count; k++) this.collect(members[k])
    // Equal shares of the slack, where the set counts as one more member.
    for (let k = 0; k < count; k++) engine.movePair(members[k], 1 / (count - k + 1))
    kept = 0
    for (let k = 0; k < count; k++) {
      let change = 0
      for (let i = multiplierStart.data[members[k]]; i < multiplierStart.data[members[k] + 1]; i++)
        change = Math.max(change, Math.abs(multipliers[i] - before[kept++]))
      engine.touched(pairFirst.data[members[k]], change)
    }
    engine.touched(problem.pairSecond.data[members[0]], Number.POSITIVE_INFINITY)
  }

  /** Passes what a member is certain of to the set: ν(y) = max(0, m(y) − g). */
  private collect(pair: number): void {
    const { state, marginals } = this.engine
    const { problem, multipliers: nu, extra } = state
    const a = problem.variableStart.data[problem.pairFirst.data[pair]]
    const b = problem.variableStart.data[problem.pairSecond.data[pair]]
    const at = problem.multiplierStart.data[pair]
    const size = problem.multiplierStart.data[pair + 1] - at
    const c = problem.pairTable.data[pair]
    const { tables } = problem
    let apart = Number.NEGATIVE_INFINITY
    for (let y = 0; y < size; y++) {
      const alone = marginals[a + y] + nu[at + y] - tables.data[c + y]
      if (alone > apart) apart = alone
    }
    for (let y = 0; y < size; y++) {
      const certain = marginals[a + y] + nu[at + y] - apart
      const next = certain > 0 ? Math.min(certain, tables.data[c + y]) : 0
      const change = next - nu[at + y]
      marginals[a + y] -= change
      extra[a + y] -= change
      marginals[b + y] += change
      extra[b + y] += change
      nu[at + y] = next
    }
  }
}

/** Whether the pair is an agreement of a member (first) with a lone variable (second). */
export function isSpoke(problem: SoftProblem, pair: number): boolean {
  const { pairKind, pairSecond, variableFactor, sources } = problem
  return (
    pairKind.data[pair] === PairKind.agreement && sources[variableFactor.data[pairSecond.data[pair]]] === null
  )
}

/**
 * Groups pairs into runs: consecutive agreements with the same lone variable are a run, and so is every other
 * single pair.
 */
export function findRuns(problem: SoftProblem): Int32Array {
  const { pairSecond, pairCount } = problem
  const starts: number[] = []
  for (let p = 0; p < pairCount; p++) {
    const continues =
      p > 0 && pairSecond.data[p] === pairSecond.data[p - 1] && isSpoke(problem, p) && isSpoke(problem, p - 1)
    if (!continues) starts.push(p)
  }
  starts.push(pairCount)
  return Int32Array.from(starts)
}
