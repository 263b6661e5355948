// The best items of a beam become nodes of the hypergraph, with the edges that make them.
import type { HypergraphBuilder } from '../hypergraph/builder.js'
import type { Beam } from './beam.js'
import { type Items, NONE } from './items.js'

/**
 * Keeps at most `most` items of the beam, and none that is more than `below` under the best. The beam is
 * empty afterwards.
 */
export function keepBest(beam: Beam, builder: HypergraphBuilder, most: number, below: number): Items {
  if (beam.count === 0) return NONE
  const order = beam.best(most, below)
  const place = new Int32Array(beam.count).fill(-1)
  const items: Items = {
    node: new Int32Array(order.length),
    head: order.map((x) => beam.head[x]),
    label: order.map((x) => beam.label[x]),
    memory: order.map((x) => beam.memory[x]),
    inside: Float64Array.from(order, (x) => beam.inside[x]),
    byHead: NONE.byHead,
  }
  for (let x = 0; x < order.length; x++) {
    items.node[x] = builder.node()
    place[order[x]] = items.node[x]
  }
  for (let e = 0; e < beam.edges; e++) {
    const node = place[beam.item[e]]
    if (node >= 0) builder.edge(node, beam.left[e], beam.right[e], beam.score[e], beam.link[e], beam.tag[e])
  }
  beam.clear()
  return items
}
