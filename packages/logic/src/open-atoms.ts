// The atoms of an open predicate: each is a variable of the graph. Without a condition there is one for every tuple of
// its domains; with one, only those tuples.
import type { Domain } from './domain.js'
import { keyRange, type Relation, stridesOf } from './relation.js'

export class OpenAtoms {
  readonly count: number
  private readonly strides: Float64Array

  constructor(
    readonly name: string,
    readonly domains: readonly Domain[],
    /** The tuples there are; null for all. */
    readonly relation: Relation | null,
    /** The variable of the first atom; the others follow. */
    readonly first: number,
  ) {
    this.count = relation === null ? keyRange(domains) : relation.count
    this.strides = stridesOf(name, domains)
  }

  /** The places of the arguments of an atom, in their domains. */
  tuple(atom: number): number[] {
    const { relation } = this
    if (relation !== null) return relation.columns.map((column) => column[atom])
    return this.domains.map((domain, c) => Math.floor(atom / this.strides[c]) % domain.size)
  }

  /** The number of the atom with these arguments, −1 if there is none. */
  find(args: readonly (string | number)[]): number {
    let key = 0
    for (let c = 0; c < this.domains.length; c++) {
      const index = this.domains[c].indexOf(args[c])
      if (index < 0) return -1
      key += index * this.strides[c]
    }
    return this.relation === null ? key : this.relation.rowOf(key)
  }

  /** The members that an atom is about. */
  members(atom: number): (string | number)[] {
    return this.tuple(atom).map((index, c) => {
      const domain = this.domains[c]
      return domain.numeric ? domain.values[index] : domain.keys[index]
    })
  }

  /** `smokes(anna)` */
  nameOf(atom: number): string {
    return this.domains.length === 0 ? this.name : `${this.name}(${this.members(atom).join(', ')})`
  }
}
