// Ground formulas as numbers. A non-negative node is a literal, 2·variable + negated. A negative node is the
// complement of 2·place + negated: place 0 is the constant, and the other places are formulas in the arena.
// Negation is therefore one bit everywhere, "and" is an "or" between negations, and formulas are simplified
// as nodes are made.
import { GrowableInts } from '@parleyjs/core/internal'

export const TRUE = -1
export const FALSE = -2

/** The operator of a node in the arena. */
export const Op = {
  /** At least one child is true. */
  or: 0,
  /** An odd number of children is true. */
  parity: 1,
  /** The number of true children is between `low` and `high`. */
  count: 2,
} as const

export function negate(node: number): number {
  return node >= 0 ? node ^ 1 : ~(~node ^ 1)
}

export class Arena {
  readonly op = new GrowableInts()
  readonly start = new GrowableInts()
  readonly end = new GrowableInts()
  readonly low = new GrowableInts()
  readonly high = new GrowableInts()
  readonly children = new GrowableInts()
  /** Nodes that are waiting to become children. */
  readonly stack = new GrowableInts()

  constructor() {
    this.clear()
  }

  /** Removes all nodes; place 0 stays reserved for the constant. */
  clear(): void {
    for (const array of [this.op, this.start, this.end, this.low, this.high, this.children, this.stack])
      array.length = 0
    this.add(Op.or, 0, 0)
  }

  /** Makes the "or" of the nodes on the stack from `mark` on, and takes them off the stack. */
  or(mark: number): number {
    const { stack, children } = this
    const first = children.length
    for (let i = mark; i < stack.length; i++) {
      const node = stack.data[i]
      if (node === TRUE) {
        stack.length = mark
        children.length = first
        return TRUE
      }
      if (node === FALSE) continue
      // Flattens: an "or" inside an "or" adds its children to the outer one.
      if (node < 0 && (~node & 1) === 0 && this.op.data[~node >> 1] === Op.or) this.copyChildren(~node >> 1)
      else children.push(node)
    }
    stack.length = mark
    return this.close(Op.or, first, 0, 0, FALSE)
  }

  /** Makes the "and" of the nodes on the stack from `mark` on, and takes them off the stack. */
  and(mark: number): number {
    const { stack } = this
    for (let i = mark; i < stack.length; i++) stack.data[i] = negate(stack.data[i])
    return negate(this.or(mark))
  }

  /** Makes a node that is true if an odd number of the nodes from `mark` on are true. */
  parity(mark: number): number {
    const { stack, children } = this
    const first = children.length
    let odd = 0
    for (let i = mark; i < stack.length; i++) {
      const node = stack.data[i]
      const negated = node >= 0 ? node & 1 : ~node & 1
      odd ^= node === TRUE ? 1 : node === FALSE ? 0 : negated
      if (node !== TRUE && node !== FALSE) children.push(negated === 1 ? negate(node) : node)
    }
    stack.length = mark
    const node = this.close(Op.parity, first, 0, 0, FALSE)
    return odd === 1 ? negate(node) : node
  }

  /** Makes a node that is true if between `low` and `high` of the nodes from `mark` on are true. */
  count(mark: number, low: number, high: number): number {
    const { stack, children } = this
    const first = children.length
    let certain = 0
    for (let i = mark; i < stack.length; i++) {
      const node = stack.data[i]
      if (node === TRUE) certain++
      else if (node !== FALSE) children.push(node)
    }
    stack.length = mark
    const size = children.length - first
    const least = Math.max(0, low - certain)
    const most = Math.min(size, high - certain)
    if (least > most || (least === 0 && most === size)) {
      children.length = first
      return least > most ? FALSE : TRUE
    }
    if (most === size && least === 1) return this.close(Op.or, first, 0, 0, FALSE)
    if (size === 1) {
      const node = children.data[first]
      children.length = first
      return least === 1 ? node : negate(node)
    }
    return ~(2 * this.add(Op.count, first, children.length, least, most))
  }

  /**
   * The index, among the children of an "or", of its only formula, if that formula is an "and" of at most
   * `most` parts; −1 otherwise.
   */
  onlyConjunction(parent: number, most: number): number {
    let found = -1
    for (let c = this.start.data[parent]; c < this.end.data[parent]; c++) {
      const child = this.children.data[c]
      if (child >= 0) continue
      if (found >= 0) return -1
      const place = ~child >> 1
      const size = this.end.data[place] - this.start.data[place]
      if ((~child & 1) === 0 || this.op.data[place] !== Op.or || size > most) return -1
      found = c
    }
    return found
  }

  private copyChildren(place: number): void {
    for (let c = this.start.data[place]; c < this.end.data[place]; c++)
      this.children.push(this.children.data[c])
  }

  /**
   * Closes a node whose children were pushed from `first` on. With no child or one child, no node is made.
   */
  private close(op: number, first: number, low: number, high: number, none: number): number {
    const size = this.children.length - first
    if (size > 1) return ~(2 * this.add(op, first, this.children.length, low, high))
    const node = size === 0 ? none : this.children.data[first]
    this.children.length = first
    return node
  }

  private add(op: number, start: number, end: number, low = 0, high = 0): number {
    this.op.push(op)
    this.start.push(start)
    this.end.push(end)
    this.low.push(low)
    this.high.push(high)
    return this.op.length - 1
  }

  /** Whether a node is true under an assignment; a variable is true if its entry in `values` is 1. */
  holds(node: number, values: ArrayLike<number>): boolean {
    if (node >= 0) return (values[node >> 1] === 1) !== ((node & 1) === 1)
    const place = ~node >> 1
    const negated = (~node & 1) === 1
    if (place === 0) return !negated
    let ones = 0
    for (let c = this.start.data[place]; c < this.end.data[place]; c++)
      if (this.holds(this.children.data[c], values)) ones++
    const op = this.op.data[place]
    const result =
      op === Op.or
        ? ones > 0
        : op === Op.parity
          ? (ones & 1) === 1
          : ones >= this.low.data[place] && ones <= this.high.data[place]
    return result !== negated
  }
}
