// The two baselines of paper 4: every word in a set has a copy, a set is a star of copies around their agreed
// value (Fig. 2), and word and copy must be equal. λ of a member is added to the word's values and subtracted
// from the copy's.
import type { Factor } from '@parleyjs/core'
import { answerOf } from '@parleyjs/nlp/internal'
import type { Experiment } from './experiment.js'

/**
 * States of `fresh`: the max-marginals of all variables of a sentence are known, or of none; otherwise of one
 * variable.
 */
const ALL = -1
const NONE = -2

/** The state that both baselines share. */
export class Copies {
  readonly k: number
  readonly lambda: Float64Array
  /** Σ λ of the members that belong to a variable, by value. */
  readonly extra: Float64Array
  readonly values: Int32Array
  /** Best score of each sentence under λ. */
  readonly best: Float64Array
  /** Best score of each set's star. */
  readonly star: Float64Array
  readonly marginals: Float64Array
  readonly fresh: Int32Array
  readonly factorOf: Int32Array
  /** Value of each member's copy. */
  readonly copy: Int32Array
  readonly calls = { maximize: 0, maxMarginals: 0 }
  /**
   * Score of each member's copy for each value of its set; `total` holds the sums over the members of each
   * set.
   */
  private readonly given: Float64Array
  private readonly total: Float64Array
  private readonly models: (factor: number) => Factor

  constructor(readonly experiment: Experiment) {
    const { sets, shared } = experiment
    const { words, sentences, first } = shared
    this.k = sets.values.length
    this.models = experiment.models()
    this.lambda = new Float64Array(sets.memberCount * this.k)
    this.extra = new Float64Array(words.length * this.k)
    this.marginals = new Float64Array(words.length * this.k)
    this.values = new Int32Array(words.length)
    this.best = new Float64Array(sentences.length)
    this.star = new Float64Array(sets.length)
    this.fresh = new Int32Array(sentences.length).fill(NONE)
    this.copy = new Int32Array(sets.memberCount)
    this.given = new Float64Array(sets.memberCount * this.k)
    this.total = new Float64Array(sets.length * this.k)
    this.factorOf = new Int32Array(words.length)
    for (let f = 0; f < sentences.length; f++) this.factorOf.fill(f, first[f], first[f + 1])
  }

  get runs(): number {
    return (this.calls.maximize + 2 * this.calls.maxMarginals) / this.best.length
  }

  dual(): number {
    let sum = 0
    for (const best of this.best) sum += best
    for (const best of this.star) sum += best
    return sum
  }

  maximize(f: number): void {
    const { first } = this.experiment.shared
    this.calls.maximize++
    this.answer(f, this.extra.subarray(first[f] * this.k, first[f + 1] * this.k))
  }

  maxMarginals(f: number): void {
    const { first } = this.experiment.shared
    const [from, to] = [first[f] * this.k, first[f + 1] * this.k]
    this.calls.maxMarginals++
    const extra = this.extra.subarray(from, to)
    this.models(f).maxMarginals!(extra, this.marginals.subarray(from, to), new Float64Array(to - from))
    this.answer(f, extra)
    this.fresh[f] = ALL
  }

  private answer(f: number, extra: Float64Array): void {
    const { first } = this.experiment.shared
    let best = answerOf(this.models(f), extra, this.k, this.values.subarray(first[f], first[f + 1]))
    for (let v = first[f]; v < first[f + 1]; v++) best += this.extra[v * this.k + this.values[v]]
    this.best[f] = best
  }

  /**
   * Best score of a copy if its set agrees on z: s(z), or the copy's own best minus the penalty. Stored in
   * `given`.
   */
  private give(set: number, member: number): void {
    const { k, lambda, given, total } = this
    const penalty = this.experiment.sets.penalties[set] as number
    const at = member * k
    let top = Number.NEGATIVE_INFINITY
    for (let y = 0; y < k; y++) if (-lambda[at + y] > top) top = -lambda[at + y]
    for (let z = 0; z < k; z++) {
      const own = -lambda[at + z]
      const next = own > top - penalty ? own : top - penalty
      total[set * k + z] += next - given[at + z]
      given[at + z] = next
    }
  }

  /** The best z of a set, after the scores of its members have changed. */
  private settle(set: number): number {
    const { k, total } = this
    let best = set * k
    for (let z = best + 1; z < (set + 1) * k; z++) if (total[z] > total[best]) best = z
    this.star[set] = total[best]
    return best - set * k
  }

  /** Records that λ of a member has changed. */
  memberChanged(set: number, member: number): void {
    this.give(set, member)
    this.settle(set)
  }

  /** Sets all copies of a set to their best values. */
  maximizeStar(set: number): void {
    const { sets } = this.experiment
    const penalty = sets.penalties[set] as number
    for (let m = sets.start(set); m < sets.start(set + 1); m++) this.give(set, m)
    const z = this.settle(set)
    for (let m = sets.start(set); m < sets.start(set + 1); m++) {
      const at = m * this.k
      let own = 0
      for (let y = 1; y < this.k; y++) if (this.lambda[at + y] < this.lambda[at + own]) own = y
      this.copy[m] = -this.lambda[at + z] >= -this.lambda[at + own] - penalty ? z : own
    }
  }

