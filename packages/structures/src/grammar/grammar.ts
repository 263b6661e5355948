// A weighted grammar in binary form: rules A → B C and A → B between symbols, laid out for charts.
import { ParleyError } from '@parleyjs/core'
import { requireAllowed, requireCount, requireInteger } from '../common/check.js'
import { type ChainSums, closeChains, sumChains, type UnaryChains, type UnaryRules } from './unary-chains.js'

/** Binary rules, as columns. */
export interface BinaryRules {
  readonly parent: ArrayLike<number>
  readonly left: ArrayLike<number>
  readonly right: ArrayLike<number>
  /** Natural logarithms of probabilities, or any other scores. */
  readonly score: ArrayLike<number>
}

/** Options of a grammar. */
export interface GrammarOptions {
  /**
   * The number of symbols; the symbols are 0 … symbols − 1. The lexicon decides which of them words can have.
   */
  symbols: number
  /** The symbol of whole sentences. */
  root: number
  binary: BinaryRules
  unary?: UnaryRules
}

/**
 * Rules sorted by left child, and closed chains of unary rules.
 *
 * @example
 * // S → NP VP, VP → V NP, with S = 0, NP = 1, VP = 2, V = 3
 * const grammar = new Grammar({
 *   symbols: 4,
 *   root: 0,
 *   binary: { parent: [0, 2], left: [1, 3], right: [2, 1], score: [0, Math.log(0.5)] },
 * })
 */
export class Grammar {
  readonly symbols: number
  readonly root: number
  /** Where the rules of each left child begin, and their number at the end. */
  readonly leftStart: Int32Array
  readonly right: Int32Array
  readonly parent: Int32Array
  readonly score: Float64Array
  readonly chains: UnaryChains
  private readonly unary: UnaryRules
  private sums: ChainSums | undefined

  constructor({ symbols, root, binary, unary }: GrammarOptions) {
    this.symbols = requireInteger('The number of symbols of a grammar', symbols, 1)
    this.root = requireInteger('The root of a grammar', root, 0, symbols - 1)
    const count = binary.parent.length
    requireColumns('binary', count, symbols, [binary.parent, binary.left, binary.right], binary.score)
    const order = orderBy(binary.left, symbols)
    this.leftStart = order.start
    const pick = (column: ArrayLike<number>) => Int32Array.from(order.items, (r) => column[r])
    this.right = pick(binary.right)
    this.parent = pick(binary.parent)
    this.score = Float64Array.from(order.items, (r) => binary.score[r])
    this.unary = unary ?? { parent: [], child: [], score: [] }
    requireColumns(
      'unary',
      this.unary.parent.length,
      symbols,
      [this.unary.parent, this.unary.child],
      this.unary.score,
    )
    this.chains = closeChains(symbols, this.unary)
  }

  /** The sums over chains, computed on first use. */
  chainSums(): ChainSums {
    this.sums ??= sumChains(this.symbols, this.unary, this.chains)
    return this.sums
  }

  /** The symbols strictly between the two ends of the best chain, from the top down. */
  between(top: number, bottom: number): number[] {
    const { start, parent, below } = this.chains
    const found: number[] = []
    for (let a = top; ; ) {
      let c = start[bottom]
      while (c < start[bottom + 1] && parent[c] !== a) c++
      if (c === start[bottom + 1] || below[c] === bottom) return found
      a = below[c]
      found.push(a)
    }
  }
}

function requireColumns(
  what: string,
  count: number,
  symbols: number,
  columns: ArrayLike<number>[],
  scores: ArrayLike<number>,
): void {
  for (const column of columns) {
    requireCount(`A column of ${what} rules`, column.length, count, 'one per parent')
    for (let r = 0; r < count; r++)
      if (!Number.isInteger(column[r]) || column[r] < 0 || column[r] >= symbols)
        throw new ParleyError(
          'bad-argument',
          `A ${what} rule (number ${r + 1}) names symbol ${column[r]}, but the grammar has ${symbols}.`,
        )
  }
  requireCount(`Scores of ${what} rules`, scores.length, count, 'one per rule')
  requireAllowed(`Scores of ${what} rules`, scores)
}

/** The numbers 0 … length − 1 sorted by key; the sort is stable. */
function orderBy(keys: ArrayLike<number>, bound: number): { start: Int32Array; items: Int32Array } {
  const start = new Int32Array(bound + 1)
  for (let i = 0; i < keys.length; i++) start[keys[i] + 1]++
  for (let k = 0; k < bound; k++) start[k + 1] += start[k]
  const at = start.slice(0, bound)
  const items = new Int32Array(keys.length)
  for (let i = 0; i < keys.length; i++) items[at[keys[i]]++] = i
  return { start, items }
}
