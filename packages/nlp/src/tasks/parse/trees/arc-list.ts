// The arcs of a sentence that survive pruning.
import { grown, USUAL_ARCS, USUAL_WORDS } from '@parleyjs/core/internal'

/** The arcs that survive, by modifier, and how probable they are. */
export class ArcList {
  count = 0
  head = new Int32Array(USUAL_ARCS)
  modifier = new Int32Array(USUAL_ARCS)
  /** Probability of each arc, by the pruner that made the list. */
  probability = new Float64Array(USUAL_ARCS)
  /** Arcs into word m: start[m] … start[m + 1] − 1. */
  start = new Int32Array(USUAL_WORDS + 2)

  clear(length: number): void {
    this.count = 0
    if (this.start.length < length + 2) this.start = new Int32Array(2 * length + 2)
    this.start[0] = this.start[1] = 0
  }

  /** Appends an arc. All arcs into one modifier are added before those into the next. */
  add(head: number, modifier: number, probability: number): void {
    if (this.count === this.head.length) {
      this.head = grown(this.head)
      this.modifier = grown(this.modifier)
      this.probability = grown(this.probability)
    }
    this.head[this.count] = head
    this.modifier[this.count] = modifier
    this.probability[this.count++] = probability
  }

  /** Ends the arcs into this word. */
  end(modifier: number): void {
    this.start[modifier + 1] = this.count
  }

  /** Whether every tree has the arc: its modifier has no other. */
  isCertain(arc: number): boolean {
    const m = this.modifier[arc]
    return this.start[m + 1] - this.start[m] === 1
  }

  /** Head and modifier of some arcs. */
  pairs(arcs: Int32Array): [head: number, modifier: number][] {
    const pairs: [number, number][] = []
    for (let i = 0; i < arcs.length; i++) pairs.push([this.head[arcs[i]], this.modifier[arcs[i]]])
    return pairs
  }

  /** The arc from head to modifier, or −1. */
  find(head: number, modifier: number): number {
    for (let a = this.start[modifier]; a < this.start[modifier + 1]; a++) if (this.head[a] === head) return a
    return -1
  }
}
