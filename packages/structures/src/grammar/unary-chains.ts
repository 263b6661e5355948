// Chains of unary rules A → … → B, closed in advance, so that a chart makes at most one step per span. A
// maximum takes the best chain; a sum takes all of them, with any number of turns around cycles: Σₖ Uᵏ, until
// a term adds nothing.
import { ParleyError } from '@parleyjs/core'

/** Unary rules, as columns. */
export interface UnaryRules {
  readonly parent: ArrayLike<number>
  readonly child: ArrayLike<number>
  readonly score: ArrayLike<number>
}

/** The chains above each symbol, one after the other; the empty chain is not among them. */
export interface UnaryChains {
  /** Where the chains above each symbol begin, and their number at the end. */
  readonly start: Int32Array
  /** The symbol on top. */
  readonly parent: Int32Array
  /** The score of the best chain between the two. */
  readonly best: Float64Array
  /** The symbol right below the top in the best chain. */
  readonly below: Int32Array
  /** 1 for each symbol from which a chain leads back to itself. */
  readonly cyclic: Uint8Array
}

/** Unary rules by child. */
interface Upwards {
  readonly start: Int32Array
  readonly parent: Int32Array
  readonly score: Float64Array
}

/** The best chain between every two symbols that have one. */
export function closeChains(symbols: number, rules: UnaryRules): UnaryChains {
  const up = byChild(symbols, rules)
  const best = new Float64Array(symbols).fill(Number.NEGATIVE_INFINITY)
  const below = new Int32Array(symbols).fill(-1)
  const rounds = new Int32Array(symbols)
  const start = new Int32Array(symbols + 1)
  const cyclic = new Uint8Array(symbols)
  const parents: number[] = []
  const bests: number[] = []
  const belows: number[] = []
  for (let from = 0; from < symbols; from++) {
    const reached = climb(up, from, best, below, rounds, cyclic)
    for (const a of reached) {
      if (a !== from) {
        parents.push(a)
        bests.push(best[a])
        belows.push(below[a])
      }
      best[a] = Number.NEGATIVE_INFINITY
      rounds[a] = 0
    }
    start[from + 1] = parents.length
  }
  return {
    start,
    parent: Int32Array.from(parents),
    best: Float64Array.from(bests),
    below: Int32Array.from(belows),
    cyclic,
  }
}

/** Relaxes until nothing improves; returns what was reached. */
function climb(
  up: Upwards,
  from: number,
  best: Float64Array,
  below: Int32Array,
  rounds: Int32Array,
  cyclic: Uint8Array,
): number[] {
  const reached = [from]
  const queue = [from]
  best[from] = 0
  for (let next = 0; next < queue.length; next++) {
    const b = queue[next]
    if (++rounds[b] > best.length + 1)
      throw new ParleyError(
        'bad-argument',
        `Unary rules of a grammar form a cycle through symbol ${b} with a positive score: a tree could grow without end. Scores are logarithms of probabilities, so at most 0.`,
      )
    for (let r = up.start[b]; r < up.start[b + 1]; r++) {
      const a = up.parent[r]
      if (a === from) cyclic[from] = 1
      const candidate = best[b] + up.score[r]
      if (!(candidate > best[a])) continue
      if (best[a] === Number.NEGATIVE_INFINITY) reached.push(a)
      best[a] = candidate
      below[a] = b
      queue.push(a)
    }
  }
  return reached
}

/**
 * The sums over chains: those between symbols in the order of the best ones, and those from each symbol to
 * itself.
 */
export interface ChainSums {
  readonly between: Float64Array
  /** log of 1 (the empty chain) plus the sum over the cycles of each symbol. */
  readonly own: Float64Array
}

const ROUNDS = 10_000
const NEGLIGIBLE = 1e-18

/** log Σ over all chains of e^score. */
export function sumChains(symbols: number, rules: UnaryRules, chains: UnaryChains): ChainSums {
  const up = byChild(symbols, rules)
  const between = new Float64Array(chains.parent.length)
  const own = new Float64Array(symbols)
  const total = new Float64Array(symbols)
  for (let from = 0; from < symbols; from++) {
    if (up.start[from] === up.start[from + 1]) continue
    total.fill(0)
    let now = new Map([[from, 1]])
    for (let round = 0; now.size > 0; round++) {
      if (round > ROUNDS)
        throw new ParleyError(
          'bad-argument',
          `The sum over chains of unary rules above symbol ${from} has no limit: a cycle weighs 1 or more.`,
        )
      now = oneStep(up, now, total)
    }
    for (let c = chains.start[from]; c < chains.start[from + 1]; c++)
      between[c] = Math.log(total[chains.parent[c]])
    own[from] = Math.log(total[from])
  }
  return { between, own }
}

function oneStep(up: Upwards, now: Map<number, number>, total: Float64Array): Map<number, number> {
  const next = new Map<number, number>()
  for (const [b, weight] of now) {
    total[b] += weight
    if (weight < NEGLIGIBLE * total[b]) continue
    for (let r = up.start[b]; r < up.start[b + 1]; r++) {
      const a = up.parent[r]
      next.set(a, (next.get(a) ?? 0) + weight * Math.exp(up.score[r]))
    }
  }
  return next
}

function byChild(symbols: number, { parent, child, score }: UnaryRules): Upwards {
  const start = new Int32Array(symbols + 1)
  for (let r = 0; r < child.length; r++) start[child[r] + 1]++
  for (let s = 0; s < symbols; s++) start[s + 1] += start[s]
  const at = start.slice(0, symbols)
  const parents = new Int32Array(child.length)
  const scores = new Float64Array(child.length)
  for (let r = 0; r < child.length; r++) {
    const to = at[child[r]]++
    parents[to] = parent[r]
    scores[to] = score[r]
  }
  return { start, parent: parents, score: scores }
}
