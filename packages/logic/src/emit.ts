// Ground formulas become factors: the cheapest that is exact (paper 1, section 4). A formula inside another one gets a
// variable, which a factor with an output makes equal to it; equal formulas share it.
import type { FactorGraph } from '@parley/core'
import { type Arena, FALSE, negate, Op, TRUE } from './arena.js'
import { Factors } from './factors.js'
import { LiteralStack } from './literal-stack.js'
import { SharedFormulas } from './shared.js'

/** A conjunction of at most so many literals in a clause becomes as many clauses. */
const DISTRIBUTE = 3
/** A count of at most so many literals becomes a table. */
const TABLE = 3
/** The part of a formula, for a factor that belongs to no single rule. */
const PART = -1

export class Emitter {
  readonly factors: Factors
  /** What belongs to the score whatever is decided. */
  constant = 0
  private readonly shared = new SharedFormulas()
  private readonly stack = new LiteralStack()

  constructor(
    private readonly graph: FactorGraph,
    private readonly arena: Arena,
  ) {
    this.factors = new Factors(graph)
  }

  /** How many formulas inside others have a variable. */
  get parts(): number {
    return this.shared.count
  }

  /** A hard rule: the node must be true. */
  assert(node: number, rule: number): void {
    if (node === TRUE) return
    if (node === FALSE) this.factors.contradiction(rule)
    else if (node >= 0) this.factors.unit(node, rule)
    else if (this.opOf(node) === Op.or) this.assertOr(~node >> 1, (~node & 1) === 1, rule)
    else if (this.opOf(node) === Op.parity) this.assertParity(~node >> 1, (~node & 1) === 1, rule)
    else this.assertCount(~node >> 1, (~node & 1) === 1, rule)
  }

  /** A soft rule: `weight` is paid unless the node is true. */
  pay(node: number, weight: number, rule: number): void {
    if (weight === 0 || node === TRUE) return
    if (node === FALSE) {
      this.constant -= weight
      return
    }
    if (node >= 0) {
      this.payLiteral(node, weight)
      return
    }
    const place = ~node >> 1
    const negated = (~node & 1) === 1
    const op = this.opOf(node)
    const mark = this.stack.length
    const constant = this.gather(place)
    const two = this.stack.length - mark === 2
    if (constant !== null || !two || op === Op.count || this.known(op, mark) >= 0) {
      this.stack.length = mark
      const literal = this.variableOf(place, -1, PART)
      this.pay(negated ? negate(literal) : literal, weight, rule)
      return
    }
    const [a, b] = [this.stack.data[mark]!, this.stack.data[mark + 1]!]
    const flipped = op === Op.parity && this.stack.odd === 1
    this.stack.length = mark
    if (op === Op.or) {
      // a ∨ b is violated where ¬a ∧ ¬b; its negation everywhere else.
      if (negated) this.constant -= weight
      this.factors.pair(a ^ 1, b ^ 1, negated ? weight : -weight, rule)
      return
    }
    // a ⊕ b = a + b − 2ab
    const sign = negated !== flipped ? -weight : weight
    if (sign === weight) this.constant -= weight
    this.graph.scores.data[a >> 1]! += sign
    this.graph.scores.data[b >> 1]! += sign
    this.factors.pair(a, b, -2 * sign, rule)
  }

  private payLiteral(literal: number, weight: number): void {
    if ((literal & 1) === 0) this.constant -= weight
    this.graph.scores.data[literal >> 1]! += (literal & 1) === 0 ? weight : -weight
  }

  private opOf(node: number): number {
    return this.arena.op.data[~node >> 1]!
  }

  private assertOr(place: number, negated: boolean, rule: number): void {
    const { arena, stack } = this
    const start = arena.start.data[place]!
    const end = arena.end.data[place]!
    if (negated) {
      for (let c = start; c < end; c++) this.assert(negate(arena.children.data[c]!), rule)
      return
    }
    const conjunction = arena.onlyConjunction(place, DISTRIBUTE)
    if (conjunction >= 0) {
      const inner = ~arena.children.data[conjunction]! >> 1
      for (let i = arena.start.data[inner]!; i < arena.end.data[inner]!; i++) {
        const mark = arena.stack.length
        for (let c = start; c < end; c++)
          arena.stack.push(c === conjunction ? negate(arena.children.data[i]!) : arena.children.data[c]!)
        this.assert(arena.or(mark), rule)
      }
      return
    }
    const mark = stack.length
    const constant = this.gather(place)
    if (constant !== null) this.assert(constant, rule)
    else this.factors.or(stack.data, mark, stack.length, rule)
    stack.length = mark
  }

