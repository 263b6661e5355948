// From a relaxed solution to a summary: sentences are added greedily, each as its best compression, then
// removed again one or two at a time and replaced by better ones.
import { GainHeap } from './gain-heap.js'
import { beamSearch } from './summary-beam.js'
import type { SummaryProblem } from './summary-problem.js'
import { SummaryState } from './summary-state.js'

/** Prices of a word, as shares of the value per word of the budget in the first greedy summary. */
const PRICES = [0, 0.3, 0.5, 0.7, 0.85, 1, 1.2]
/** The prices for the first summaries, which estimate the value of a word. */
const FIRST_PRICES = [0.3, 0.7, 1]
/** Sentences whose relaxed solution has a unit above this are candidates of the rounding. */
const POSSIBLE = 0.02
const MOST_POSSIBLE = 60
/** How many summaries are improved after the wider search. */
const STARTS = 8
/** Improvements by less than this are rounding errors. */
const EPSILON = 1e-9
/** From this number of used sentences on, pairs are not removed together. */
const MOST_FOR_PAIRS = 12

/** Finds good summaries of one problem, all of them within the budget. */
export class SummarySearch {
  /** The best summary so far: 1 for kept units. */
  readonly best: Uint8Array
  bestValue = 0
  private readonly state: SummaryState
  private readonly all: Int32Array
  private readonly held: Uint8Array
  /** Sentences that `fill` may still add, and the step at which each was last evaluated. */
  private readonly open: GainHeap
  private readonly seenAt: Int32Array
  private readonly peak: Float64Array
  private worth = 0
  /** The candidates of the last rounding. */
  private last: Int32Array = new Int32Array(0)

  constructor(readonly problem: SummaryProblem) {
    this.state = new SummaryState(problem)
    this.best = new Uint8Array(problem.sentenceOf.length)
    this.held = new Uint8Array(problem.sentenceOf.length)
    this.peak = new Float64Array(this.state.sentences)
    this.open = new GainHeap(this.state.sentences)
    this.seenAt = new Int32Array(this.state.sentences)
    this.all = Int32Array.from({ length: this.state.sentences }, (_, s) => s)
  }

  /** Greedy summaries of all sentences at several prices of a word. */
  start(): void {
    this.build(this.all, 0)
    this.worth = this.bestValue / Math.max(1, this.problem.budget)
    for (const share of FIRST_PRICES) this.build(this.all, share * this.worth)
  }

  /**
   * Greedy summaries of those sentences that a relaxed solution (a weight per unit) uses, at least in part.
   */
  round(weights: ArrayLike<number>): void {
    const possible = this.possible(weights)
    if (possible.length === this.last.length && possible.every((s, i) => s === this.last[i])) return
    this.last = possible
    this.worth = Math.max(this.worth, this.bestValue / Math.max(1, this.problem.budget))
    for (const share of PRICES) this.build(possible, share * this.worth)
  }

  /**
   * A wider search among the candidates of the last rounding; the best summaries are then improved by
   * replacements.
   */
  widen(): void {
    const found = [{ value: this.bestValue, units: this.best.slice() }]
    beamSearch(this.state, this.last, this.bestValue / Math.max(1, this.problem.budget), () => {
      this.fill(this.last, 0, false)
      this.offer()
      const { value, kept } = this.state
      const place = found.findIndex((other) => value > other.value - EPSILON)
      if (place >= 0 && Math.abs(value - found[place].value) <= EPSILON) return
      if (place < 0 && found.length >= STARTS) return
      found.splice(place < 0 ? found.length : place, 0, { value, units: kept.slice() })
      if (found.length > STARTS) found.pop()
    })
    for (const { units } of found) this.improve(units)
    while (this.exchange()) this.improve(this.best)
  }

  /** Accepts a summary if it is better; entries after its units are ignored. */
  take(units: ArrayLike<number>): void {
    this.state.load(units)
    this.offer()
  }

  /**
   * Replaces single sentences of a summary, and pairs by candidates of the last rounding, until nothing is
   * better.
   */
  private improve(units: Uint8Array): void {
    const { state } = this
    state.load(units)
    for (let better = true; better; ) {
      better = false
      const used = state.usedSentences
      for (const s of used) better = this.replace([s], this.all) || better
      if (better || used.length > MOST_FOR_PAIRS) continue
      for (let i = 0; i < used.length && !better; i++)
        for (let j = i + 1; j < used.length && !better; j++)
          better = this.replace([used[i], used[j]], this.last)
    }
  }

