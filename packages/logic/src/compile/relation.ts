// Tuples of members, stored by column, with indexes on any set of columns; loops over data use them.
import { ParleyError } from '@parleyjs/core'
import type { Domain } from './domain.js'
import { KeyMap } from './key-map.js'

export class Relation {
  readonly columns: readonly Int32Array[]
  readonly count: number
  /** Strides of the columns: the key of a tuple is Σ index · stride. */
  readonly strides: Float64Array
  /** Number of rows that occur again later. */
  readonly repeated: number
  private readonly byKey: KeyMap
  private readonly indexes = new Map<number, RelationIndex>()

  /** The columns hold indices of members in the domains. Among equal rows, look-ups find the last. */
  constructor(
    name: string,
    readonly domains: readonly Domain[],
    columns: readonly Int32Array[],
    count: number,
  ) {
    this.columns = columns
    this.count = count
    this.strides = stridesOf(name, domains)
    this.byKey = new KeyMap(keyRange(domains), count)
    let repeated = 0
    for (let row = 0; row < count; row++) {
      const key = this.keyOf(row)
      if (this.byKey.get(key) >= 0) repeated++
      this.byKey.set(key, row)
    }
    this.repeated = repeated
  }

  /** The row with this key; −1 if there is no such row. */
  rowOf(key: number): number {
    return this.byKey.get(key)
  }

  /** An index of the rows by the columns whose bits are set in `mask`. */
  index(mask: number): RelationIndex {
    let index = this.indexes.get(mask)
    if (index === undefined) {
      index = new RelationIndex(this, mask)
      this.indexes.set(mask, index)
    }
    return index
  }

  private keyOf(row: number): number {
    let key = 0
    for (let c = 0; c < this.columns.length; c++) key += this.columns[c][row] * this.strides[c]
    return key
  }
}

/** Rows grouped by their entries in some of the columns. */
class RelationIndex {
  readonly groups: number
  /** Rows `rows[start[g]]` to `rows[start[g + 1]]` belong to group g. */
  readonly start: Int32Array
  readonly rows: Int32Array
  private readonly byKey: KeyMap

  constructor(relation: Relation, mask: number) {
    const { columns, strides, count, domains } = relation
    const groupOf = new Int32Array(count)
    const sizes: number[] = []
    this.byKey = new KeyMap(keyRange(domains), count)
    for (let row = 0; row < count; row++) {
      let key = 0
      for (let c = 0; c < columns.length; c++) if ((mask >> c) & 1) key += columns[c][row] * strides[c]
      let group = this.byKey.get(key)
      if (group < 0) {
        group = sizes.length
        this.byKey.set(key, group)
        sizes.push(0)
      }
      groupOf[row] = group
      sizes[group]++
    }
    this.groups = sizes.length
    this.start = new Int32Array(sizes.length + 1)
    for (let g = 0; g < sizes.length; g++) this.start[g + 1] = this.start[g] + sizes[g]
    const next = this.start.slice()
    this.rows = new Int32Array(count)
    for (let row = 0; row < count; row++) this.rows[next[groupOf[row]]++] = row
  }

  /** The group whose columns give this key; −1 if there is no such group. */
  groupOf(key: number): number {
    return this.byKey.get(key)
  }
}

export function keyRange(domains: readonly Domain[]): number {
  return domains.reduce((product, domain) => product * domain.size, 1)
}

/** The stride of each column in a tuple's key; the last column has stride 1. */
export function stridesOf(name: string, domains: readonly Domain[]): Float64Array {
  const strides = new Float64Array(domains.length)
  let product = 1
  for (let c = domains.length - 1; c >= 0; c--) {
    strides[c] = product
    product *= domains[c].size
  }
  if (product > Number.MAX_SAFE_INTEGER)
    throw new ParleyError(
      'too-large',
      `${name} could have ${product.toExponential(1)} tuples (${domains.map((d) => d.size).join(' × ')}), ` +
        'more than can be numbered. Give it fewer arguments or smaller domains.',
    )
  return strides
}
