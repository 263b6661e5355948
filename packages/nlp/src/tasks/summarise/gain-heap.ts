// Sentences by their possible gain, the greatest first: a binary heap in flat arrays.

/**
 * A heap of numbered items with a gain each; equal gains come in the order of their numbers.
 *
 * @example
 * const heap = new GainHeap(10)
 * heap.push(3, 0.5)
 * heap.push(7, 2)
 * heap.first // 7
 * heap.lower(0.1)
 * heap.first // 3
 */
export class GainHeap {
  private size = 0
  private readonly items: Int32Array
  private readonly gains: Float64Array

  constructor(most: number) {
    this.items = new Int32Array(most)
    this.gains = new Float64Array(most)
  }

  clear(): void {
    this.size = 0
  }

  /** The item with the greatest gain. */
  get first(): number {
    return this.items[0]
  }

  /** Its gain; 0 if the heap is empty. */
  get greatest(): number {
    return this.size === 0 ? 0 : this.gains[0]
  }

  push(item: number, gain: number): void {
    const { items, gains } = this
    let at = this.size++
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!comesBefore(gain, item, gains[above], items[above])) break
      items[at] = items[above]
      gains[at] = gains[above]
      at = above
    }
    items[at] = item
    gains[at] = gain
  }

  /** Gives the first item another gain, which is not greater. */
  lower(gain: number): void {
    const { items, gains, size } = this
    const item = items[0]
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= size) break
      if (below + 1 < size && comesBefore(gains[below + 1], items[below + 1], gains[below], items[below]))
        below++
      if (!comesBefore(gains[below], items[below], gain, item)) break
      items[at] = items[below]
      gains[at] = gains[below]
      at = below
    }
    items[at] = item
    gains[at] = gain
  }
}

function comesBefore(gain: number, item: number, otherGain: number, otherItem: number): boolean {
  return gain > otherGain || (gain === otherGain && item < otherItem)
}
