// Properties of heads: whether they form a tree, how many roots there are, whether arcs cross. As in a file,
// 0 is the root.

/**
 * A cycle in the heads, as words from 0, or null. Missing heads (−1) and heads outside of the sentence end a
 * path.
 *
 * @example
 * findCycle([2, 1, 0]) // [0, 1]
 */
export function findCycle(heads: ArrayLike<number>): number[] | null {
  // 0: not visited; otherwise the number of the walk that visited the word.
  const walk = new Int32Array(heads.length)
  for (let start = 0; start < heads.length; start++) {
    let w = start
    while (w >= 0 && w < heads.length && walk[w] === 0) {
      walk[w] = start + 1
      w = heads[w] - 1
    }
    if (w < 0 || w >= heads.length || walk[w] !== start + 1) continue
    const cycle = [w]
    for (let v = heads[w] - 1; v !== w; v = heads[v] - 1) cycle.push(v)
    const least = cycle.indexOf(Math.min(...cycle))
    return [...cycle.slice(least), ...cycle.slice(0, least)]
  }
  return null
}

/** Number of words whose head is the root. */
export function countRoots(heads: ArrayLike<number>): number {
  let roots = 0
  for (let w = 0; w < heads.length; w++) if (heads[w] === 0) roots++
  return roots
}

/**
 * Whether no two arcs cross, the root standing before the first word: all words between a head and its
 * dependent descend from that head.
 *
 * @example
 * isProjective([3, 4, 0, 3]) // false
 */
export function isProjective(heads: ArrayLike<number>): boolean {
  // Arcs (left, right) cross iff one begins strictly inside the other and ends strictly outside.
  for (let w = 1; w <= heads.length; w++) {
    const head = heads[w - 1]
    if (head < 0) continue
    const left = Math.min(w, head)
    const right = Math.max(w, head)
    for (let v = left + 1; v < right; v++) {
      const other = heads[v - 1]
      if (other >= 0 && (other < left || other > right)) return false
    }
  }
  return true
}
