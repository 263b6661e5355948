// The best compression of one sentence within a number of words: a knapsack over its tree.
import type { SummaryProblem } from './summary-problem.js'

const NEVER = Number.NEGATIVE_INFINITY

/**
 * Finds the best connected part of a sentence's tree, given the gain of each unit, for a budget. The work
 * space is reused.
 *
 * @example
 * const knapsack = new TreeKnapsack(problem)
 * knapsack.best(3, gains, 20, kept) // its value, 0 for nothing; kept has 1 for its units
 */
export class TreeKnapsack {
  /** The cost of the part that was found last. */
  spent = 0
  /** table[u][b]: the best of u's subtree with u kept, for at most b words of it. */
  private table = new Float64Array(0)
  /** split[c][b]: how many of b words of the parent's subtree so far are the child's; −1 if it is cut. */
  private split = new Int16Array(0)
  private readonly whole: Float64Array
  private readonly room: Int32Array
  private readonly joined: Float64Array
  private readonly given: Int32Array
  /** The most words of the parent's subtree up to a child. */
  private readonly reach: Int32Array

  constructor(private readonly problem: SummaryProblem) {
    const { sentenceStart, budget } = problem
    let longest = 1
    for (let s = 0; s + 1 < sentenceStart.length; s++)
      longest = Math.max(longest, sentenceStart[s + 1] - sentenceStart[s])
    this.whole = new Float64Array(longest)
    this.room = new Int32Array(longest)
    this.given = new Int32Array(longest)
    this.reach = new Int32Array(longest)
    this.joined = new Float64Array(budget + 1)
  }

  /** `gains` and `kept` are per unit of the problem; only those of the sentence are looked at and written. */
  best(sentence: number, gains: Float64Array, budget: number, kept: Uint8Array): number {
    const { sentenceStart, parent, cost, cut, start } = this.problem
    const first = sentenceStart[sentence]
    const units = sentenceStart[sentence + 1] - first
    const free = this.withoutBudget(first, units, gains, kept)
    if (this.spent <= budget) return free
    const width = budget + 1
    this.reserve(units * width)
    const { table, room } = this
    kept.fill(0, first, first + units)
    this.spent = 0
    for (let u = 0; u < units; u++) {
      const own = cost[first + u]
      room[u] = Math.min(budget, own)
      for (let b = 0; b <= room[u]; b++) table[u * width + b] = b < own ? NEVER : gains[first + u]
    }
    let top = -1
    let most = 0
    for (let u = units - 1; u >= 0; u--) {
      const whole = table[u * width + room[u]] + start[first + u]
      if (whole > most) {
        most = whole
        top = u
      }
      const p = parent[first + u] - first
      if (parent[first + u] >= 0) this.join(p, u, cut[first + u], budget)
    }
    if (top >= 0) this.trace(top, first, units, width, kept)
    return most
  }

  /** The best part regardless of its cost: one pass up the tree and one down. */
  private withoutBudget(first: number, units: number, gains: Float64Array, kept: Uint8Array): number {
    const { parent, cost, cut, start } = this.problem
    const { whole } = this
    let top = -1
    let most = 0
    for (let u = 0; u < units; u++) {
      whole[u] = gains[first + u]
      kept[first + u] = 0
    }
    for (let u = units - 1; u >= 0; u--) {
      const value = whole[u] + start[first + u]
      if (value > most) {
        most = value
        top = u
      }
      const p = parent[first + u]
      if (p >= 0) whole[p - first] += Math.max(whole[u], cut[first + u])
    }
    this.spent = 0
    for (let u = top; u >= 0 && u < units; u++) {
      const p = parent[first + u]
      if (u !== top && (p < 0 || kept[p] === 0 || whole[u] <= cut[first + u])) continue
      kept[first + u] = 1
      this.spent += cost[first + u]
    }
    return most
  }

  /** Adds the best of a child's subtree to its parent's table. */
  private join(p: number, c: number, cut: number, budget: number): void {
    const { table, split, room, joined } = this
    const width = budget + 1
    const mine = room[p]
    const theirs = room[c]
    const total = Math.min(budget, mine + theirs)
    for (let b = 0; b <= total; b++) {
      let best = table[p * width + Math.min(b, mine)] + cut
      let which = -1
      for (let j = Math.max(0, b - mine); j <= theirs && j <= b; j++) {
        const sum = table[p * width + b - j] + table[c * width + j]
        if (sum > best) {
          best = sum
          which = j
        }
      }
      joined[b] = best
      split[c * width + b] = which
    }
    room[p] = total
    this.reach[c] = total
    for (let b = 0; b <= total; b++) table[p * width + b] = joined[b]
  }

  /**
   * Follows the choices down from the top. Children were joined last to first, so the first child was joined
   * last.
   */
  private trace(top: number, first: number, units: number, width: number, kept: Uint8Array): void {
    const { parent, cost } = this.problem
    const { split, room, given, reach } = this
    kept[first + top] = 1
    given[top] = room[top]
    this.spent = cost[first + top]
    for (let u = top + 1; u < units; u++) {
      const p = parent[first + u] - first
      if (parent[first + u] < 0 || kept[first + p] === 0) continue
      // The budget that later siblings left may exceed the cost of the parent's subtree up to this child.
      const left = Math.min(given[p], reach[u])
      const j = split[u * width + left]
      if (j < 0) continue
      kept[first + u] = 1
      given[u] = j
      given[p] = left - j
      this.spent += cost[first + u]
    }
  }

  private reserve(size: number): void {
    if (this.table.length >= size) return
    this.table = new Float64Array(2 * size)
    this.split = new Int16Array(2 * size)
  }
}