  private assertParity(place: number, negated: boolean, rule: number): void {
    const { arena, stack } = this
    const start = arena.start.data[place]!
    if (arena.end.data[place]! - start === 2) {
      // a ⊕ b: a is the opposite of b. A formula on one side takes the variable on the other as its own.
      const [a, b] = [arena.children.data[start]!, arena.children.data[start + 1]!]
      const [plain, formula] = a >= 0 ? [a, b] : [b, a]
      this.assertEqual(formula, this.literal(negated ? plain : negate(plain)), rule)
      return
    }
    const mark = stack.length
    const constant = this.gather(place)
    if (constant !== null) this.assert(negated ? negate(constant) : constant, rule)
    else if (stack.length - mark === 2) {
      const [a, b] = [stack.data[mark]!, stack.data[mark + 1]!]
      this.factors.equal(a, b ^ ((this.stack.odd === 1) === negated ? 1 : 0), rule)
    } else this.factors.parity(stack.data, mark, stack.length, (this.stack.odd === 1) === negated, rule)
    stack.length = mark
  }

  private assertEqual(node: number, literal: number, rule: number): void {
    if (literal < 0) this.assert(literal === TRUE ? node : negate(node), rule)
    else if (node === TRUE || node === FALSE) this.assert(node === TRUE ? literal : literal ^ 1, rule)
    else if (node < 0) this.variableOf(~node >> 1, literal ^ (~node & 1), rule)
    else if (node === literal) return
    else if (node === (literal ^ 1)) this.factors.contradiction(rule)
    else this.factors.equal(node, literal, rule)
  }

  private assertCount(place: number, negated: boolean, rule: number): void {
    const { stack, factors } = this
    const mark = stack.length
    const constant = this.gather(place)
    const size = stack.length - mark
    let { low, high } = stack
    if (constant !== null) {
      stack.length = mark
      this.assert(negated ? negate(constant) : constant, rule)
      return
    }
    if (negated) {
      if (low > 0 && high < size) {
        stack.length = mark
        this.assert(negate(this.variableOf(place, -1, PART)), rule)
        return
      }
      ;[low, high] = low > 0 ? [0, low - 1] : [high + 1, size]
    }
    if (low === 1 && high === 1) factors.xor(stack.data, mark, stack.length, rule)
    else if (low === 0 && high === 1) factors.atMostOne(stack.data, mark, stack.length, rule)
    else if (low === 1 && high === size) factors.or(stack.data, mark, stack.length, rule)
    else factors.budget(stack.data, mark, stack.length, low, high, rule)
    stack.length = mark
  }

  /** The literal that stands for a node; a constant stays one. */
  private literal(node: number): number {
    if (node >= TRUE || node === FALSE) return node
    const literal = this.variableOf(~node >> 1, -1, PART)
    return (~node & 1) === 1 ? negate(literal) : literal
  }

  /**
   * The literal (or constant) that equals the formula at a place of the arena. With an `output`, that literal becomes
   * equal to the formula, by a factor of this rule.
   */
  private variableOf(place: number, output: number, rule: number): number {
    const { stack } = this
    const op = this.arena.op.data[place]!
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
    } else if (target >= 0) this.assertEqual(literal, target, rule)
    stack.length = mark
    return flip === 1 ? negate(literal) : literal
  }

  /** The literal that the gathered formula has already, or −1. */
  private known(op: number, mark: number): number {
    const { stack } = this
    const from = this.pushKey(op, mark)
    const literal = this.shared.get(stack.data, from, stack.length)
    stack.length = from
    return literal
  }

  /** A factor that makes `output` equal to the gathered formula, from now on known by it. */
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
      for (let i = mark; i < end; i++) stack.push(stack.data[i]! ^ 1)
      factors.orOut(stack.data, end, stack.length, output ^ 1, rule)
    } else if (size <= TABLE && stack.isDistinct(mark)) {
      factors.countOut(stack.data, mark, end, [low, high], output, rule)
    } else if (low === 0) factors.atMostOut(stack.data, mark, end, high, output, rule)
    else if (high === size) factors.atMostOut(stack.data, mark, end, low - 1, output ^ 1, rule)
    else {
      // Both limits: neither too few nor too many.
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
    for (let i = mark; i < end; i++) stack.push(stack.data[i]!)
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

  /** Puts the key of the gathered formula behind it. */
  private pushKey(op: number, mark: number): number {
    const { stack } = this
    const end = stack.length
    stack.push(op)
    stack.push(op === Op.count ? this.stack.low : 0)
    stack.push(op === Op.count ? this.stack.high : 0)
    for (let i = mark; i < end; i++) stack.push(stack.data[i]!)
    return end
  }

  /**
   * Puts the literals of the formula at a place on the stack, in order, without those that make no difference; the
   * result is what it comes down to if that is a constant or a single literal, else null.
   */
  private gather(place: number): number | null {
    const { arena, stack } = this
    const op = arena.op.data[place]!
    const mark = stack.length
    let certain = 0
    let odd = 0
    for (let c = arena.start.data[place]!; c < arena.end.data[place]!; c++) {
      const literal = this.literal(arena.children.data[c]!)
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
    return stack.count(mark, arena.low.data[place]!, arena.high.data[place]!, certain)
  }
}
