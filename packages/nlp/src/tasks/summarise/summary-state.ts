// A summary under construction: the kept units, how often each concept is covered, and the gain of adding a
// sentence.
import type { SummaryProblem } from './summary-problem.js'
import { TreeKnapsack } from './tree-knapsack.js'

/** A summary that changes sentence by sentence; it is within the budget at all times. */
export class SummaryState {
  readonly kept: Uint8Array
  value = 0
  spent = 0
  /** How many kept tokens each concept has. */
  private readonly covered: Int32Array
  /** The tokens of each sentence, and the concept of each token. */
  private readonly sentenceTokens: Int32Array
  private readonly sentenceTokenStart: Int32Array
  private readonly conceptOf: Int32Array
  private readonly used: Uint8Array
  private readonly gains: Float64Array
  private readonly seen: Int32Array
  private stamp = 0
  private readonly knapsack: TreeKnapsack
  private readonly trial: Uint8Array

  constructor(readonly problem: SummaryProblem) {
    const { sentenceOf, sentenceStart, weight, tokenStart, tokenFirst } = problem
    const sentences = sentenceStart.length - 1
    this.kept = new Uint8Array(sentenceOf.length)
    this.trial = new Uint8Array(sentenceOf.length)
    this.gains = new Float64Array(sentenceOf.length)
    this.covered = new Int32Array(weight.length)
    this.seen = new Int32Array(weight.length)
    this.used = new Uint8Array(sentences)
    this.knapsack = new TreeKnapsack(problem)
    this.conceptOf = new Int32Array(tokenFirst.length)
    for (let c = 0; c < weight.length; c++) this.conceptOf.fill(c, tokenStart[c], tokenStart[c + 1])
    this.sentenceTokenStart = new Int32Array(sentences + 1)
    for (const u of tokenFirst) this.sentenceTokenStart[sentenceOf[u] + 1]++
    for (let s = 0; s < sentences; s++) this.sentenceTokenStart[s + 1] += this.sentenceTokenStart[s]
    const next = this.sentenceTokenStart.slice()
    this.sentenceTokens = new Int32Array(tokenFirst.length)
    for (let t = 0; t < tokenFirst.length; t++) this.sentenceTokens[next[sentenceOf[tokenFirst[t]]]++] = t
  }

  get sentences(): number {
    return this.used.length
  }

  get usedSentences(): number[] {
    const list: number[] = []
    for (let s = 0; s < this.used.length; s++) if (this.used[s] === 1) list.push(s)
    return list
  }

  isUsed(sentence: number): boolean {
    return this.used[sentence] === 1
  }

  /** The gain of covering all open concepts of a sentence: an upper bound for its compressions. */
  mostGain(sentence: number): number {
    const { weight } = this.problem
    const { covered, conceptOf, sentenceTokens, sentenceTokenStart, seen } = this
    const stamp = ++this.stamp
    let most = 0
    for (let i = sentenceTokenStart[sentence]; i < sentenceTokenStart[sentence + 1]; i++) {
      const c = conceptOf[sentenceTokens[i]]
      if (covered[c] !== 0 || seen[c] === stamp) continue
      seen[c] = stamp
      most += weight[c]
    }
    return most
  }

  /**
   * The best compression of an unused sentence by open concepts, within the rest of the budget and with a
   * price for each word: its estimated gain less the price, and what it costs. A concept counts at its first
   * token, one of two units half at each.
   */
  propose(sentence: number, price: number): { gain: number; cost: number } {
    const { problem, gains, covered, conceptOf, sentenceTokens, sentenceTokenStart, seen } = this
    const { sentenceStart, cost, weight, tokenFirst, tokenSecond, budget } = problem
    for (let u = sentenceStart[sentence]; u < sentenceStart[sentence + 1]; u++) gains[u] = -price * cost[u]
    const stamp = ++this.stamp
    for (let i = sentenceTokenStart[sentence]; i < sentenceTokenStart[sentence + 1]; i++) {
      const t = sentenceTokens[i]
      const c = conceptOf[t]
      if (covered[c] !== 0 || seen[c] === stamp) continue
      seen[c] = stamp
      const second = tokenSecond[t]
      if (second < 0) gains[tokenFirst[t]] += weight[c]
      else {
        gains[tokenFirst[t]] += 0.5 * weight[c]
        gains[second] += 0.5 * weight[c]
      }
    }
    const gain = this.knapsack.best(sentence, gains, budget - this.spent, this.trial)
    return { gain, cost: this.knapsack.spent }
  }

  /** Adds the compression that `propose` found last for the sentence; returns by how much the value rose. */
  take(sentence: number): number {
    return this.set(sentence, this.trial)
  }

  /** Keeps the given units of an unused sentence. */
  set(sentence: number, units: ArrayLike<number>): number {
    const before = this.value
    const { sentenceStart } = this.problem
    let any = 0
    for (let u = sentenceStart[sentence]; u < sentenceStart[sentence + 1]; u++) {
      this.kept[u] = units[u]
      any |= units[u]
    }
    if (any === 0) return 0
    this.used[sentence] = 1
    this.account(sentence, 1)
    return this.value - before
  }

  /** As `set`, with the units of the sentence alone. */
  setUnits(sentence: number, units: Uint8Array): void {
    this.trial.set(units, this.problem.sentenceStart[sentence])
    this.set(sentence, this.trial)
  }

  /** Drops a sentence. */
  remove(sentence: number): void {
    if (this.used[sentence] === 0) return
    this.account(sentence, -1)
    this.used[sentence] = 0
    this.kept.fill(0, this.problem.sentenceStart[sentence], this.problem.sentenceStart[sentence + 1])
  }

  clear(): void {
    for (const s of this.usedSentences) this.remove(s)
    this.value = 0
  }

  /** Makes this the summary with the given units, from any other. */
  load(units: ArrayLike<number>): void {
    this.clear()
    for (let s = 0; s < this.used.length; s++) this.set(s, units)
  }

  /** Adds or subtracts the score, coverage and cost of the kept units of a sentence. */
  private account(sentence: number, sign: 1 | -1): void {
    const { problem, kept, covered, conceptOf, sentenceTokens, sentenceTokenStart } = this
    const { sentenceStart, parent, cost, cut, start, weight, tokenFirst, tokenSecond } = problem
    for (let u = sentenceStart[sentence]; u < sentenceStart[sentence + 1]; u++) {
      const above = parent[u] >= 0 && kept[parent[u]] === 1
      if (kept[u] === 1) {
        this.spent += sign * cost[u]
        if (!above) this.value += sign * start[u]
      } else if (above) this.value += sign * cut[u]
    }
    for (let i = sentenceTokenStart[sentence]; i < sentenceTokenStart[sentence + 1]; i++) {
      const t = sentenceTokens[i]
      if (kept[tokenFirst[t]] === 0 || (tokenSecond[t] >= 0 && kept[tokenSecond[t]] === 0)) continue
      const c = conceptOf[t]
      const before = covered[c]
      covered[c] = before + sign
      if (before === 0 || covered[c] === 0) this.value += sign * weight[c]
    }
  }
}
