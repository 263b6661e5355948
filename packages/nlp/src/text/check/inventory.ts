// Which values a column has, how often, and which of them are suspicious.

/** The values of one column. */
export interface Inventory {
  /** Number of different values, without `_`. */
  readonly size: number
  /** Values with their counts, the most frequent first. */
  readonly counts: readonly (readonly [value: string, count: number])[]
  /** Values that occur once. */
  readonly singletons: readonly string[]
  /**
   * Values that are not in Universal Dependencies; empty if hardly any is, since the treebank has its own
   * tags then.
   */
  readonly unknown: readonly string[]
  /**
   * Whether the values are those of Universal Dependencies; null for columns to which this does not apply.
   */
  readonly universal: boolean | null
}

/** Counts values; keeps the line where each was first seen. */
export class Counter {
  private readonly counts = new Map<string, number>()
  private readonly lines = new Map<string, number>()

  add(value: string, line: number): void {
    if (value === '_') return
    const count = this.counts.get(value)
    if (count === undefined) this.lines.set(value, line)
    this.counts.set(value, (count ?? 0) + 1)
  }

  has(value: string): boolean {
    return this.counts.has(value)
  }

  values(): Iterable<string> {
    return this.counts.keys()
  }

  /** The line where a value first occurs. */
  line(value: string): number | undefined {
    return this.lines.get(value)
  }

  /** The inventory; `isKnown` says which values Universal Dependencies has. */
  inventory(isKnown?: (value: string) => boolean): Inventory {
    const counts = [...this.counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    let known = 0
    let all = 0
    for (const [value, count] of counts) {
      all += count
      if (isKnown?.(value)) known += count
    }
    const universal = isKnown === undefined || all === 0 ? null : known >= all / 2
    return {
      size: counts.length,
      counts,
      singletons: counts.filter(([, count]) => count === 1).map(([value]) => value),
      unknown: universal ? counts.filter(([value]) => !isKnown!(value)).map(([value]) => value) : [],
      universal,
    }
  }
}
