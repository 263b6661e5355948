// The head word of every node of a forest whose links are arcs: an arc determines it for both children of an
// edge, and a node with one child has the head word of the child.
import { type Hypergraph, NOTHING } from '@parleyjs/structures'

/** The head word (from 1 on) of every node that the root needs; −1 for others and for the root itself. */
export function headWords(
  { nodeCount, edgeStart, left, right, link, linkCount }: Hypergraph,
  { head, modifier }: { readonly head: Int32Array; readonly modifier: Int32Array },
): Int32Array {
  const words = new Int32Array(nodeCount).fill(-1)
  for (let v = nodeCount - 1; v > 0; v--)
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const [l, r, a] = [left[e], right[e], link[e]]
      const only = l === NOTHING ? r : l
      if (v === nodeCount - 1) words[only] = modifier[a]
      else if (words[v] < 0) break
      else if (a < linkCount) {
        // The head stands on the left of a modifier on the right.
        const isLeft = head[a] < modifier[a]
        words[l] = isLeft ? head[a] : modifier[a]
        words[r] = isLeft ? modifier[a] : head[a]
      } else if (only !== NOTHING) words[only] = words[v]
    }
  words[NOTHING] = -1
  return words
}
