// A corpus-wide problem as the methods of paper 4 take it, and what each method makes of it round by round.
import type { SoftFactor, SoftProblem } from '@parley/core'
import type { ConsensusSets, SharedWords } from '@parley/nlp'

export interface Experiment {
  readonly sets: ConsensusSets
  readonly shared: SharedWords
  /** The soft problem. */
  problem(): SoftProblem
  /** The sentences as models, for methods that do without the soft problem; one is in use at a time. */
  models(): (factor: number) => SoftFactor
  /** The share of words that are right in the best answers of the sentences, each value of a shared word being worth `extra` more. */
  accuracy(extra: Float64Array): number
}

/** Where a method stands after a round. */
export interface Point {
  /** Inference runs per sentence so far; those with max-marginals count twice. */
  readonly runs: number
  readonly dual: number
  readonly accuracy: number
}

/** What a method did. */
export interface Run {
  readonly method: string
  readonly points: readonly Point[]
}

/** The shares of the way that are reported. */
export const QUANTILES = [0.8, 0.85, 0.9, 0.95, 0.99] as const

/** Runs until the dual has dropped by a share of the way to the lowest; undefined if it has not. */
export function runsToDual(
  { points }: Run,
  share: number,
  first: number,
  lowest: number,
): number | undefined {
  const goal = first - share * (first - lowest)
  return points.find(({ dual }) => dual <= goal + 1e-9 * Math.abs(goal))?.runs
}

/** Runs until accuracy has risen by a share of the way to the highest; undefined if it has not. */
export function runsToAccuracy(
  { points }: Run,
  share: number,
  first: number,
  highest: number,
): number | undefined {
  const goal = first + share * (highest - first)
  return points.find(({ accuracy }) => accuracy >= goal)?.runs
}

/** The table of paper 4: methods in rows, shares of the way in columns, for accuracy and for the dual. */
export function quantileTable(runs: readonly Run[]): string {
  const firstDual = runs[0]!.points[0]!.dual
  const firstAccuracy = runs[0]!.points[0]!.accuracy
  const all = runs.flatMap(({ points }) => points)
  const lowest = Math.min(...all.map(({ dual }) => dual))
  const highest = Math.max(...runs.map(({ points }) => points.at(-1)!.accuracy))
  const header = QUANTILES.map((share) => `${100 * share} %`).join(' | ')
  const show = (x: number | undefined) => (x === undefined ? 'na' : x.toFixed(1))
  const line = (name: string, cells: (number | undefined)[]) => `| ${name} | ${cells.map(show).join(' | ')} |`
  const rule = `|---|${QUANTILES.map(() => '--:|').join('')}`
  return [
    `| gain in accuracy | ${header} |`,
    rule,
    ...runs.map((run) =>
      line(
        run.method,
        QUANTILES.map((share) => runsToAccuracy(run, share, firstAccuracy, highest)),
      ),
    ),
    '',
    `| drop of the dual | ${header} |`,
    rule,
    ...runs.map((run) =>
      line(
        run.method,
        QUANTILES.map((share) => runsToDual(run, share, firstDual, lowest)),
      ),
    ),
  ].join('\n')
}

/** Asks the models whose extra scores changed since the last call, then `measure`. No calls are counted. */
export function accuracyBy(
  shared: SharedWords,
  k: number,
  models: (factor: number) => SoftFactor,
  measure: () => number,
): Experiment['accuracy'] {
  const last = new Float64Array(shared.words.length * k)
  const values = new Int32Array(shared.words.length)
  return (extra) => {
    for (let f = 0; f < shared.sentences.length; f++) {
      const [from, to] = [shared.first[f]! * k, shared.first[f + 1]! * k]
      let same = true
      for (let i = from; same && i < to; i++) same = last[i] === extra[i]
      if (same) continue
      last.set(extra.subarray(from, to), from)
      models(f).maximize(last.subarray(from, to), values.subarray(shared.first[f], shared.first[f + 1]))
    }
    return measure()
  }
}