  /** The max-marginals of one copy, without its own λ. */
  copyMarginals(set: number, member: number, out: Float64Array): void {
    const { k, total, given } = this
    const penalty = this.experiment.sets.penalties[set] as number
    let top = Number.NEGATIVE_INFINITY
    for (let z = 0; z < k; z++) {
      out[z] = total[set * k + z] - given[member * k + z]
      if (out[z] > top) top = out[z]
    }
    for (let y = 0; y < k; y++) if (out[y] < top - penalty) out[y] = top - penalty
  }
}

/**
 * How the step of a subgradient method shrinks: by rounds, or by increases of the dual, as in the paper's
 * supplement.
 */
export type StepSchedule = (round: number, rises: number) => number

/**
 * Algorithm 1 on Fig. 2. Only sentences whose λ changed are solved again. Calls `report` after every round;
 * returning false stops it.
 */
export function copyingSubgradient(
  experiment: Experiment,
  schedule: StepSchedule,
  report: (copies: Copies) => boolean,
): void {
  const copies = new Copies(experiment)
  const { sets, shared } = experiment
  const { k, lambda, extra, values, copy, factorOf } = copies
  const dirty = new Uint8Array(shared.sentences.length).fill(1)
  let last = Number.POSITIVE_INFINITY
  let rises = 0
  for (let round = 1; ; round++) {
    for (let f = 0; f < dirty.length; f++) if (dirty[f] === 1) copies.maximize(f)
    for (let set = 0; set < sets.length; set++) copies.maximizeStar(set)
    if (!report(copies)) return
    const dual = copies.dual()
    if (dual > last) rises++
    last = dual
    const step = schedule(round, rises)
    dirty.fill(0)
    for (let m = 0; m < copy.length; m++) {
      const v = shared.variableOf[m]
      if (values[v] === copy[m]) continue
      lambda[m * k + values[v]] -= step
      lambda[m * k + copy[m]] += step
      extra[v * k + values[v]] -= step
      extra[v * k + copy[m]] += step
      dirty[factorOf[v]] = 1
    }
  }
}

/** λ of a value that no output of the sentence has: the copy must not take it, and sums must stay finite. */
const IMPOSSIBLE = 1e6

/** Passes over a set once max-marginals are known, as in the paper's experiments. */
const PASSES = 10

/**
 * Algorithm 3 on Fig. 2, with λ ← ½(m2 − m1). Calls `report` after every round, and after every `every`
 * inference runs. It stops if `report` returns false, or after a round that solves no sentence, since nothing
 * changes any more.
 */
export function copyingMplp(
  experiment: Experiment,
  report: (copies: Copies) => boolean,
  { every = Number.POSITIVE_INFINITY, rounds = Number.POSITIVE_INFINITY } = {},
): void {
  const copies = new Copies(experiment)
  const { sets, shared } = experiment
  for (let f = 0; f < shared.sentences.length; f++) copies.maxMarginals(f)
  const row = new Float64Array(copies.k)
  let last = -1
  for (let round = 0; report(copies) && round < rounds && copies.runs > last; round++) {
    last = copies.runs
    let due = last + every
    for (let set = 0; set < sets.length; set++) {
      for (let pass = 0; pass < PASSES; pass++)
        for (let m = sets.start(set); m < sets.start(set + 1); m++)
          updateMember(copies, set, m, pass > 0, row)
      if (copies.runs < due) continue
      if (!report(copies)) return
      due = copies.runs + every
    }
  }
}

function updateMember(copies: Copies, set: number, m: number, onlyKnown: boolean, row: Float64Array): void {
  const { k, lambda, extra, marginals, fresh, factorOf, best } = copies
  const { shared } = copies.experiment
  const v = shared.variableOf[m]
  const f = factorOf[v]
  if (fresh[f] !== ALL && fresh[f] !== v) {
    if (onlyKnown) return
    copies.maxMarginals(f)
  }
  copies.copyMarginals(set, m, row)
  let changed = 0
  let top = Number.NEGATIVE_INFINITY
  for (let y = 0; y < k; y++) {
    const isPossible = marginals[v * k + y] > Number.NEGATIVE_INFINITY
    const next = isPossible ? 0.5 * (row[y] - (marginals[v * k + y] - lambda[m * k + y])) : IMPOSSIBLE
    const change = next - lambda[m * k + y]
    lambda[m * k + y] = next
    if (!isPossible) continue
    extra[v * k + y] += change
    marginals[v * k + y] += change
    changed = Math.max(changed, Math.abs(change))
    top = Math.max(top, marginals[v * k + y])
  }
  best[f] = top
  copies.memberChanged(set, m)
  if (changed > 1e-9 && shared.first[f + 1] - shared.first[f] > 1) fresh[f] = v
  if (shared.first[f + 1] - shared.first[f] === 1)
    for (let y = 0; y < k; y++) if (marginals[v * k + y] === top) copies.values[v] = y
}
