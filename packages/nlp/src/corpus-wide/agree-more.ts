// At the end of the descent many sentences are torn between values that score the same under the multipliers. So the answer is
// improved by turns: what sets agree on given the words, then every sentence at its best given the sets. Neither lowers it.
import type { SoftFactor, SoftSolution } from '@parley/core'
import type { ConsensusSets } from './consensus.js'
import type { SharedWords } from './shared-words.js'

/** Turns at most; mostly two or three do. */
const TURNS = 5

/** A solution that is at least as good; the bound stays. */
export function agreeMore(
  solution: SoftSolution,
  sets: ConsensusSets,
  shared: SharedWords,
  models: (factor: number) => SoftFactor,
): SoftSolution {
  const { assignment } = solution
  if (assignment === null || solution.status === 'optimal') return solution
  const k = sets.values.length
  const count = shared.words.length
  const values = assignment.slice()
  const extra = new Float64Array(count * k)
  let best = solution.value
  let bestValues = assignment
  for (let turn = 0; turn < TURNS; turn++) {
    // A member at y costs its set's penalty of y unless the set agrees on y.
    extra.fill(0)
    for (let set = 0; set < sets.length; set++) elect(set, sets, shared, values, extra)
    let value = 0
    for (let f = 0; f < shared.sentences.length; f++) {
      const [from, to] = [shared.first[f], shared.first[f + 1]]
      const own = models(f).maximize(extra.subarray(from * k, to * k), values.subarray(from, to))
      value += own
      for (let v = from; v < to; v++) value += extra[v * k + values[v]]
    }
    if (!(value > best)) break
    best = value
    bestValues = values.slice()
  }
  const gap = Math.max(0, solution.bound - best)
  return { ...solution, assignment: bestValues, value: best, gap }
}

/** What a set agrees on at the least cost, and what that takes from its members' values. */
function elect(
  set: number,
  sets: ConsensusSets,
  shared: SharedWords,
  values: Int32Array,
  extra: Float64Array,
): void {
  const k = sets.values.length
  const penalty = sets.penalties[set]
  const cost = (y: number) => (typeof penalty === 'number' ? penalty : penalty[y])
  const saved = new Float64Array(k)
  for (let m = sets.start(set); m < sets.start(set + 1); m++) {
    const y = values[shared.variableOf[m]]
    saved[y] += cost(y)
  }
  const at = shared.words.length + set
  let z = values[at]
  for (let y = 0; y < k; y++) if (saved[y] > saved[z]) z = y
  values[at] = z
  for (let m = sets.start(set); m < sets.start(set + 1); m++)
    for (let y = 0; y < k; y++) if (y !== z) extra[shared.variableOf[m] * k + y] -= cost(y)
}
