// The best score of every symbol over every span (inside), and of the rest of the tree around it (outside). A
// span has a lower score per symbol, for constituents built from words or by a binary rule, and an upper one,
// after at most one closed chain of unary rules. Spans are visited by their end, and under it from the
// shortest to the longest, so that a span comes before every span that contains it.
import { grown } from '@parleyjs/core/internal'
import type { Grammar } from './grammar.js'

/** The symbols that a word may have, each with the link that says so. */
export interface WordLeaves {
  /** How many links the word has. */
  readonly links: number
  readonly symbols: ArrayLike<number>
  /** The link of each symbol, 0 … links − 1, counted within the word. Several symbols may share one. */
  readonly values: ArrayLike<number>
  readonly scores: ArrayLike<number>
}

/** Which symbols are allowed where: by class of symbol, for every span. */
export interface SpanFilter {
  /** The class of every symbol. */
  readonly classOf: Int32Array
  readonly classes: number
  /** allowed[spanIndex(start, end)·classes + class] is 1 or 0. */
  readonly allowed: Uint8Array
  /**
   * splits[splitIndex(start, end) + middle − start − 1] is 1 where a span may be split; everywhere by
   * default.
   */
  readonly splits?: Uint8Array | undefined
}

/**
 * Drops entries of longer spans whose upper score + prior is far below the best of the span.
 */
export interface Beam {
  /** Expected outside score of each symbol, such as log P(symbol). */
  readonly prior: Float64Array
  readonly width: number
  /** No span of more words than this has any entries. */
  readonly widest?: number | undefined
}

/** Spans in the order of visits, counted from 0. */
export function spanIndex(start: number, end: number): number {
  return ((end * (end - 1)) >> 1) + (end - 1 - start)
}

/** Where the ways to split a span begin, if those of all spans stand side by side in the order of visits. */
export function splitIndex(start: number, end: number): number {
  const width = end - start
  return (end * (end - 1) * (end - 2)) / 6 + ((width - 1) * (width - 2)) / 2
}

const NONE = Number.NEGATIVE_INFINITY

/** A chart, filled by `fillInside`. An entry is a symbol over a span that has a tree. */
export interface Chart {
  readonly grammar: Grammar
  readonly length: number
  /** Entries of each span, by its index, and their number at the end. */
  readonly entryStart: Int32Array
  readonly symbol: Int32Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** The score of the best tree of the root over all words, −∞ if there is none. */
  readonly best: number
  /** Where spans were split, as in `SpanFilter`. */
  readonly splits?: Uint8Array | undefined
}

/** The arrays that grow with the number of entries. */
class Entries {
  symbol = new Int32Array(4096)
  lower = new Float64Array(4096)
  upper = new Float64Array(4096)
  count = 0

  reserve(more: number): void {
    const need = this.count + more
    if (need <= this.symbol.length) return
    this.symbol = grown(this.symbol, 2 * need)
    this.lower = grown(this.lower, 2 * need)
    this.upper = grown(this.upper, 2 * need)
  }
}

/** Finds the best score of every symbol over every span. */
export function fillInside(
  grammar: Grammar,
  words: readonly WordLeaves[],
  filter?: SpanFilter,
  beam?: Beam,
): Chart {
  const { symbols, root } = grammar
  const n = words.length
  const entryStart = new Int32Array(((n * (n + 1)) >> 1) + 1)
  const entries = new Entries()
  const span = new SpanScores(symbols)
  // Upper scores of the spans that end where the present one does, by start.
  const rows = new Float64Array(n * symbols).fill(NONE)
  const { splits } = filter ?? {}
  const widest = beam?.widest ?? n
  for (let end = 1; end <= n; end++) {
    for (let start = end - 1; start >= 0; start--) {
      const index = spanIndex(start, end)
      if (end - start <= widest && (filter === undefined || isOpen(filter, index))) {
        if (start === end - 1) readLeaves(words[start], span, filter, index)
        const split = splitIndex(start, end) - start - 1
        for (let middle = start + 1; middle < end; middle++) {
          if (splits !== undefined && splits[split + middle] === 0) continue
          const left = spanIndex(start, middle)
          const [from, to] = [entryStart[left], entryStart[left + 1]]
          combine(grammar, entries, from, to, rows, middle * symbols, span, filter, index)
        }
        climb(grammar, span, filter, index)
        const inside = start < end - 1 && end - start < n
        span.store(entries, rows, start * symbols, inside ? beam : undefined)
      }
      entryStart[index + 1] = entries.count
    }
    for (let start = 0; start < end; start++) {
      const index = spanIndex(start, end)
      for (let e = entryStart[index]; e < entryStart[index + 1]; e++)
        rows[start * symbols + entries.symbol[e]] = NONE
    }
  }
  const { symbol, lower, upper } = entries
  const top = findEntry(entryStart, symbol, spanIndex(0, n), root)
  return { grammar, length: n, entryStart, symbol, lower, upper, best: top < 0 ? NONE : upper[top], splits }
}

