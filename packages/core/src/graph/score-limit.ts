import { ParleyError } from '../error.js'
import type { FactorGraph } from './graph.js'
import { Kind } from './store.js'

// How large scores may be. Values and bounds are sums in double precision, so a sum of scores whose sizes add up to S is
// wrong by about S · 2⁻⁵³ after every addition. Up to S = 10¹⁰ that is at most 10⁻⁶, the default tolerance.

/** What the sizes of a problem's scores may add up to: the largest of each variable and each factor. */
export const SCORE_LIMIT = 1e10

/** What to say of scores that are too large. */
export const LIMIT =
  `scores may add up to 1e10 in size, or sums in double precision are not exact to 1e-6. ` +
  'Divide all scores by the same number; to forbid something use a hard factor, `forbid`, or −Infinity in a dense table.'

/** Whether a score is a number of a size that sums can take. */
export function isScore(score: unknown, limit = SCORE_LIMIT): boolean {
  return typeof score === 'number' && Math.abs(score) <= limit
}

/** Position of the first entry of a table that is no score; −∞, which forbids, is one here. −1 if all are. */
export function wrongEntry(table: ArrayLike<unknown>, limit = SCORE_LIMIT): number {
  for (let i = 0; i < table.length; i++)
    if (!isScore(table[i], limit) && table[i] !== Number.NEGATIVE_INFINITY) return i
  return -1
}

/** The error about a score of a variable or pair. */
export function wrongScore(score: unknown, who: string): ParleyError {
  return new ParleyError(
    'bad-argument',
    Number.isFinite(score)
      ? `${who} has the score ${String(score)}; ${LIMIT}`
      : `${who} has the score ${String(score)}; scores must be finite numbers. ` +
          'To forbid a value use `forbid`, or −Infinity in a dense table.',
  )
}

/** The error about an entry of a table. */
export function wrongTable(table: ArrayLike<unknown>, entry: number, who: string): ParleyError {
  const score = table[entry]
  return new ParleyError(
    'bad-argument',
    `Score ${entry} of ${who} is ${String(score)}; ${Number.isFinite(score) ? LIMIT : 'it must be a number or −Infinity.'}`,
  )
}

/** Keeps count of what a problem's scores add up to in size. */
export class ScoreSum {
  private total = 0
  private largest = 0
  private index = 0

  /** Counts the next score. `index` says whose it is, in an error. */
  add(size: number, index: number): void {
    this.total += size
    if (size > this.largest) {
      this.largest = size
      this.index = index
    }
  }

  /** Refuses a sum that is too large with `more`, which is not counted. `describe` names the one with the largest score. */
  require(describe: (index: number) => string, more = 0, index = 0): void {
    const total = this.total + more
    if (total <= SCORE_LIMIT) return
    const largest = Math.max(this.largest, more)
    const whose = describe(more > this.largest ? index : this.index)
    throw new ParleyError(
      'bad-argument',
      `The scores add up to ${total.toPrecision(3)} in size, taking the largest of each variable and each factor or pair. ` +
        `The largest is ${largest} (${whose}). ${LIMIT[0].toUpperCase()}${LIMIT.slice(1)}`,
    )
  }
}

/**
 * Refuses a graph whose scores are so large that values and bounds would not be exact enough. Custom factors are looked
 * at when they answer.
 */
export function requireExactSums(graph: FactorGraph): void {
  const { variableStart, variableBinary, scores, baseScores, store } = graph
  const sum = new ScoreSum()
  for (let v = 0; v < graph.variableCount; v++) {
    const base = baseScores.data[v]
    let size = variableBinary.data[v] === 1 ? Math.abs(base) : 0
    for (let s = variableStart.data[v]; s < variableStart.data[v + 1]; s++)
      size = Math.max(size, Math.abs(base + scores.data[s]))
    sum.add(size, v)
  }
  for (let f = 0; f < store.count; f++) {
    const kind = store.kind.data[f]
    if (kind !== Kind.pair && kind !== Kind.dense) continue
    const start = store.paramStart.data[f]
    const first = kind === Kind.pair ? start : start + 1 + store.params.data[start]
    let size = 0
    for (let i = first; i < store.paramStart.data[f + 1]; i++) {
      const score = Math.abs(store.params.data[i])
      if (score > size && score < Number.POSITIVE_INFINITY) size = score
    }
    sum.add(size, graph.variableCount + f)
  }
  sum.require((index) =>
    index < graph.variableCount
      ? graph.describeVariable(index)
      : graph.describeFactor(index - graph.variableCount),
  )
}
