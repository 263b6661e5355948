// The best tree of scored arcs, where arcs are scored one by one: a maximum spanning tree.
import { SpanningTree } from '@parley/structures'
import type { ArcList } from './arc-list.js'

/** The arcs of a list as a spanning-tree factor over words 0 … n. */
export function treeOf(arcs: ArcList, length: number, singleRoot: boolean): SpanningTree {
  const pairs: [number, number][] = []
  for (let a = 0; a < arcs.count; a++) pairs.push([arcs.head[a], arcs.modifier[a]])
  return new SpanningTree({ length: length + 1, arcs: pairs, singleRoot })
}

/** The arc into each word in the best tree, or null if the arcs contain no tree. */
export function bestTree(
  arcs: ArcList,
  scores: Float64Array,
  length: number,
  singleRoot: boolean,
): Int32Array | null {
  const tree = treeOf(arcs, length, singleRoot)
  const configuration = new Float64Array(arcs.count)
  if (tree.maximize(scores.subarray(0, arcs.count), configuration) === Number.NEGATIVE_INFINITY) return null
  return chosenArcs(arcs, configuration, length)
}

/** The arc into each word where one arc per word is at 1: chosen[m] for m = 1 … n. */
export function chosenArcs(arcs: ArcList, configuration: ArrayLike<number>, length: number): Int32Array {
  const chosen = new Int32Array(length + 1).fill(-1)
  for (let a = 0; a < arcs.count; a++) if (configuration[a] > 0.5) chosen[arcs.modifier[a]] = a
  return chosen
}
