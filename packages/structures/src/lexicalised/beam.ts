// The items of one kind in one cell of a chart: collected with the edges that make them, and cut down to the
// best.
import { grown } from '@parleyjs/core/internal'

/** Growing lists of items and edges, reused for every cell. */
export class Beam {
  count = 0
  /**
   * For each item: its head word, pair or symbol, memory, best inside score, and the key that orders the
   * beam.
   */
  head = new Int32Array(64)
  label = new Int32Array(64)
  memory = new Int32Array(64)
  inside = new Float64Array(64)
  merit = new Float64Array(64)
  /** Edges: the item, children, own score, link and tag. */
  edges = 0
  item = new Int32Array(256)
  left = new Int32Array(256)
  right = new Int32Array(256)
  score = new Float64Array(256)
  link = new Int32Array(256)
  tag = new Int32Array(256)
  /** Hash table of items by head, label and memory, with open addressing; −1 is a free slot. */
  private places = new Int32Array(256).fill(-1)

  clear(): void {
    this.count = 0
    this.edges = 0
    this.places.fill(-1)
  }

  /**
   * Adds an edge to an item, which is made if it is new. `merit` is that of the item minus its inside score.
   * An edge of score −∞ makes no item.
   */
  add(
    head: number,
    label: number,
    memory: number,
    merit: number,
    inside: number,
    left: number,
    right: number,
    score: number,
    link: number,
    tag: number,
  ): void {
    if (inside === Number.NEGATIVE_INFINITY) return
    const place = this.find(head, label, memory)
    let i = this.places[place]
    if (i < 0) {
      i = this.count
      this.places[place] = i
      this.make(head, label, memory, merit, inside)
    } else if (inside > this.inside[i]) {
      this.merit[i] += inside - this.inside[i]
      this.inside[i] = inside
    }
    if (this.edges === this.item.length) this.growEdges()
    const e = this.edges++
    this.item[e] = i
    this.left[e] = left
    this.right[e] = right
    this.score[e] = score
    this.link[e] = link
    this.tag[e] = tag
  }

  /** The items that stay, the best first: at most `most`, and none that is `below` under the best. */
  best(most: number, below: number): Int32Array {
    const { merit } = this
    const order = Int32Array.from({ length: this.count }, (_, i) => i)
    order.sort((a, b) => merit[b] - merit[a] || a - b)
    let kept = 0
    while (kept < order.length && kept < most && merit[order[kept]] >= merit[order[0]] - below) kept++
    while (kept > 0 && merit[order[kept - 1]] === Number.NEGATIVE_INFINITY) kept--
    return order.subarray(0, kept)
  }

  private make(head: number, label: number, memory: number, merit: number, inside: number): void {
    if (this.count === this.head.length) this.growItems()
    const i = this.count++
    this.head[i] = head
    this.label[i] = label
    this.memory[i] = memory
    this.inside[i] = inside
    this.merit[i] = merit + inside
    if (2 * this.count <= this.places.length) return
    this.places = new Int32Array(2 * this.places.length).fill(-1)
    for (let k = 0; k < this.count; k++)
      this.places[this.find(this.head[k], this.label[k], this.memory[k])] = k
  }

  /** The slot of an item, or the free slot where it belongs. */
  private find(head: number, label: number, memory: number): number {
    const { places } = this
    const mask = places.length - 1
    const mixed = Math.imul(Math.imul(head, 0x9e3779b1) ^ Math.imul(label, 0x85ebca6b) ^ memory, 0xc2b2ae35)
    let place = (mixed ^ (mixed >>> 15)) & mask
    for (;;) {
      const i = places[place]
      if (i < 0 || (this.head[i] === head && this.label[i] === label && this.memory[i] === memory))
        return place
      place = (place + 1) & mask
    }
  }

  private growItems(): void {
    this.head = grown(this.head)
    this.label = grown(this.label)
    this.memory = grown(this.memory)
    this.inside = grown(this.inside)
    this.merit = grown(this.merit)
  }

  private growEdges(): void {
    this.item = grown(this.item)
    this.left = grown(this.left)
    this.right = grown(this.right)
    this.score = grown(this.score)
    this.link = grown(this.link)
    this.tag = grown(this.tag)
  }
}
