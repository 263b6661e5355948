// The items of one kind in a span of the chart, once the beam has chosen them.

/** Items that stayed: the best first, complete ones by head word. */
export interface Items {
  readonly node: Int32Array
  readonly head: Int32Array
  readonly label: Int32Array
  readonly memory: Int32Array
  /** Inside score, with the merits of arcs. */
  readonly inside: Float64Array
  /** Complete items whose head is the d-th word of the span are byHead[d] … byHead[d + 1] − 1. */
  readonly byHead: Int32Array
}

export const NONE: Items = {
  node: new Int32Array(0),
  head: new Int32Array(0),
  label: new Int32Array(0),
  memory: new Int32Array(0),
  inside: new Float64Array(0),
  byHead: new Int32Array(0),
}

/** The items of two lists. */
export function joined(a: Items, b: Items): Items {
  if (b.node.length === 0) return a
  if (a.node.length === 0) return b
  const both = (x: Int32Array, y: Int32Array) => {
    const all = new Int32Array(x.length + y.length)
    all.set(x)
    all.set(y, x.length)
    return all
  }
  const inside = new Float64Array(a.inside.length + b.inside.length)
  inside.set(a.inside)
  inside.set(b.inside, a.inside.length)
  return {
    node: both(a.node, b.node),
    head: both(a.head, b.head),
    label: both(a.label, b.label),
    memory: both(a.memory, b.memory),
    inside,
    byHead: NONE.byHead,
  }
}

/** Complete items of the span i … j, by head word. */
export function sortedByHead(items: Items, i: number, j: number): Items {
  if (items.node.length === 0) return items
  const byHead = new Int32Array(j - i + 1)
  for (const h of items.head) byHead[h - i + 1]++
  for (let d = 0; d < j - i; d++) byHead[d + 1] += byHead[d]
  const next = byHead.slice()
  const order = new Int32Array(items.node.length)
  items.head.forEach((h, x) => {
    order[next[h - i]++] = x
  })
  return {
    node: order.map((x) => items.node[x]),
    head: order.map((x) => items.head[x]),
    label: order.map((x) => items.label[x]),
    memory: order.map((x) => items.memory[x]),
    inside: Float64Array.from(order, (x) => items.inside[x]),
    byHead,
  }
}
