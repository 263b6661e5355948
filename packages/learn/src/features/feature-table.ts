// Names of features become rows of consecutive weights: one weight, one per label, or one per component of a
// vector. A name is looked up once, when a graph is built.
import { ParleyError } from '@parleyjs/core'
import { fnv, spread } from '@parleyjs/core/internal'

/** Maximum number of names; JavaScript's maps hold no more than 2^24. */
const MOST_NAMES = 16_000_000

/** Separates a name from what its row is crossed with. No feature name may contain it. */
const SEPARATOR = '\u0001'

export class FeatureTable {
  /** Number of weights. */
  size: number
  /** While true, names that are not known get no row. */
  frozen = false
  private readonly rows = new Map<string, number>()
  private readonly keys: string[] = []
  private readonly starts: number[] = []
  /** What rows are crossed with, such as lists of labels. */
  private readonly suffixes: (readonly string[])[] = []
  private readonly suffixIds = new Map<string, number>()

  /** With `buckets`, names are hashed to that many weights, and not kept. */
  constructor(readonly buckets = 0) {
    this.size = buckets
  }

  /** The first weight of a name's row; −1 if the table is frozen and does not know it. */
  row(name: string, width: number, crossed = -1): number {
    const key = crossed < 0 && width === 1 ? name : name + SEPARATOR + (crossed < 0 ? width : `x${crossed}`)
    if (this.buckets > 0) return (spread(fnv(key)) >>> 0) % Math.max(1, this.buckets - width + 1)
    const known = this.rows.get(key)
    if (known !== undefined) return known
    if (this.frozen) return -1
    if (this.keys.length >= MOST_NAMES)
      throw new ParleyError(
        'too-large',
        `The examples have more than ${MOST_NAMES} features. Set \`buckets\` to hash them to a fixed number of weights, for example 2 ** 22.`,
      )
    if (name.includes(SEPARATOR))
      throw new ParleyError(
        'bad-argument',
        `The feature ${JSON.stringify(name.slice(0, 80))} contains the control character U+0001, which names may not contain.`,
      )
    const start = this.size
    this.rows.set(key, start)
    this.keys.push(key)
    this.starts.push(start)
    this.size += width
    return start
  }

  /** A number for a list of texts that rows are crossed with. */
  crossing(texts: readonly string[]): number {
    const key = texts.join(SEPARATOR)
    let id = this.suffixIds.get(key)
    if (id === undefined) {
      id = this.suffixes.push([...texts]) - 1
      this.suffixIds.set(key, id)
    }
    return id
  }

  /** The name of each weight, in order; empty if names are hashed. */
  *names(): Generator<string> {
    for (let r = 0; r < this.keys.length; r++) {
      const [name, crossed] = this.keys[r].split(SEPARATOR)
      if (crossed === undefined) yield name
      else if (crossed.startsWith('x'))
        for (const suffix of this.suffixes[Number(crossed.slice(1))]) yield `${name}|${suffix}`
      else for (let i = 0; i < Number(crossed); i++) yield `${name}[${i}]`
    }
  }

  /** The name of one weight. */
  nameOf(id: number): string {
    if (this.buckets > 0) return `bucket ${id}`
    let low = 0
    let high = this.starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.starts[middle] <= id) low = middle
      else high = middle
    }
    const [name, crossed] = this.keys[low].split(SEPARATOR)
    if (crossed === undefined) return name
    const i = id - this.starts[low]
    return crossed.startsWith('x') ? `${name}|${this.suffixes[Number(crossed.slice(1))][i]}` : `${name}[${i}]`
  }

  /** Keys, widths and crossings as JSON. */
  toJSON(): FeatureTableJson {
    const widths = this.starts.map((start, r) => (this.starts[r + 1] ?? this.size) - start)
    return { buckets: this.buckets, keys: this.keys, widths, crossings: this.suffixes }
  }

  /** Takes the rows of another table, in place of none. */
  restore(other: FeatureTable): void {
    for (const texts of other.suffixes) this.crossing(texts)
    other.keys.forEach((key, r) => {
      this.rows.set(key, other.starts[r])
      this.keys.push(key)
      this.starts.push(other.starts[r])
    })
    this.size = other.size
  }

  static fromJSON({ buckets, keys, widths, crossings }: FeatureTableJson): FeatureTable {
    const table = new FeatureTable(buckets)
    for (const texts of crossings) table.crossing(texts)
    keys.forEach((key, r) => {
      table.rows.set(key, table.size)
      table.keys.push(key)
      table.starts.push(table.size)
      table.size += widths[r]
    })
    return table
  }
}

export interface FeatureTableJson {
  readonly buckets: number
  readonly keys: readonly string[]
  readonly widths: readonly number[]
  readonly crossings: readonly (readonly string[])[]
}
