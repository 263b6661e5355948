// The order of the factors in a sweep.
import type { MemberPairs } from './member-pairs.js'
import type { SoftProblem } from './soft-problem.js'

/** Chooses the factors of a sweep, and their order. */
export class SweepOrder {
  private readonly order: Int32Array
  private readonly isIn: Uint8Array
  private readonly isOpen: Uint8Array

  constructor(
    private readonly problem: SoftProblem,
    private readonly members: MemberPairs,
  ) {
    this.order = new Int32Array(problem.factorCount)
    this.isIn = new Uint8Array(problem.factorCount)
    this.isOpen = new Uint8Array(problem.variableCount)
  }

  /**
   * The factors that add more than `threshold` to the gap, those that add most first; with `isWide`, then all
   * that share a set with them. Valid until the next call.
   */
  find(gaps: Float64Array, threshold: number, isWide: boolean): Int32Array {
    const { order, members } = this
    let count = 0
    for (let f = 0; f < gaps.length; f++) if (members.has(f) && gaps[f] > threshold) order[count++] = f
    order.subarray(0, count).sort((f, g) => gaps[g] - gaps[f] || f - g)
    return order.subarray(0, isWide ? this.widen(count) : count)
  }

  /** Adds the factors that share a set with the first `count` of the order. */
  private widen(count: number): number {
    const { order, members, isIn, isOpen, problem } = this
    const { pairSecond, factorCount } = problem
    isIn.fill(0)
    isOpen.fill(0)
    for (let i = 0; i < count; i++) {
      isIn[order[i]] = 1
      for (let k = members.from(order[i]); k < members.to(order[i]); k++)
        isOpen[pairSecond.data[members.pairs[k]]] = 1
    }
    let all = count
    for (let f = 0; f < factorCount; f++)
      for (let k = members.from(f); k < members.to(f) && isIn[f] === 0; k++)
        if (isOpen[pairSecond.data[members.pairs[k]]] === 1) {
          isIn[f] = 1
          order[all++] = f
        }
    return all
  }
}
