// The best compression of every length: a knapsack over the tree. Each unit has a list of its subtree's best
// scores by length, once for a kept parent and once for a deleted one; the lists of siblings are joined one
// after the other.
import { parentsFirst } from '@parleyjs/structures/internal'
import type { CompressionTreeOptions } from './compression-tree.js'

const NEVER = Number.NEGATIVE_INFINITY

/** The best compressions by length. */
export interface BestByLength {
  /**
   * The best score of each length from 0 to that of all units; −Infinity if no compression has that length.
   */
  readonly scores: Float64Array
  /** The units that a best compression of a length keeps (1) and deletes (0). */
  kept(length: number): Uint8Array
}

/** Lists over lengths: the children of a unit so far, and how much of each length is the last child's. */
interface Joined {
  readonly scores: Float64Array
  readonly last: Int32Array
}

/** The lists of one unit: its subtree if it is kept, and if it is deleted. */
interface Lists {
  kept: Joined[]
  gone: Joined[]
}

/**
 * Finds the best compression of every length; `sizes` are the lengths of units, whole numbers from 0 on.
 *
 * @example
 * const tree = { parents: [-1, 0, 0], keep: [0, 2, -1], top: [1, -Infinity, -Infinity] }
 * bestByLength(tree, [1, 1, 1]).scores // [0, 1, 3, 2]
 */
export function bestByLength(tree: CompressionTreeOptions, sizes: ArrayLike<number>): BestByLength {
  const { keep, top, required } = tree
  const parent = Int32Array.from(tree.parents)
  const order = parentsFirst(parent, 'a compression tree', 'unit')
  const children: number[][] = Array.from(parent, () => [])
  const roots: number[] = []
  for (const u of order) (parent[u] < 0 ? roots : children[parent[u]]).push(u)
  const lists: Lists[] = []
  /** What a subtree gives where its parent is kept, and where it is deleted. */
  const offer = (u: number, withParent: boolean): Float64Array => {
    const gone = withParent && required?.[u] === 1 ? null : lastOf(lists[u].gone).scores
    return better(lastOf(lists[u].kept).scores, withParent ? keep[u] : top[u], gone)
  }
  for (let k = order.length - 1; k >= 0; k--) {
    const u = order[k]
    const alone = new Float64Array(sizes[u] + 1).fill(NEVER)
    alone[sizes[u]] = 0
    lists[u] = {
      kept: joinAll(
        alone,
        children[u].map((c) => offer(c, true)),
      ),
      gone: joinAll(
        Float64Array.of(0),
        children[u].map((c) => offer(c, false)),
      ),
    }
  }
  const whole = joinAll(
    Float64Array.of(0),
    roots.map((u) => offer(u, false)),
  )

  const kept = (length: number): Uint8Array => {
    const state = new Uint8Array(parent.length)
    const shared: [
      units: readonly number[],
      lists: readonly Joined[],
      length: number,
      withParent: boolean,
    ][] = [[roots, whole, length, false]]
    for (let task = shared.pop(); task !== undefined; task = shared.pop()) {
      const [units, joined, total, withParent] = task
      let rest = total
      for (let i = units.length - 1; i >= 0; i--) {
        const u = units[i]
        const part = joined[i + 1].last[rest]
        rest -= part
        const { kept: keptLists, gone } = lists[u]
        const stays = (lastOf(keptLists).scores[part] ?? NEVER) + (withParent ? keep[u] : top[u])
        const goes = withParent && required?.[u] === 1 ? NEVER : (lastOf(gone).scores[part] ?? NEVER)
        state[u] = stays > goes ? 1 : 0
        shared.push([children[u], state[u] === 1 ? keptLists : gone, part, state[u] === 1])
      }
    }
    return state
  }
  return { scores: lastOf(whole).scores, kept }
}

/** The lists after none, one, two … of the offers. */
function joinAll(first: Float64Array, offers: readonly Float64Array[]): Joined[] {
  const joined: Joined[] = [{ scores: first, last: new Int32Array(0) }]
  for (const offer of offers) joined.push(join(lastOf(joined).scores, offer))
  return joined
}

function join(a: Float64Array, b: Float64Array): Joined {
  const scores = new Float64Array(a.length + b.length - 1).fill(NEVER)
  const last = new Int32Array(scores.length)
  for (let i = 0; i < a.length; i++) {
    if (a[i] === NEVER) continue
    for (let j = 0; j < b.length; j++) {
      const sum = a[i] + b[j]
      if (sum <= scores[i + j]) continue
      scores[i + j] = sum
      last[i + j] = j
    }
  }
  return { scores, last }
}

/** The better of keeping, which adds a score, and of deleting, if it is allowed, for every length. */
function better(kept: Float64Array, add: number, gone: Float64Array | null): Float64Array {
  const scores = new Float64Array(Math.max(kept.length, gone === null ? 0 : gone.length)).fill(NEVER)
  for (let i = 0; i < kept.length; i++) scores[i] = kept[i] + add
  if (gone !== null) for (let i = 0; i < gone.length; i++) scores[i] = Math.max(scores[i], gone[i])
  return scores
}

function lastOf<T>(list: readonly T[]): T {
  return list[list.length - 1]!
}
