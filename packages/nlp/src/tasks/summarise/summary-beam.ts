// A wider search for summaries: several partial summaries side by side, each extended by one compressed
// sentence at a time.
import type { SummaryState } from './summary-state.js'

/** Number of partial summaries that are kept at a time. */
const WIDTH = 12
/** Number of extensions of a partial summary that are evaluated exactly. */
const BRANCHES = 8
/** Prices of a word at which sentences are compressed, as shares of the value of a word. */
const PRICES = [0.4, 0.8, 1.1]

/** A sentence with its kept units, in the order of its tree. */
interface Part {
  readonly sentence: number
  readonly units: Uint8Array
}

interface PartialSummary {
  readonly parts: readonly Part[]
  readonly value: number
  /** Its value, and the estimated value of the rest of the budget. */
  readonly promise: number
}

/**
 * Extends partial summaries until nothing fits; `finish` is called with each of them in `state`, and may
 * change it. `worth` is the value per word of the budget in a good summary.
 */
export function beamSearch(
  state: SummaryState,
  candidates: ArrayLike<number>,
  worth: number,
  finish: () => void,
): void {
  let beam: PartialSummary[] = [{ parts: [], value: 0, promise: 0 }]
  while (beam.length > 0) {
    const extended = new Map<string, PartialSummary>()
    for (const partial of beam) {
      load(state, partial.parts)
      for (const next of extensions(state, candidates, worth, partial)) {
        const key = `${next.value.toFixed(9)} ${next.parts
          .map(({ sentence }) => sentence)
          .sort((a, b) => a - b)
          .join()}`
        if (!extended.has(key)) extended.set(key, next)
      }
      load(state, partial.parts)
      finish()
    }
    beam = [...extended.values()].sort((a, b) => b.promise - a.promise).slice(0, WIDTH)
  }
}

/** The most promising extensions of the summary in `state` by one sentence. */
function extensions(
  state: SummaryState,
  candidates: ArrayLike<number>,
  worth: number,
  { parts }: PartialSummary,
): PartialSummary[] {
  const { problem } = state
  const found: { sentence: number; price: number; promise: number }[] = []
  for (let i = 0; i < candidates.length; i++) {
    const sentence = candidates[i]
    if (state.isUsed(sentence)) continue
    let last = -1
    for (const share of PRICES) {
      const price = share * worth
      const { gain, cost } = state.propose(sentence, price)
      if (gain <= 0 || cost === last) continue
      last = cost
      found.push({ sentence, price, promise: gain + (price - worth) * cost })
    }
  }
  const best = found.sort((a, b) => b.promise - a.promise).slice(0, BRANCHES)
  return best.flatMap(({ sentence, price }) => {
    state.propose(sentence, price)
    const gained = state.take(sentence)
    const value = state.value
    const promise = value + worth * (problem.budget - state.spent)
    const units = state.kept.slice(problem.sentenceStart[sentence], problem.sentenceStart[sentence + 1])
    state.remove(sentence)
    return gained > 0 ? [{ parts: [...parts, { sentence, units }], value, promise }] : []
  })
}

function load(state: SummaryState, parts: readonly Part[]): void {
  state.clear()
  for (const { sentence, units } of parts) state.setUnits(sentence, units)
}
