// A priority queue of open nodes for best-first search.

/** The keys of the order. */
export interface Bounded {
  readonly bound: number
  readonly depth: number
}

/** Open nodes, the greatest bound first; among equal bounds the deepest, then the oldest. */
export class OpenNodes<T extends Bounded> {
  private readonly entries: { node: T; age: number }[] = []
  private pushed = 0

  get size(): number {
    return this.entries.length
  }

  /** The greatest bound, −Infinity if nothing is open. */
  get greatest(): number {
    return this.entries[0]?.node.bound ?? Number.NEGATIVE_INFINITY
  }

  all(): T[] {
    return this.entries.map((entry) => entry.node)
  }

  push(node: T): void {
    const entry = { node, age: this.pushed++ }
    const { entries } = this
    let at = entries.length
    entries.push(entry)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.before(entry, entries[parent])) break
      entries[at] = entries[parent]
      at = parent
    }
    entries[at] = entry
  }

  pop(): T | undefined {
    const { entries } = this
    const top = entries[0]
    const last = entries.pop()
    if (top === undefined || last === undefined || entries.length === 0) return top?.node
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= entries.length) break
      if (child + 1 < entries.length && this.before(entries[child + 1], entries[child])) child++
      if (!this.before(entries[child], last)) break
      entries[at] = entries[child]
      at = child
    }
    entries[at] = last
    return top.node
  }

  private before(a: { node: T; age: number }, b: { node: T; age: number }): boolean {
    if (a.node.bound !== b.node.bound) return a.node.bound > b.node.bound
    if (a.node.depth !== b.node.depth) return a.node.depth > b.node.depth
    return a.age < b.age
  }
}