  /**
   * Replaces a sentence of the best summary by a candidate, regardless of its gain, and fills up again; true
   * if the result is better.
   */
  private exchange(): boolean {
    const { state } = this
    state.load(this.best)
    const before = state.value
    const used = state.usedSentences
    for (const next of this.last) {
      if (state.isUsed(next)) continue
      for (const s of used) {
        state.remove(s)
        if (state.propose(next, 0).gain > EPSILON) {
          state.take(next)
          this.fill(this.last, 0, false)
          if (state.value > before + EPSILON) {
            this.offer()
            return true
          }
        }
        this.restore(this.best)
      }
    }
    return false
  }

  /** The sentences with a unit of some weight; if there are many, those with the greatest weight. */
  private possible(weights: ArrayLike<number>): Int32Array {
    const { sentenceStart } = this.problem
    const { peak } = this
    for (let s = 0; s + 1 < sentenceStart.length; s++) {
      peak[s] = 0
      for (let u = sentenceStart[s]; u < sentenceStart[s + 1]; u++) peak[s] = Math.max(peak[s], weights[u])
    }
    const found = this.all.filter((s) => peak[s] > POSSIBLE)
    if (found.length <= MOST_POSSIBLE) return found
    found.sort((a, b) => peak[b] - peak[a] || a - b)
    return found.subarray(0, MOST_POSSIBLE).sort()
  }

  /** A summary from nothing: the best sentence at a price, again and again, then without a price. */
  private build(candidates: Int32Array, price: number): void {
    this.state.clear()
    if (price > 0) this.fill(candidates, price, false)
    this.fill(candidates, 0, false)
    this.offer()
  }

  /**
   * Takes sentences out and fills up again, greedily by gain or by gain per word; puts them back if nothing
   * is better.
   */
  private replace(sentences: readonly number[], candidates: Int32Array): boolean {
    const { state, held } = this
    const before = state.value
    held.set(state.kept)
    for (const dense of [false, true]) {
      for (const s of sentences) state.remove(s)
      this.fill(candidates, dense ? 0.7 * this.worth : 0, dense)
      if (dense) this.fill(candidates, 0, false)
      if (state.value > before + EPSILON) {
        this.offer()
        return true
      }
      this.restore(held)
    }
    return false
  }

  /**
   * Adds the sentence of most gain (or most gain per word) until none gains. What a sentence gains only falls
   * as others are added: one is evaluated again when its last gain is the greatest.
   */
  private fill(candidates: Int32Array, price: number, dense: boolean): void {
    const { state, problem, open, seenAt } = this
    open.clear()
    for (let i = 0; i < candidates.length; i++) {
      const s = candidates[i]
      if (state.isUsed(s)) continue
      seenAt[s] = -1
      open.push(s, state.mostGain(s))
    }
    for (let step = 0; state.spent < problem.budget && open.greatest > EPSILON; ) {
      const s = open.first
      const { gain, cost } = state.propose(s, price)
      if (seenAt[s] !== step) {
        seenAt[s] = step
        open.lower(dense ? gain / Math.max(1, cost) : gain)
        continue
      }
      open.lower(0)
      // Tokens of two units were counted by halves, so the actual gain may be zero.
      if (state.take(s) > EPSILON) step++
      else state.remove(s)
    }
  }

  private restore(units: Uint8Array): void {
    const { state } = this
    const { sentenceStart } = this.problem
    for (let s = 0; s < state.sentences; s++) {
      let same = true
      for (let u = sentenceStart[s]; u < sentenceStart[s + 1]; u++)
        if (state.kept[u] !== units[u]) same = false
      if (!same) state.remove(s)
    }
    for (let s = 0; s < state.sentences; s++) if (!state.isUsed(s)) state.set(s, units)
  }

  private offer(): void {
    if (!(this.state.value > this.bestValue + EPSILON)) return
    this.bestValue = this.state.value
    this.best.set(this.state.kept)
  }
}
