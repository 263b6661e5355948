// A finite, ordered set of members. In formulas a member of a numeric domain is represented by its number,
// and a member of any other domain by its index.
import type { Member } from '../syntax/ast.js'

const WHOLE = /^(0|-?[1-9]\d{0,14})$/

export class Domain {
  /** Whether all members are whole numbers, which can be compared and used in arithmetic. */
  readonly numeric: boolean
  /** The value that a variable holds for each member. */
  readonly values: Float64Array
  /** The index of each member, by name; null for consecutive numbers, which need no table. */
  private readonly places: ReadonlyMap<string, number> | null
  /** The first number of a domain of consecutive numbers, else NaN. */
  private readonly first: number
  private names: readonly string[] | null = null

  constructor(
    readonly name: string,
    members: readonly Member[] | Float64Array,
  ) {
    if (members instanceof Float64Array) {
      this.numeric = true
      this.values = members
    } else {
      const names = members.map(String)
      this.names = names
      this.numeric = names.every((key) => WHOLE.test(key))
      this.values = Float64Array.from(names, (key, i) => (this.numeric ? Number(key) : i))
    }
    const { values } = this
    const consecutive = this.numeric && values.every((value, i) => value === values[0] + i)
    this.first = consecutive && values.length > 0 ? values[0] : Number.NaN
    this.places = consecutive ? null : new Map(this.keys.map((key, i) => [key, i]))
  }

  /** A domain of `size` whole numbers, starting at `first`. */
  static interval(name: string, first: number, size: number): Domain {
    const values = new Float64Array(size)
    for (let i = 0; i < size; i++) values[i] = first + i
    // Longer numbers are treated as names.
    const short = WHOLE.test(String(first)) && WHOLE.test(String(first + size))
    return new Domain(name, short ? values : Array.from(values))
  }

  /** The names of the members, in order; those of an interval are created on first use. */
  get keys(): readonly string[] {
    this.names ??= Array.from(this.values, String)
    return this.names
  }

  get size(): number {
    return this.values.length
  }

  /** The index of a member; −1 if it is not in the domain. */
  indexOf(member: Member): number {
    const key = typeof member === 'string' ? member : String(member)
    if (this.places !== null) return this.places.get(key) ?? -1
    return WHOLE.test(key) ? this.indexOfValue(Number(key)) : -1
  }

  /** The index of the member that a variable's value stands for; −1 if the domain has no such member. */
  indexOfValue(value: number): number {
    if (!this.numeric) return value
    if (this.places !== null) return this.places.get(String(value)) ?? -1
    const place = value - this.first
    return place >= 0 && place < this.values.length && Number.isInteger(place) ? place : -1
  }

  /** A short description for messages: `{anna, ben, …}` or `0..8`. */
  describe(): string {
    const n = this.size
    if (n > 0 && !Number.isNaN(this.first)) return `${this.first}..${this.first + n - 1}`
    return `{${this.keys.slice(0, 5).join(', ')}${n > 5 ? ', …' : ''}}`
  }
}
