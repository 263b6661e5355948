// The literals of one formula, in order and without those that have no effect. Each method returns the
// constant or single literal to which the formula reduces; if it reduces to neither, it returns null, and the
// literals are on the stack from `mark` on.

import { GrowableInts } from '@parleyjs/core/internal'
import { FALSE, negate, TRUE } from './arena.js'

export class LiteralStack extends GrowableInts {
  /** After `parity`: 1 if an even number of the literals must be true. */
  odd = 0
  /** After `count`: the least number of literals that must be true; `high` is the greatest. */
  low = 0
  high = 0

  /** Reduces an "or"; `certain` counts the children that are true in any case. */
  or(mark: number, certain: number): number | null {
    sort(this.data, mark, this.length)
    const { data } = this
    let end = mark
    for (let i = mark; i < this.length && certain === 0; i++) {
      const literal = data[i]
      const last = end > mark ? data[end - 1] : -1
      if (literal === last) continue
      if (literal === (last ^ 1) && last >= 0) certain = 1
      data[end++] = literal
    }
    this.length = end
    if (certain > 0) return TRUE
    return end === mark ? FALSE : end === mark + 1 ? data[mark] : null
  }

  /**
   * Reduces a parity: an odd number of children must be true, or an even number if `odd` is 1. No literal is
   * negated.
   */
  parity(mark: number, odd: number): number | null {
    sort(this.data, mark, this.length)
    const { data } = this
    let end = mark
    for (let i = mark; i < this.length; i++) {
      const literal = data[i]
      if (end > mark && data[end - 1] === literal) end--
      else data[end++] = literal
    }
    this.length = end
    this.odd = odd
    if (end > mark + 1) return null
    this.odd = 0
    const node = end === mark ? FALSE : data[mark]
    return odd === 1 ? negate(node) : node
  }

  /** Reduces a count between `low` and `high`; `certain` children are true in any case. */
  count(mark: number, low: number, high: number, certain: number): number | null {
    sort(this.data, mark, this.length)
    const { data } = this
    let end = mark
    let sure = certain
    for (let i = mark; i < this.length; i++) {
      const literal = data[i]
      // Of x and ¬x exactly one is true.
      if (end > mark && literal === (data[end - 1] ^ 1) && (literal & 1) === 1) {
        end--
        sure++
      } else data[end++] = literal
    }
    this.length = end
    const size = end - mark
    this.low = Math.max(0, low - sure)
    this.high = Math.min(size, high - sure)
    if (this.low > this.high) return FALSE
    if (this.low === 0 && this.high === size) return TRUE
    if (size > 1) return null
    return this.low === 1 ? data[mark] : negate(data[mark])
  }

  /** Whether the variable of a literal occurs among those from `mark` on. */
  mentions(mark: number, literal: number): boolean {
    for (let i = mark; i < this.length; i++) if (this.data[i] >> 1 === literal >> 1) return true
    return false
  }

  /** Whether no variable occurs twice from `mark` on. */
  isDistinct(mark: number): boolean {
    for (let i = mark + 1; i < this.length; i++) if (this.data[i] >> 1 === this.data[i - 1] >> 1) return false
    return true
  }
}

/** Sorts in place: insertion sort for short lists, the built-in sort for long ones. */
function sort(data: Int32Array, from: number, to: number): void {
  if (to - from > 24) {
    data.subarray(from, to).sort()
    return
  }
  for (let i = from + 1; i < to; i++) {
    const value = data[i]
    let at = i
    for (; at > from && data[at - 1] > value; at--) data[at] = data[at - 1]
    data[at] = value
  }
}
