// A corpus-wide problem in the form that the methods of paper 4 take, and the results of each method by
// round.
import type { Factor, SoftProblem } from '@parleyjs/core'
import { answerOf, type ConsensusSets, type SharedWords } from '@parleyjs/nlp/internal'

export interface Experiment {
  readonly sets: ConsensusSets
  readonly shared: SharedWords
  /** Makes the soft problem. */
  problem(): SoftProblem
  /** The sentences as models, for methods that do not use the soft problem; only one is in use at a time. */
  models(): (factor: number) => Factor
  /**
   * The share of correct words in the best answers of the sentences, with `extra` added to the scores of the
   * shared words' values.
   */
  accuracy(extra: Float64Array): number
  /**
   * The share of correct words when the shared words have these values and the others follow. For models that
   * Box-MPLP sweeps: their answers are known then.
   */
  accuracyOf?(values: Int32Array): number
}

/** The state of a method after a round. */
export interface Point {
  /** Inference runs per sentence so far; runs with max-marginals count twice. */
  readonly runs: number
  readonly dual: number
  readonly accuracy: number
}

/** The results of a method. */
export interface Run {
  readonly method: string
  readonly points: readonly Point[]
}

/** The results of a method with steps under every schedule that was tried, without accuracy. */
export interface Grid {
  readonly method: string
  readonly schedules: readonly {
    readonly name: string
    readonly points: readonly Pick<Point, 'runs' | 'dual'>[]
  }[]
}

/** The results of all methods on one problem. */
export interface Comparison {
  readonly runs: readonly Run[]
  readonly grids: readonly Grid[]
}

/** The shares of the total improvement that are reported. */
export const QUANTILES = [0.8, 0.85, 0.9, 0.95, 0.99] as const

/** Runs until the dual has dropped by a share of its total decrease; undefined if it has not. */
export function runsToDual(
  points: readonly Pick<Point, 'runs' | 'dual'>[],
  share: number,
  first: number,
  lowest: number,
): number | undefined {
  const goal = first - share * (first - lowest)
  return points.find(({ dual }) => dual <= goal + 1e-9 * Math.abs(goal))?.runs
}

/** Runs until accuracy has risen by a share of its total increase; undefined if it has not. */
export function runsToAccuracy(
  points: readonly Point[],
  share: number,
  first: number,
  highest: number,
): number | undefined {
  const goal = first + share * (highest - first)
  return points.find(({ accuracy }) => accuracy >= goal)?.runs
}

/**
 * The median of the runs that several schedules need; schedules that do not reach the goal count as the
 * slowest.
 */
export function median(runs: readonly (number | undefined)[]): number | undefined {
  const sorted = runs.map((x) => x ?? Number.POSITIVE_INFINITY).sort((x, y) => x - y)
  const middle = sorted[Math.floor(sorted.length / 2)]
  return middle === Number.POSITIVE_INFINITY ? undefined : middle
}

/**
 * The table of paper 4: methods in rows, shares of the improvement in columns, for accuracy and for the dual.
 */
export function quantileTable({ runs, grids }: Comparison): string {
  const { dual: firstDual, accuracy: firstAccuracy } = isolated(runs)
  const lowest = Math.min(...runs.flatMap(({ points }) => points.map(({ dual }) => dual)))
  const highest = Math.max(...runs.map(({ points }) => points.at(-1)!.accuracy))
  const header = QUANTILES.map((share) => `${100 * share} %`).join(' | ')
  const show = (x: number | undefined) => (x === undefined ? 'na' : x.toFixed(1))
  const line = (name: string, cell: (share: number) => number | undefined) =>
    `| ${name} | ${QUANTILES.map((share) => show(cell(share))).join(' | ')} |`
  const rule = `|---|${QUANTILES.map(() => '--:|').join('')}`
  const toDual = (points: readonly Pick<Point, 'runs' | 'dual'>[], share: number) =>
    runsToDual(points, share, firstDual, lowest)
  return [
    `| gain in accuracy | ${header} |`,
    rule,
    ...runs.map(({ method, points }) =>
      line(method, (share) => runsToAccuracy(points, share, firstAccuracy, highest)),
    ),
    '',
    `| drop of the dual | ${header} |`,
    rule,
    ...runs.map(({ method, points }) => line(method, (share) => toDual(points, share))),
    ...grids.map(({ method, schedules }) =>
      line(`${method}, median of ${schedules.length} schedules`, (share) =>
        median(schedules.map(({ points }) => toDual(points, share))),
      ),
    ),
  ].join('\n')
}

/**
 * The common start of all methods: each sentence by itself. Subgradient methods report it as their first
 * point.
 */
export function isolated(runs: readonly Run[]): Point {
  const first = runs.map(({ points }) => points[0])
  return first.reduce((best, point) => (point.dual > best.dual ? point : best))
}

/**
 * Completes the sentences whose shared words changed since the last call, then calls `measure`. These runs
 * are not counted.
 */
export function accuracyOfValues(
  shared: SharedWords,
  complete: (factor: number, values: Int32Array) => void,
  measure: () => number,
): (values: Int32Array) => number {
  const last = new Int32Array(shared.words.length).fill(-1)
  return (values) => {
    for (let f = 0; f < shared.sentences.length; f++) {
      let same = true
      for (let v = shared.first[f]; same && v < shared.first[f + 1]; v++) same = last[v] === values[v]
      if (!same) complete(f, values)
    }
    last.set(values.subarray(0, last.length))
    return measure()
  }
}

/**
 * Solves the models whose extra scores changed since the last call, then calls `measure`. These runs are not
 * counted.
 */
export function accuracyBy(
  shared: SharedWords,
  k: number,
  models: (factor: number) => Factor,
  measure: () => number,
): Experiment['accuracy'] {
  const last = new Float64Array(shared.words.length * k)
  const values = new Int32Array(shared.words.length)
  return (extra) => {
    for (let f = 0; f < shared.sentences.length; f++) {
      const [from, to] = [shared.first[f] * k, shared.first[f + 1] * k]
      let same = true
      for (let i = from; same && i < to; i++) same = last[i] === extra[i]
      if (same) continue
      last.set(extra.subarray(from, to), from)
      const own = values.subarray(shared.first[f], shared.first[f + 1])
      answerOf(models(f), last.subarray(from, to), k, own)
    }
    return measure()
  }
}
