// At the end of the descent many sentences have several values of equal score under the multipliers. The
// answer is improved by alternating two steps: each set chooses its value given the words, then each sentence
// its best answer given the sets. Neither step lowers the score.
import type { Factor, SoftSolution } from '@parleyjs/core'
import type { ConsensusSets } from './consensus.js'
import type { SharedWords } from './shared-words.js'

/** Maximum number of turns; usually two or three suffice. */
const TURNS = 5

/** Computes the best answer of each sentence when every value of a shared word scores `extra` more. */
export interface Turn {
  readonly extra: Float64Array
  /** A value for each shared word, to be written; then what the sets agree on. */
  readonly values: Int32Array
  /** The score of each sentence's answer without the extra, to be written. */
  readonly own: Float64Array
}

/** A solution that is at least as good; the bound stays. */
export function agreeMore(
  solution: SoftSolution,
  sets: ConsensusSets,
  shared: SharedWords,
  models: (factor: number) => Factor,
): SoftSolution {
  const turns = agreeByTurns(solution, sets, shared)
  for (;;) {
    const { value, done } = turns.next()
    if (done === true) return value
    answerTurn(value, shared, sets.values.length, models)
  }
}

/** Every sentence at its best. */
export function answerTurn(
  { extra, values, own }: Turn,
  { first }: SharedWords,
  k: number,
  models: (factor: number) => Factor,
): void {
  for (let f = 0; f < own.length; f++) {
    const [from, to] = [first[f], first[f + 1]]
    own[f] = answerOf(models(f), extra.subarray(from * k, to * k), k, values.subarray(from, to))
  }
}

/** The best values of a factor's variables, which have k values each, and the score without the extra. */
export function answerOf(factor: Factor, extra: Float64Array, k: number, values: Int32Array): number {
  const configuration = new Float64Array(extra.length)
  const own = factor.maximize(extra, configuration)
  for (let v = 0; v < values.length; v++) values[v] = configuration.indexOf(1, v * k) - v * k
  return own
}

/** The turns of `agreeMore`, for any implementation of the answers. */
export function* agreeByTurns(
  solution: SoftSolution,
  sets: ConsensusSets,
  shared: SharedWords,
): Generator<Turn, SoftSolution, undefined> {
  const { assignment } = solution
  if (assignment === null || solution.status === 'optimal') return solution
  const k = sets.values.length
  const values = assignment.slice()
  const extra = new Float64Array(shared.words.length * k)
  const own = new Float64Array(shared.sentences.length)
  let best = solution.value
  let bestValues = assignment
  for (let turn = 0; turn < TURNS; turn++) {
    extra.fill(0)
    for (let set = 0; set < sets.length; set++) {
      const z = elect(set, sets, shared, values)
      values[shared.words.length + set] = z
      charge(set, z, sets, shared, extra)
    }
    yield { extra, values, own }
    let value = 0
    for (let f = 0; f < own.length; f++) {
      value += own[f]
      for (let v = shared.first[f]; v < shared.first[f + 1]; v++) value += extra[v * k + values[v]]
    }
    if (!(value > best)) break
    best = value
    bestValues = values.slice()
  }
  const gap = Math.max(0, solution.bound - best)
  return { ...solution, assignment: bestValues, value: best, gap }
}

/** The value that a set agrees on at the least cost. */
function elect(set: number, sets: ConsensusSets, shared: SharedWords, values: Int32Array): number {
  const saved = new Float64Array(sets.values.length)
  for (let m = sets.start(set); m < sets.start(set + 1); m++) {
    const y = values[shared.variableOf[m]]
    saved[y] += cost(sets, set, y)
  }
  let z = values[shared.words.length + set]
  for (let y = 0; y < saved.length; y++) if (saved[y] > saved[z]) z = y
  return z
}

/**
 * Subtracts from the values of members the cost of differing from the value of their set: a member at y pays
 * for y.
 */
export function charge(
  set: number,
  agreed: number,
  sets: ConsensusSets,
  shared: SharedWords,
  extra: Float64Array,
): void {
  const k = sets.values.length
  for (let m = sets.start(set); m < sets.start(set + 1); m++)
    for (let y = 0; y < k; y++) if (y !== agreed) extra[shared.variableOf[m] * k + y] -= cost(sets, set, y)
}

function cost({ penalties }: ConsensusSets, set: number, value: number): number {
  const penalty = penalties[set]
  return typeof penalty === 'number' ? penalty : penalty[value]
}