/** Scores of the present span, by symbol, and which symbols have one. */
class SpanScores {
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly touched: Int32Array
  count = 0

  constructor(symbols: number) {
    this.lower = new Float64Array(symbols).fill(NONE)
    this.upper = new Float64Array(symbols).fill(NONE)
    this.touched = new Int32Array(symbols)
  }

  /** Moves all scores to the entries and to a row, except those that a beam drops. */
  store(entries: Entries, rows: Float64Array, row: number, beam: Beam | undefined): void {
    const { lower, upper, touched, count } = this
    const least = beam === undefined ? NONE : leastOf(beam, upper, touched, count)
    entries.reserve(count)
    for (let t = 0; t < count; t++) {
      const s = touched[t]
      if (beam === undefined || upper[s] + beam.prior[s] >= least) {
        const e = entries.count++
        entries.symbol[e] = s
        entries.lower[e] = lower[s]
        entries.upper[e] = upper[s]
        rows[row + s] = upper[s]
      }
      lower[s] = NONE
      upper[s] = NONE
    }
    this.count = 0
  }
}

/** Upper scores: the lower ones, and chains of unary rules above them. */
function climb({ chains }: Grammar, span: SpanScores, filter: SpanFilter | undefined, index: number): void {
  const { lower, upper, touched, count: built } = span
  for (let t = 0; t < built; t++) upper[touched[t]] = lower[touched[t]]
  for (let t = 0; t < built; t++) {
    const b = touched[t]
    for (let c = chains.start[b]; c < chains.start[b + 1]; c++) {
      const a = chains.parent[c]
      const candidate = lower[b] + chains.best[c]
      if (!(candidate > upper[a]) || !isAllowed(filter, index, a)) continue
      if (upper[a] === NONE) touched[span.count++] = a
      upper[a] = candidate
    }
  }
}

/** The entry of a symbol in a span, −1 if it has none. */
export function findEntry(entryStart: Int32Array, symbol: Int32Array, span: number, wanted: number): number {
  for (let e = entryStart[span]; e < entryStart[span + 1]; e++) if (symbol[e] === wanted) return e
  return -1
}

function leastOf({ prior, width }: Beam, upper: Float64Array, touched: Int32Array, count: number): number {
  let best = NONE
  for (let t = 0; t < count; t++) {
    const merit = upper[touched[t]] + prior[touched[t]]
    if (merit > best) best = merit
  }
  return best - width
}

/** Whether anything is allowed over a span. */
function isOpen({ classes, allowed }: SpanFilter, span: number): boolean {
  for (let c = span * classes; c < (span + 1) * classes; c++) if (allowed[c]) return true
  return false
}

function isAllowed(filter: SpanFilter | undefined, span: number, symbol: number): boolean {
  return filter === undefined || filter.allowed[span * filter.classes + filter.classOf[symbol]] === 1
}

function readLeaves(
  { symbols, scores }: WordLeaves,
  span: SpanScores,
  filter: SpanFilter | undefined,
  index: number,
): void {
  const { lower, touched } = span
  for (let i = 0; i < symbols.length; i++) {
    const s = symbols[i]
    if (!(scores[i] > lower[s]) || !isAllowed(filter, index, s)) continue
    if (lower[s] === NONE) touched[span.count++] = s
    lower[s] = scores[i]
  }
}

/**
 * All rules over one way to split a span: left children from the entries `from` … `to`, right ones from a
 * row.
 */
function combine(
  { leftStart, right, parent, score }: Grammar,
  { symbol, upper }: Entries,
  from: number,
  to: number,
  rows: Float64Array,
  row: number,
  span: SpanScores,
  filter: SpanFilter | undefined,
  index: number,
): void {
  const { lower, touched } = span
  for (let e = from; e < to; e++) {
    const s = symbol[e]
    const left = upper[e]
    for (let r = leftStart[s]; r < leftStart[s + 1]; r++) {
      const candidate = left + score[r] + rows[row + right[r]]
      const a = parent[r]
      if (!(candidate > lower[a]) || !isAllowed(filter, index, a)) continue
      if (lower[a] === NONE) touched[span.count++] = a
      lower[a] = candidate
    }
  }
}
