// Gives a variable to each formula inside another; a factor with an output makes the two equal. Equal
// formulas share a variable.
import { type Arena, FALSE, negate, Op, TRUE } from './arena.js'
import type { Factors } from './factors.js'
import { LiteralStack } from './literal-stack.js'
import { SharedFormulas } from './shared.js'

/** A count of at most this many literals becomes a table. */
const TABLE = 3
/** The rule number of a factor that defines a part of a formula and belongs to no single rule. */
export const PART = -1

export class PartVariables {
  /** The literals of formulas; `gather` pushes them here. */
  readonly stack = new LiteralStack()
  private readonly shared = new SharedFormulas()

  constructor(
    private readonly arena: Arena,
    private readonly factors: Factors,
  ) {}

  /** Number of formulas that have a variable. */
  get count(): number {
    return this.shared.count
  }

  /** The literal that represents a node; a constant stays a constant. */
  literal(node: number): number {
    if (node >= TRUE || node === FALSE) return node
    const literal = this.variableOf(~node >> 1, -1, PART)
    return (~node & 1) === 1 ? negate(literal) : literal
  }

  /**
   * The literal (or constant) that equals the formula at a place of the arena. With an `output`, that literal
   * becomes equal to the formula, by a factor of this rule.
   */
  variableOf(place: number, output: number, rule: number): number {
    const { stack } = this
    const op = this.arena.op.data[place]
    const mark = stack.length
    const constant = this.gather(place)
    const flip = op === Op.parity ? this.stack.odd : 0
    const target = output < 0 ? -1 : output ^ flip
    let literal = constant ?? this.known(op, mark)
    if (literal === -1 && constant === null) {
      const fresh = target < 0 || stack.mentions(mark, target)
      literal = fresh ? 2 * this.factors.variable() : target
      this.define(op, mark, literal, fresh ? PART : rule)
      if (fresh && target >= 0) this.factors.equal(literal, target, rule)
    } else if (target >= 0) this.equate(literal, target, rule)
    stack.length = mark
    return flip === 1 ? negate(literal) : literal
  }

  /** Adds a factor that makes two literals equal; the first may be a constant. */
  equate(literal: number, other: number, rule: number): void {
    const { factors } = this
    if (literal === TRUE || literal === FALSE) factors.unit(literal === TRUE ? other : other ^ 1, rule)
    else if (literal === (other ^ 1)) factors.contradiction(rule)
    else if (literal !== other) factors.equal(literal, other, rule)
  }

  /** The literal of an equal formula that was gathered before; −1 if there is none. */
  known(op: number, mark: number): number {
    const { stack } = this
    const from = this.pushKey(op, mark)
    const literal = this.shared.get(stack.data, from, stack.length)
    stack.length = from
    return literal
  }

  /** Adds a factor that makes `output` equal to the gathered formula, and registers the formula under it. */
  private define(op: number, mark: number, output: number, rule: number): void {
    const { stack, factors } = this
    const { low, high } = stack
    const end = stack.length
    const from = this.pushKey(op, mark)
    this.shared.set(stack.data, from, stack.length, output)
    stack.length = end
    if (op === Op.or) factors.orOut(stack.data, mark, end, output, rule)
    else if (op === Op.parity) {
      stack.push(output)
      factors.parity(stack.data, mark, stack.length, false, rule)
      stack.length = end
    } else this.defineCount(mark, low, high, output, rule)
  }

  private defineCount(mark: number, low: number, high: number, output: number, rule: number): void {
    const { stack, factors } = this
    const end = stack.length
    const size = end - mark
    if (low === 1 && high === size) factors.orOut(stack.data, mark, end, output, rule)
    else if (high === 0) factors.orOut(stack.data, mark, end, output ^ 1, rule)
    else if (low === size) {
      for (let i = mark; i < end; i++) stack.push(stack.data[i] ^ 1)
      factors.orOut(stack.data, end, stack.length, output ^ 1, rule)
    } else if (size <= TABLE && stack.isDistinct(mark)) {
      factors.countOut(stack.data, mark, end, [low, high], output, rule)
    } else if (low === 0) factors.atMostOut(stack.data, mark, end, high, output, rule)
    else if (high === size) factors.atMostOut(stack.data, mark, end, low - 1, output ^ 1, rule)
    else {
      // Both limits apply: neither too few nor too many.
      const few = this.countVariable(mark, end, 0, low - 1)
      const many = this.countVariable(mark, end, high + 1, size)
      stack.push(few)
      stack.push(many)
      factors.orOut(stack.data, end, stack.length, output ^ 1, rule)
    }
    stack.length = end
  }

  /** The variable of a count over gathered literals. */
  private countVariable(mark: number, end: number, low: number, high: number): number {
    const { stack } = this
    const from = stack.length
    for (let i = mark; i < end; i++) stack.push(stack.data[i])
    this.stack.low = low
    this.stack.high = high
    let literal = this.known(Op.count, from)
    if (literal < 0) {
      literal = 2 * this.factors.variable()
      this.stack.low = low
      this.stack.high = high
      this.define(Op.count, from, literal, PART)
    }
    stack.length = from
    return literal
  }

  /** Pushes the key of the gathered formula after its literals. */
  private pushKey(op: number, mark: number): number {
    const { stack } = this
    const end = stack.length
    stack.push(op)
    stack.push(op === Op.count ? this.stack.low : 0)
    stack.push(op === Op.count ? this.stack.high : 0)
    for (let i = mark; i < end; i++) stack.push(stack.data[i])
    return end
  }

  /**
   * Pushes the literals of the formula at a place, in order and without those that have no effect. Returns
   * the constant or single literal to which the formula reduces, else null.
   */
  gather(place: number): number | null {
    const { arena, stack } = this
    const op = arena.op.data[place]
    const mark = stack.length
    let certain = 0
    let odd = 0
    for (let c = arena.start.data[place]; c < arena.end.data[place]; c++) {
      const literal = this.literal(arena.children.data[c])
      if (literal === FALSE) continue
      if (literal === TRUE) {
        certain++
        continue
      }
      if (op === Op.parity) odd ^= literal & 1
      stack.push(op === Op.parity ? literal & ~1 : literal)
    }
    if (op === Op.or) return stack.or(mark, certain)
    if (op === Op.parity) return stack.parity(mark, (odd + certain) & 1)
    return stack.count(mark, arena.low.data[place], arena.high.data[place], certain)
  }
}
