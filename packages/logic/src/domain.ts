// A finite set of members in a fixed order. In formulas a member of a numeric domain is its number, and a member of
// any other domain is its place in the order.
import type { Member } from './ast.js'

const WHOLE = /^(0|-?[1-9]\d{0,14})$/

export class Domain {
  /** Whether all members are whole numbers, which can be compared and calculated with. */
  readonly numeric: boolean
  /** What a variable holds for each member. */
  readonly values: Float64Array
  /** The members by name; null for consecutive numbers, which need no table. */
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

  /** So many whole numbers, from the first on. */
  static interval(name: string, first: number, size: number): Domain {
    const values = new Float64Array(size)
    for (let i = 0; i < size; i++) values[i] = first + i
    // Numbers of more digits are names.
    const short = WHOLE.test(String(first)) && WHOLE.test(String(first + size))
    return new Domain(name, short ? values : Array.from(values))
  }

  /** The names of the members, in their order; of an interval, made when they are first asked for. */
  get keys(): readonly string[] {
    this.names ??= Array.from(this.values, String)
    return this.names
  }

  get size(): number {
    return this.values.length
  }

  /** The place of a member in the order, −1 if it is none. */
  indexOf(member: Member): number {
    const key = typeof member === 'string' ? member : String(member)
    if (this.places !== null) return this.places.get(key) ?? -1
    return WHOLE.test(key) ? this.indexOfValue(Number(key)) : -1
  }

  /** The place of the member that a variable holds, −1 if it is none of this domain. */
  indexOfValue(value: number): number {
    if (!this.numeric) return value
    if (this.places !== null) return this.places.get(String(value)) ?? -1
    const place = value - this.first
    return place >= 0 && place < this.values.length && Number.isInteger(place) ? place : -1
  }

  /** For messages: `{anna, ben, …}` or `0..8`. */
  describe(): string {
    const n = this.size
    if (n > 0 && !Number.isNaN(this.first)) return `${this.first}..${this.first + n - 1}`
    return `{${this.keys.slice(0, 5).join(', ')}${n > 5 ? ', …' : ''}}`
  }
}
