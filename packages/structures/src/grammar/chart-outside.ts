// Outside scores of a chart, and the selection of what to keep: a symbol over a span, or a use of a rule,
// stays if the best tree with it scores within `threshold` of the best of all. Entries outside the threshold
// are not followed further down. This loses nothing, because all trees below them are outside it as well, and
// it keeps the outside pass much cheaper than the inside pass.
import { grown } from '@parleyjs/core/internal'
import { type Chart, findEntry, spanIndex, splitIndex } from './chart.js'

/** Uses of binary rules, as columns of entries of the chart. */
export class RuleUses {
  parent = new Int32Array(4096)
  left = new Int32Array(4096)
  right = new Int32Array(4096)
  score = new Float64Array(4096)
  count = 0

  push(parent: number, left: number, right: number, score: number): void {
    if (this.count === this.parent.length) {
      this.parent = grown(this.parent)
      this.left = grown(this.left)
      this.right = grown(this.right)
      this.score = grown(this.score)
    }
    this.parent[this.count] = parent
    this.left[this.count] = left
    this.right[this.count] = right
    this.score[this.count++] = score
  }
}

/**
 * Pieces side by side where the grammar has no tree for the whole: the best scores of beginnings and endings.
 */
export interface Glue {
  /** The score of each piece. */
  readonly score: number
  /** Best scores of the words before each place, and from it on. */
  readonly before: Float64Array
  readonly after: Float64Array
}

export interface Outside {
  /** The lowest total score that is kept. */
  readonly least: number
  /** Outside scores of each entry, for its lower and its upper score. */
  readonly lower: Float64Array
  readonly upper: Float64Array
}

const NONE = Number.NEGATIVE_INFINITY

/** Allowance for rounding, relative to the size of the total. */
const SLACK = 1e-9

/** The best way to cover the words with pieces of any symbols. */
export function glueOf(chart: Chart, score: number): Glue {
  const { length: n, entryStart, upper } = chart
  const before = new Float64Array(n + 1).fill(NONE)
  const after = new Float64Array(n + 1).fill(NONE)
  const piece = new Float64Array(entryStart.length - 1).fill(NONE)
  for (let span = 0; span < piece.length; span++)
    for (let e = entryStart[span]; e < entryStart[span + 1]; e++)
      if (upper[e] > piece[span]) piece[span] = upper[e]
  before[0] = 0
  after[n] = 0
  for (let end = 1; end <= n; end++)
    for (let start = 0; start < end; start++)
      before[end] = Math.max(before[end], before[start] + score + piece[spanIndex(start, end)])
  for (let start = n - 1; start >= 0; start--)
    for (let end = n; end > start; end--)
      after[start] = Math.max(after[start], after[end] + score + piece[spanIndex(start, end)])
  return { score, before, after }
}

/** Fills the outside scores; the uses of rules that stay are added to `uses`. */
export function fillOutside(chart: Chart, threshold: number, glue: Glue | null, uses?: RuleUses): Outside {
  const { grammar, length: n, entryStart, symbol, lower: inLower, upper: inUpper, splits } = chart
  const { symbols, root, chains } = grammar
  const count = entryStart[entryStart.length - 1]
  const lower = new Float64Array(count).fill(NONE)
  const upper = new Float64Array(count).fill(NONE)
  const best = glue === null ? chart.best : glue.before[n]
  // Never −∞: entries without a tree are not kept.
  const least = Math.max(best - threshold - SLACK * (1 + Math.abs(best)), -Number.MAX_VALUE)
  const work: Work = {
    chart,
    least,
    lower,
    upper,
    rows: new Int32Array(n * symbols).fill(-1),
    outsideOf: new Float64Array(symbols).fill(NONE),
    entryOf: new Int32Array(symbols).fill(-1),
    uses,
  }
  if (glue === null && best > NONE) upper[findEntry(entryStart, symbol, spanIndex(0, n), root)] = 0
  for (let end = n; end > 0; end--) {
    for (let start = 0; start < end; start++) writeRow(work, start, end, true)
    for (let start = 0; start < end; start++) {
      const span = spanIndex(start, end)
      const [from, to] = [entryStart[span], entryStart[span + 1]]
      const around = glue === null ? NONE : glue.before[start] + glue.score + glue.after[end]
      let alive = false
      for (let e = from; e < to; e++) {
        if (around > upper[e]) upper[e] = around
        work.entryOf[symbol[e]] = e
      }
      for (let e = from; e < to; e++) {
        let outside = upper[e]
        const b = symbol[e]
        for (let c = chains.start[b]; c < chains.start[b + 1]; c++) {
          const above = work.entryOf[chains.parent[c]]
          if (above >= 0 && upper[above] + chains.best[c] > outside) outside = upper[above] + chains.best[c]
        }
        lower[e] = outside
        if (!(outside + inLower[e] >= least)) continue
        work.outsideOf[b] = outside
        alive = true
      }
      const split = splitIndex(start, end) - start - 1
      if (alive)
        for (let middle = start + 1; middle < end; middle++)
          if (splits === undefined || splits[split + middle] === 1)
            descend(work, spanIndex(start, middle), middle)
      for (let e = from; e < to; e++) {
        work.entryOf[symbol[e]] = -1
        work.outsideOf[symbol[e]] = NONE
      }
    }
    for (let start = 0; start < end; start++) writeRow(work, start, end, false)
  }
  // Entries outside the threshold in both are marked by −∞.
  for (let e = 0; e < count; e++) {
    if (!(upper[e] + inUpper[e] >= least)) upper[e] = NONE
    if (!(lower[e] + inLower[e] >= least)) lower[e] = NONE
  }
  return { least, lower, upper }
}

interface Work {
  readonly chart: Chart
  readonly least: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Entries of the spans that end where the present one does, by start and symbol; −1 if there is none. */
  readonly rows: Int32Array
  /** Outside score and entry of each kept symbol of the current span. */
  readonly outsideOf: Float64Array
  readonly entryOf: Int32Array
  readonly uses: RuleUses | undefined
}

function writeRow({ chart, rows }: Work, start: number, end: number, set: boolean): void {
  const { entryStart, symbol, grammar } = chart
  const span = spanIndex(start, end)
  for (let e = entryStart[span]; e < entryStart[span + 1]; e++)
    rows[start * grammar.symbols + symbol[e]] = set ? e : -1
}

/** From the present span to its parts, split at `middle`; `leftSpan` is the index of the left part. */
function descend(work: Work, leftSpan: number, middle: number): void {
  const { chart, least, upper, rows, outsideOf, entryOf, uses } = work
  const { grammar, entryStart, symbol, upper: inUpper } = chart
  const { leftStart, right, parent, score } = grammar
  const row = middle * grammar.symbols
  for (let l = entryStart[leftSpan]; l < entryStart[leftSpan + 1]; l++) {
    const s = symbol[l]
    const inLeft = inUpper[l]
    for (let i = leftStart[s]; i < leftStart[s + 1]; i++) {
      const around = outsideOf[parent[i]] + score[i]
      if (around === NONE) continue
      const r = rows[row + right[i]]
      if (r < 0) continue
      const inRight = inUpper[r]
      if (!(around + inLeft + inRight >= least)) continue
      if (around + inRight > upper[l]) upper[l] = around + inRight
      if (around + inLeft > upper[r]) upper[r] = around + inLeft
      if (uses !== undefined) uses.push(entryOf[parent[i]], l, r, score[i])
    }
  }
}
