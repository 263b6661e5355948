// Makes the tree of the summary problem from the compressor's scores of a sentence: units that must stay with
// their parent are merged with it, and scores become penalties.
import type { Units } from '../compress/units.js'
import type { SummaryTree } from './summary-problem.js'

/** The units of a sentence with the compressor's scores of keeping each, with its parent and without. */
export interface UnitScores {
  readonly units: Pick<Units, 'length' | 'of' | 'parents' | 'sizes' | 'required'>
  readonly keep: ArrayLike<number>
  readonly top: ArrayLike<number>
}

/** Weights of the compressor's scores relative to the weights of concepts; all are at least 0. */
export interface CompressionPrices {
  /**
   * Times the compressor's score of keeping a unit, where that is above −`slack`: the penalty of deleting it.
   */
  readonly cut: number
  readonly slack: number
  /** Penalty of every sentence that is used. */
  readonly sentence: number
  /** Penalty of a clause that stands for its sentence. */
  readonly clause: number
  /** Penalty of every unit that is deleted. */
  readonly deletion: number
}

/** The tree, and where the compressor's units are in it. */
export interface PlacedTree {
  readonly tree: SummaryTree
  readonly placeOf: Int32Array
}

/** The tree of a sentence that may be shortened. */
export function sentenceTree(scores: UnitScores, prices: CompressionPrices): PlacedTree {
  const { units, keep, top } = scores
  const count = units.length
  const merged = Int32Array.from({ length: count }, (_, u) => {
    let at = u
    while (units.required[at] === 1 && top[at] === Number.NEGATIVE_INFINITY && units.parents[at] >= 0)
      at = units.parents[at]
    return at
  })
  const order = topDown(units.parents).filter((u) => merged[u] === u)
  const place = new Int32Array(count).fill(-1)
  order.forEach((u, i) => {
    place[u] = i
  })
  const placeOf = merged.map((u) => place[u])
  const cost = new Int32Array(order.length)
  for (let u = 0; u < count; u++) cost[placeOf[u]] += units.sizes[u]
  const isRoot = (u: number) => units.parents[u] < 0
  const tree = {
    parent: order.map((u) => (isRoot(u) ? -1 : placeOf[units.parents[u]])),
    cost,
    cut: order.map((u) => {
      if (units.required[u] === 1 && !isRoot(u)) return Number.NEGATIVE_INFINITY
      return -prices.deletion - prices.cut * Math.max(0, keep[u] + prices.slack)
    }),
    start: order.map((u) => {
      if (isRoot(u)) return -prices.sentence
      return top[u] === Number.NEGATIVE_INFINITY ? top[u] : -prices.sentence - prices.clause
    }),
  }
  return { tree, placeOf }
}

/** The tree of a sentence that is used as a whole: one unit. */
export function wholeSentence(scores: UnitScores, prices: CompressionPrices): PlacedTree {
  const cost = scores.units.sizes.reduce((sum, size) => sum + size, 0)
  return {
    tree: { parent: [-1], cost: [cost], cut: [0], start: [-prices.sentence] },
    placeOf: new Int32Array(scores.units.length),
  }
}

/** All units, parents before children. */
function topDown(parents: Int32Array): number[] {
  const children: number[][] = Array.from(parents, () => [])
  const order: number[] = []
  parents.forEach((p, u) => {
    if (p < 0) order.push(u)
    else children[p].push(u)
  })
  for (let i = 0; i < order.length; i++) order.push(...children[order[i]])
  return order
}
