// The best tree when each arc has its own score: a maximum spanning tree, or the best projective tree.
import { carveFloats, carveInts } from '@parleyjs/core/internal'
import { ProjectiveTree, SpanningTree } from '@parleyjs/structures'
import type { ArcList } from './arc-list.js'

/** Which trees are allowed. */
export interface TreeShape {
  /** Exactly one word hangs on the root. */
  readonly singleRoot: boolean
  /** No two arcs cross. */
  readonly projective: boolean
}

/** The tree factor over words 0 … n whose links are the arcs of a list. */
export function treeOf(
  arcs: ArcList,
  length: number,
  { singleRoot, projective }: TreeShape,
): SpanningTree | ProjectiveTree {
  const pairs: [number, number][] = []
  for (let a = 0; a < arcs.count; a++) pairs.push([arcs.head[a], arcs.modifier[a]])
  const options = { length: length + 1, arcs: pairs, singleRoot }
  return projective ? new ProjectiveTree(options) : new SpanningTree(options)
}

/** A tree factor over some arcs of a list; every tree contains the others. */
export interface LinkedTree {
  factor: SpanningTree | ProjectiveTree
  /** Arc of each link. */
  links: Int32Array
  /** Arcs that every tree contains. */
  certain: Int32Array
}

/** The tree factor without links for certain arcs: the words that these connect are contracted. */
export function openTreeOf(arcs: ArcList, length: number, singleRoot: boolean): LinkedTree {
  let certainCount = 0
  for (let m = 1; m <= length; m++) if (arcs.isCertain(arcs.start[m])) certainCount++
  const certain = carveInts(certainCount)
  const links = carveInts(arcs.count - certainCount)
  for (let a = 0, c = 0, i = 0; a < arcs.count; a++)
    if (arcs.isCertain(a)) certain[c++] = a
    else links[i++] = a
  const options = { length: length + 1, arcs: arcs.pairs(links), certain: arcs.pairs(certain), singleRoot }
  return { factor: new SpanningTree(options), links, certain }
}

/** The tree factor with links for all arcs. */
export function wholeTreeOf(arcs: ArcList, length: number, shape: TreeShape): LinkedTree {
  const links = Int32Array.from({ length: arcs.count }, (_, a) => a)
  return { factor: treeOf(arcs, length, shape), links, certain: new Int32Array(0) }
}

/** The arc into each word in the best tree, or null if the arcs contain no tree. */
export function bestTree(
  arcs: ArcList,
  scores: Float64Array,
  length: number,
  shape: TreeShape,
): Int32Array | null {
  const tree = treeOf(arcs, length, shape)
  const configuration = carveFloats(arcs.count)
  if (tree.maximize(scores.subarray(0, arcs.count), configuration) === Number.NEGATIVE_INFINITY) return null
  return chosenArcs(arcs, configuration, length)
}

/** The arc into each word where one arc per word is at 1: chosen[m] for m = 1 … n. */
export function chosenArcs(arcs: ArcList, configuration: ArrayLike<number>, length: number): Int32Array {
  const chosen = carveInts(length + 1).fill(-1)
  for (let a = 0; a < arcs.count; a++) if (configuration[a] > 0.5) chosen[arcs.modifier[a]] = a
  return chosen
}
