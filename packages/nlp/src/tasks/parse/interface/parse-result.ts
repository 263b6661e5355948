// The options of the parser and its result.
import type { Status, TraceRow } from '@parleyjs/core'
import type { OptionKeys } from '@parleyjs/core/internal'
import type { PartName } from '../parts/parts.js'
import { CONSTRAINT_KEYS, type ParserConstraints } from './parser-input.js'

/** Options of `Parser.parse`. */
export interface ParseOptions extends ParserConstraints {
  /** Maximum number of solver iterations. Default 200. */
  maxIterations?: number
  /** Relative gap between bound and value at which the solver stops, see `ad3`. Default 1e-6. */
  tolerance?: number
  /**
   * Solver for models with parts beyond arcs: AD³ (default), or the subgradient method on the same factors.
   */
  algorithm?: 'ad3' | 'subgradient'
  /** Only trees without crossing arcs. */
  projective?: boolean
  /**
   * With parts beyond arcs: how far an arc may be behind the best arc into the same word, in its own score
   * plus three tenths of its log-probability; ∞ keeps all arcs that survived pruning. Default: the model's
   * slack, or 3.4; ∞ for the k best.
   */
  slack?: number
  /** Keep the solver's trace. */
  trace?: boolean
}

export const SETTING_KEYS = {
  maxIterations: true,
  tolerance: true,
  algorithm: true,
  projective: true,
  slack: true,
  trace: true,
} satisfies OptionKeys<Omit<ParseOptions, keyof ParserConstraints>>

export const PARSE_KEYS = { ...CONSTRAINT_KEYS, ...SETTING_KEYS } satisfies OptionKeys<ParseOptions>

/** A tree with its certificate and confidence. */
export interface Parse {
  /** The head of each word: 0 for the root, h for word h − 1. */
  heads: Int32Array
  /** The relation of each word to its head. */
  deprels: string[]
  /**
   * `optimal` if no tree over the arcs that survived pruning, and are close enough (`slack`), scores more.
   */
  status: Status
  /** Score of the tree: the same whatever was pruned, forced or left out (see `Parser.score`). */
  value: number
  /** No tree over these arcs scores more than this. */
  bound: number
  /**
   * Parts of the model that were left out of the search, wholly or at some heads, because the sentence is too
   * large. They count in `value`, and `bound` includes an upper bound for them, so such a tree is rarely
   * `optimal`.
   */
  dropped?: readonly PartName[]
  /** bound − value. */
  gap: number
  /** Iterations of the solver; 0 where none was needed. */
  iterations: number
  /** Probability of each word's head under the pruning model: a marginal over all trees. */
  confidence: Float64Array
  /**
   * By how much the arc into each word scores more than the best other arc into it; ∞ if there is no other.
   */
  margin: Float64Array
  /** The solver's trace, if it was asked for; empty where no iteration was needed. */
  trace?: TraceRow[]
}

/** The parse of no words. */
export function nothing(trace: boolean): Parse {
  return {
    heads: new Int32Array(0),
    deprels: [],
    status: 'optimal',
    value: 0,
    bound: 0,
    gap: 0,
    iterations: 0,
    confidence: new Float64Array(0),
    margin: new Float64Array(0),
    ...(trace && { trace: [] }),
  }
}
