// Chains of categories with one child each: the best chain from a symbol up to every category.
import { FIRST, type HeadDrivenScores, LEFT, RIGHT } from './scores.js'

/** A chain: the category that it ends in, its score, and its pairs from the lowest up. */
export interface Chain {
  readonly symbol: number
  readonly score: number
  /** Its number in `Chains.list`. */
  readonly id: number
}

/**
 * The best chains of one sentence. They depend on the head word and on the classes of the words on either
 * side of it.
 */
export class Chains {
  /** The pairs of all chains found so far; the first is the empty one. */
  readonly list: number[][] = [[]]
  private readonly known = new Map<number, Chain[]>()

  constructor(
    private readonly scores: HeadDrivenScores,
    /** The pairs of every symbol as head child. */
    private readonly pairsOf: readonly (readonly number[])[],
    private readonly maxLength: number,
    private readonly leastScore: number,
  ) {}

  /**
   * From a symbol, itself included; between the head word and the ends of the span are words of these
   * classes.
   */
  from(symbol: number, head: number, leftGap: number, rightGap: number): readonly Chain[] {
    const { symbols, gaps } = this.scores
    const key = ((head * gaps + leftGap) * gaps + rightGap) * symbols + symbol
    const known = this.known.get(key)
    if (known !== undefined) return known
    const found = this.search(symbol, head, leftGap, rightGap)
    this.known.set(key, found)
    return found
  }

  /**
   * Bellman's recursion, one more pair in each round. A chain that comes back to its symbol is never better.
   */
  private search(symbol: number, head: number, leftGap: number, rightGap: number): Chain[] {
    const { scores, pairsOf } = this
    const best = new Map<number, { score: number; pairs: number[] }>([[symbol, { score: 0, pairs: [] }]])
    let last = [symbol]
    for (let length = 1; length <= this.maxLength && last.length > 0; length++) {
      const reached = new Map<number, { score: number; pairs: number[] }>()
      for (const from of last) {
        const below = best.get(from)!
        for (const pair of pairsOf[from]) {
          const score =
            below.score +
            scores.start(pair, head) +
            scores.stop(scores.context(pair, head, RIGHT, FIRST, rightGap)) +
            scores.stop(scores.context(pair, head, LEFT, FIRST, leftGap))
          const category = scores.pairCategory[pair]
          const old = reached.get(category) ?? best.get(category)
          if (score < this.leastScore || (old !== undefined && old.score >= score)) continue
          reached.set(category, { score, pairs: [...below.pairs, pair] })
        }
      }
      for (const [category, chain] of reached) best.set(category, chain)
      last = [...reached.keys()]
    }
    return [...best].map(([category, { score, pairs }]) => {
      if (pairs.length === 0) return { symbol: category, score, id: 0 }
      return { symbol: category, score, id: this.list.push(pairs) - 1 }
    })
  }
}
