// The order in which trees are walked: all nodes, parents before children.
import { ParleyError } from '@parleyjs/core'
import { carveInts, carveIntsOf } from '@parleyjs/core/internal'
import { requireInteger } from '../common/check.js'

/**
 * The nodes in an order in which every parent comes before its children; a root has the parent −1. `tree` and
 * `node` are the words for them in messages.
 *
 * @example
 * parentsFirst([1, -1, 1], 'a sentence', 'word') // Int32Array [1, 0, 2]
 */
export function parentsFirst(parents: ArrayLike<number>, tree: string, node: string): Int32Array {
  const count = parents.length
  // The children of u begin at start[u + 1]; those of no node come first.
  const start = carveInts(count + 2)
  for (let u = 0; u < count; u++)
    start[requireInteger(`The parent of ${node} ${u} of ${tree}`, parents[u], -1, count - 1) + 2]++
  for (let u = 0; u <= count; u++) start[u + 1] += start[u]
  const next = carveIntsOf(start)
  const children = carveInts(count)
  for (let u = 0; u < count; u++) children[next[parents[u] + 1]++] = u
  const order = carveInts(count)
  let found = 0
  for (let k = -1; k < found; k++) {
    const u = k < 0 ? -1 : order[k]
    for (let c = start[u + 1]; c < start[u + 2]; c++) order[found++] = children[c]
  }
  if (found < count)
    throw new ParleyError(
      'bad-argument',
      `The parents of ${tree} contain a cycle: ${count - found} of ${count} ${node}s are not below a root. A root has the parent −1.`,
    )
  return order
}
