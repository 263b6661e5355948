// A finite set of members in a fixed order. In formulas a member of a numeric domain is its number, and a member of
// any other domain is its place in the order.
import type { Member } from './ast.js'

const WHOLE = /^(0|-?[1-9]\d{0,14})$/

export class Domain {
  readonly keys: readonly string[]
  /** Whether all members are whole numbers, which can be compared and calculated with. */
  readonly numeric: boolean
  /** What a variable holds for each member. */
  readonly values: Float64Array
  private readonly places = new Map<string, number>()
  /** The first number of a domain of consecutive numbers, else NaN. */
  private readonly first: number

  constructor(
    readonly name: string,
    members: readonly Member[],
  ) {
    this.keys = members.map(String)
    this.numeric = this.keys.every((key) => WHOLE.test(key))
    this.values = Float64Array.from(this.keys, (key, i) => (this.numeric ? Number(key) : i))
    this.keys.forEach((key, i) => {
      this.places.set(key, i)
    })
    const { values } = this
    const consecutive = this.numeric && values.every((value, i) => value === values[0]! + i)
    this.first = consecutive && values.length > 0 ? values[0]! : Number.NaN
  }

  get size(): number {
    return this.keys.length
  }

  /** The place of a member in the order, −1 if it is none. */
  indexOf(member: Member): number {
    return this.places.get(typeof member === 'string' ? member : String(member)) ?? -1
  }

  /** The place of the member that a variable holds, −1 if it is none of this domain. */
  indexOfValue(value: number): number {
    if (!this.numeric) return value
    const place = value - this.first
    if (place >= 0 && place < this.keys.length && Number.isInteger(place)) return place
    return Number.isNaN(this.first) ? (this.places.get(String(value)) ?? -1) : -1
  }

  /** For messages: `{anna, ben, …}` or `0..8`. */
  describe(): string {
    const n = this.size
    if (n > 0 && !Number.isNaN(this.first)) return `${this.first}..${this.first + n - 1}`
    return `{${this.keys.slice(0, 5).join(', ')}${n > 5 ? ', …' : ''}}`
  }
}
