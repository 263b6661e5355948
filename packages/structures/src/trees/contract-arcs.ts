// Contracts arcs that every tree must have: the nodes that they connect become one, and a smaller tree
// remains to be decided.
import { ParleyError } from '@parleyjs/core'
import { carveInts } from '@parleyjs/core/internal'
import { type ArcPairs, readArcs, type TreeArcs } from './tree-arcs.js'

/** The smaller tree. An arc that no tree can have leads from a node to itself. */
export interface ContractedArcs extends TreeArcs {
  length: number
  singleRoot: boolean
}

/**
 * The open arcs between nodes that certain arcs have merged: node 0 holds the words attached to the root by
 * certain arcs, and each other node holds an open word with the words attached to it.
 *
 * @example
 * contractArcs(4, { head: Int32Array.of(0, 2), modifier: Int32Array.of(3, 3) }, [[0, 1], [1, 2]], false)
 * // two nodes; both arcs are 0 → 1
 */
export function contractArcs(
  length: number,
  { head, modifier }: TreeArcs,
  certain: ArcPairs,
  singleRoot: boolean,
): ContractedArcs {
  const sure = readArcs('the certain part of a spanning tree', length, certain, length, 0)
  const above = carveInts(length).fill(-1) // the head by a certain arc
  let roots = 0
  for (let i = 0; i < certain.length; i++) {
    const m = sure.modifier[i]
    if (above[m] >= 0) refuse(certain, i, 'is the second into its node')
    above[m] = sure.head[i]
    if (above[m] === 0) roots++
  }
  // Open nodes keep their order.
  const node = carveInts(length)
  let nodes = 1
  for (let v = 1; v < length; v++) if (above[v] < 0) node[v] = nodes++
  for (let i = 0; i < certain.length; i++) {
    let top = sure.modifier[i]
    for (let steps = 0; above[top] >= 0; steps++) {
      if (steps > certain.length) refuse(certain, i, 'is on a cycle, or behind one')
      top = above[top]
    }
    node[sure.modifier[i]] = node[top]
  }
  if (singleRoot && roots > 1)
    throw new ParleyError('bad-argument', 'Several certain arcs of a tree with a single root leave the root.')
  const isRootTaken = singleRoot && roots === 1
  const contracted: ContractedArcs = {
    length: nodes,
    // The root's only arc is certain: no other arc leaves the root, and any number may leave the words
    // attached to it.
    singleRoot: singleRoot && roots === 0,
    head: carveInts(head.length),
    modifier: carveInts(head.length),
  }
  for (let a = 0; a < head.length; a++) {
    if (above[modifier[a]] >= 0)
      throw new ParleyError(
        'bad-argument',
        `Arc ${head[a]} → ${modifier[a]} leads where the certain arc ${above[modifier[a]]} → ${modifier[a]} does. Leave one of them out.`,
      )
    contracted.modifier[a] = node[modifier[a]]
    contracted.head[a] = isRootTaken && head[a] === 0 ? node[modifier[a]] : node[head[a]]
  }
  return contracted
}

function refuse(certain: ArcPairs, i: number, why: string): never {
  const [h, m] = certain[i]
  throw new ParleyError('bad-argument', `The certain arc ${h} → ${m} ${why}: no tree has them all.`)
}
