// Coarse to fine: a small grammar, whose symbols are classes of the fine grammar's symbols, selects the
// classes to try over each span. A class stays if the best coarse tree with it is within a threshold of the
// best coarse tree. Maxima are used instead of sums, so that all JavaScript engines keep the same entries.
import { type Beam, type Chart, fillInside, type SpanFilter, splitIndex, type WordLeaves } from './chart.js'
import { fillOutside, glueOf, RuleUses } from './chart-outside.js'
import type { Grammar } from './grammar.js'

export interface CoarseOptions {
  /** The small grammar. */
  readonly grammar: Grammar
  /** Words with symbols of the small grammar. */
  readonly words: readonly WordLeaves[]
  /** The coarse symbol of each fine one. */
  readonly classOf: Int32Array
  /** Maximum distance from the best coarse tree, in units of scores (nats). */
  readonly threshold: number
  /** The score of each piece where the small grammar has no tree. */
  readonly glue: number
  /** Beam of the coarse chart: faster, but it may lose the best tree. Default: no beam. */
  readonly beam?: Beam | undefined
  /**
   * Whether spans are split only where a coarse tree within the threshold does. Faster, but it may lose the
   * best tree. Default false.
   */
  readonly splits?: boolean | undefined
}

/** What the fine chart may contain. */
export function coarseFilter(options: CoarseOptions): SpanFilter {
  const { grammar, words, classOf, threshold, glue, beam } = options
  const uses = options.splits === true ? new RuleUses() : undefined
  const chart = fillInside(grammar, words, undefined, beam)
  const derived = chart.best > Number.NEGATIVE_INFINITY
  const outside = fillOutside(chart, threshold, derived ? null : glueOf(chart, glue), uses)
  const { entryStart, symbol } = chart
  const classes = grammar.symbols
  const spans = entryStart.length - 1
  const allowed = new Uint8Array(spans * classes)
  for (let span = 0; span < spans; span++)
    for (let e = entryStart[span]; e < entryStart[span + 1]; e++)
      if (outside.upper[e] > Number.NEGATIVE_INFINITY || outside.lower[e] > Number.NEGATIVE_INFINITY)
        allowed[span * classes + symbol[e]] = 1
  return { classOf, classes, allowed, splits: uses && splitsOf(chart, uses) }
}

/** Where the rules in use split their spans. */
function splitsOf({ length: n, entryStart }: Chart, { parent, left, count }: RuleUses): Uint8Array {
  const splits = new Uint8Array(splitIndex(n, n + 1))
  const startOf = new Int32Array(entryStart[entryStart.length - 1])
  const endOf = new Int32Array(startOf.length)
  let span = 0
  for (let end = 1; end <= n; end++)
    for (let start = end - 1; start >= 0; start--, span++) {
      startOf.fill(start, entryStart[span], entryStart[span + 1])
      endOf.fill(end, entryStart[span], entryStart[span + 1])
    }
  for (let u = 0; u < count; u++) {
    const start = startOf[parent[u]]
    splits[splitIndex(start, endOf[parent[u]]) + endOf[left[u]] - start - 1] = 1
  }
  return splits
}
