// Turns ground rules into factors, choosing the cheapest exact encoding (paper 1, section 4).
import type { FactorGraph } from '@parleyjs/core'
import { type Arena, FALSE, negate, Op, TRUE } from './arena.js'
import { Factors } from './factors.js'
import type { LiteralStack } from './literal-stack.js'
import { PART, PartVariables } from './part-variables.js'

/** A conjunction of at most this many literals inside a clause is distributed into several clauses. */
const DISTRIBUTE = 3

export class Emitter {
  readonly factors: Factors
  /** While set, soft rules do not change scores: `trace` gets what they would add. */
  trace: ((kind: 'slot' | 'pair' | 'constant', index: number, amount: number) => void) | null = null
  /** The part of the score that does not depend on any decision. */
  constant = 0
  private readonly variables: PartVariables
  private readonly stack: LiteralStack

  constructor(
    private readonly graph: FactorGraph,
    private readonly arena: Arena,
  ) {
    this.factors = new Factors(graph)
    this.variables = new PartVariables(arena, this.factors)
    this.stack = this.variables.stack
  }

  /** Number of nested formulas that have a variable. */
  get parts(): number {
    return this.variables.count
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

  /** A soft rule: `weight` is subtracted unless the node is true. */
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
    const constant = this.variables.gather(place)
    const two = this.stack.length - mark === 2
    if (constant !== null || !two || op === Op.count || this.variables.known(op, mark) >= 0) {
      this.stack.length = mark
      const literal = this.variables.variableOf(place, -1, PART)
      this.pay(negated ? negate(literal) : literal, weight, rule)
      return
    }
    const [a, b] = [this.stack.data[mark], this.stack.data[mark + 1]]
    const flipped = op === Op.parity && this.stack.odd === 1
    this.stack.length = mark
    if (op === Op.or) {
      // a ∨ b is violated exactly where ¬a ∧ ¬b; its negation everywhere else.
      if (negated) this.constant -= weight
      this.pair(a ^ 1, b ^ 1, negated ? weight : -weight, rule)
      return
    }
    // a ⊕ b = a + b − 2ab
    const sign = negated !== flipped ? -weight : weight
    if (sign === weight) this.constant -= weight
    this.addTo(a >> 1, sign)
    this.addTo(b >> 1, sign)
    this.pair(a, b, -2 * sign, rule)
  }

  private payLiteral(literal: number, weight: number): void {
    if ((literal & 1) === 0) this.constant -= weight
    this.addTo(literal >> 1, (literal & 1) === 0 ? weight : -weight)
  }

  private addTo(slot: number, amount: number): void {
    if (this.trace === null) this.graph.scores.data[slot] += amount
    else this.trace('slot', slot, amount)
  }

  private pair(a: number, b: number, score: number, rule: number): void {
    this.trace?.('pair', this.graph.factorCount, score)
    this.factors.pair(a, b, this.trace === null ? score : 0, rule)
  }

  private opOf(node: number): number {
    return this.arena.op.data[~node >> 1]
  }

  private assertOr(place: number, negated: boolean, rule: number): void {
    const { arena, stack } = this
    const start = arena.start.data[place]
    const end = arena.end.data[place]
    if (negated) {
      for (let c = start; c < end; c++) this.assert(negate(arena.children.data[c]), rule)
      return
    }
    const conjunction = arena.onlyConjunction(place, DISTRIBUTE)
    if (conjunction >= 0) {
      const inner = ~arena.children.data[conjunction] >> 1
      for (let i = arena.start.data[inner]; i < arena.end.data[inner]; i++) {
        const mark = arena.stack.length
        for (let c = start; c < end; c++)
          arena.stack.push(c === conjunction ? negate(arena.children.data[i]) : arena.children.data[c])
        this.assert(arena.or(mark), rule)
      }
      return
    }
    const mark = stack.length
    const constant = this.variables.gather(place)
    if (constant !== null) this.assert(constant, rule)
    else this.factors.or(stack.data, mark, stack.length, rule)
    stack.length = mark
  }

  private assertParity(place: number, negated: boolean, rule: number): void {
    const { arena, stack } = this
    const start = arena.start.data[place]
    if (arena.end.data[place] - start === 2) {
      // a ⊕ b: a is the opposite of b. A formula on one side takes the variable of the other side as its
      // output.
      const [a, b] = [arena.children.data[start], arena.children.data[start + 1]]
      const [plain, formula] = a >= 0 ? [a, b] : [b, a]
      this.assertEqual(formula, this.variables.literal(negated ? plain : negate(plain)), rule)
      return
    }
    const mark = stack.length
    const constant = this.variables.gather(place)
    if (constant !== null) this.assert(negated ? negate(constant) : constant, rule)
    else if (stack.length - mark === 2) {
      const [a, b] = [stack.data[mark], stack.data[mark + 1]]
      this.factors.equal(a, b ^ ((this.stack.odd === 1) === negated ? 1 : 0), rule)
    } else this.factors.parity(stack.data, mark, stack.length, (this.stack.odd === 1) === negated, rule)
    stack.length = mark
  }

  private assertEqual(node: number, literal: number, rule: number): void {
    if (literal < 0) this.assert(literal === TRUE ? node : negate(node), rule)
    else if (node >= 0 || node === TRUE || node === FALSE) this.variables.equate(node, literal, rule)
    else this.variables.variableOf(~node >> 1, literal ^ (~node & 1), rule)
  }

  private assertCount(place: number, negated: boolean, rule: number): void {
    const { stack, factors } = this
    const mark = stack.length
    const constant = this.variables.gather(place)
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
        this.assert(negate(this.variables.variableOf(place, -1, PART)), rule)
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
}
