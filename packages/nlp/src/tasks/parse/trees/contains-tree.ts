// Tests whether a list of arcs contains a tree over all words: cheaper than finding the best tree.
import { carveBytes, carveInts } from '@parleyjs/core/internal'
import type { ArcList } from './arc-list.js'
import { bestTree, type TreeShape } from './decode-tree.js'

/** Whether some of the arcs form a tree over words 0 … n. */
export function containsTree(arcs: ArcList, length: number, shape: TreeShape): boolean {
  const { singleRoot, projective } = shape
  if (projective) return bestTree(arcs, arcs.probability, length, shape) !== null
  if (bestArcsAreTree(arcs, length, singleRoot)) return true
  const reached = carveBytes(length + 1)
  if (!singleRoot) return reachesAll(arcs, length, 0, reached)
  for (let a = 0; a < arcs.count; a++)
    if (arcs.head[a] === 0 && reachesAll(arcs, length, arcs.modifier[a], reached)) return true
  return false
}

/** Whether the most probable arcs into the words form a tree, as they usually do. */
function bestArcsAreTree(arcs: ArcList, length: number, singleRoot: boolean): boolean {
  const { head, start, probability } = arcs
  const best = carveInts(length + 1)
  let roots = 0
  for (let m = 1; m <= length; m++) {
    if (start[m] === start[m + 1]) return false
    let which = start[m]
    for (let a = which + 1; a < start[m + 1]; a++) if (probability[a] > probability[which]) which = a
    best[m] = head[which]
    if (best[m] === 0) roots++
  }
  if (singleRoot && roots > 1) return false
  const seen = carveInts(length + 1) // the word whose walk reached each word
  for (let m = 1; m <= length; m++) {
    let at = m
    while (at !== 0 && seen[at] === 0) {
      seen[at] = m
      at = best[at]
    }
    if (at !== 0 && seen[at] === m) return false
  }
  return true
}

/** Whether paths lead from one word to all others but the root. */
function reachesAll(arcs: ArcList, length: number, from: number, reached: Uint8Array): boolean {
  reached.fill(0)
  reached[from] = 1
  let missing = from === 0 ? length : length - 1
  for (let more = true; more && missing > 0; ) {
    more = false
    for (let m = 1; m <= length; m++) {
      if (reached[m] === 1) continue
      for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++)
        if (reached[arcs.head[a]] === 1) {
          reached[m] = 1
          missing--
          more = true
          break
        }
    }
  }
  return missing === 0
}
