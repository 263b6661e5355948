// The atoms of an open predicate; each is a variable of the graph. Without a condition there is one for every
// tuple of the domains; with a condition, only for the tuples that satisfy it.
import type { Domain } from './domain.js'
import { keyRange, type Relation, stridesOf } from './relation.js'

export class OpenAtoms {
  readonly count: number
  private readonly strides: Float64Array

  constructor(
    readonly name: string,
    readonly domains: readonly Domain[],
    /** The tuples that exist; null if all do. */
    readonly relation: Relation | null,
    /** The variable of the first atom; those of the other atoms follow. */
    readonly first: number,
  ) {
    this.count = relation === null ? keyRange(domains) : relation.count
    this.strides = stridesOf(name, domains)
  }

  /** The indices of an atom's arguments in their domains. */
  tuple(atom: number): number[] {
    const { relation } = this
    if (relation !== null) return relation.columns.map((column) => column[atom])
    return this.domains.map((domain, c) => Math.floor(atom / this.strides[c]) % domain.size)
  }

  /** The number of the atom with these arguments; −1 if it does not exist. */
  find(args: readonly (string | number)[]): number {
    let key = 0
    for (let c = 0; c < this.domains.length; c++) {
      const index = this.domains[c].indexOf(args[c])
      if (index < 0) return -1
      key += index * this.strides[c]
    }
    return this.relation === null ? key : this.relation.rowOf(key)
  }

  /** The members in the arguments of an atom. */
  members(atom: number): (string | number)[] {
    return this.tuple(atom).map((index, c) => {
      const domain = this.domains[c]
      return domain.numeric ? domain.values[index] : domain.keys[index]
    })
  }

  /** The name of an atom, such as `smokes(anna)`. */
  nameOf(atom: number): string {
    return this.domains.length === 0 ? this.name : `${this.name}(${this.members(atom).join(', ')})`
  }
}
