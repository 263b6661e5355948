// The arcs of a sentence by head and side, the nearest modifier first: what head automata link.
import { carveIntsOf, USUAL_ARCS, USUAL_WORDS } from '@parleyjs/core/internal'
import type { ArcList } from '../trees/arc-list.js'

/**
 * Arcs from head h to the left: byHead[start[2h]] … byHead[start[2h + 1] − 1]; to the right, those from there
 * on.
 */
export class HeadSides {
  byHead = new Int32Array(USUAL_ARCS)
  start = new Int32Array(2 * USUAL_WORDS + 3)

  /** Takes the arcs of a sentence. */
  fill(arcs: ArcList, length: number): void {
    if (this.byHead.length < arcs.count) this.byHead = new Int32Array(2 * arcs.count)
    if (this.start.length < 2 * length + 3) this.start = new Int32Array(4 * length + 6)
    const { byHead, start } = this
    start.fill(0, 0, 2 * length + 3)
    const sideOf = (a: number) => 2 * arcs.head[a] + (arcs.head[a] < arcs.modifier[a] ? 1 : 0)
    for (let a = 0; a < arcs.count; a++) start[sideOf(a) + 1]++
    for (let i = 0; i < 2 * length + 2; i++) start[i + 1] += start[i]
    const next = carveIntsOf(start, 2 * length + 3)
    for (let a = 0; a < arcs.count; a++) if (sideOf(a) % 2 === 1) byHead[next[sideOf(a)]++] = a
    for (let a = arcs.count - 1; a >= 0; a--) if (sideOf(a) % 2 === 0) byHead[next[sideOf(a)]++] = a
  }

  /** How many arcs a head has on a side; 0 is left. */
  count(head: number, side: number): number {
    return this.start[2 * head + side + 1] - this.start[2 * head + side]
  }
}
