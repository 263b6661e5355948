// Compiles formulas to functions that make nodes: quantifiers become loops, given predicates and comparisons
// become constants.
import { ParleyError } from '@parleyjs/core'
import { type Arena, FALSE, negate, TRUE } from '../emit/arena.js'
import type { Ranged } from '../resolve/resolved.js'
import type { Atom, Formula, Quantified } from '../syntax/ast.js'
import { printFormula } from '../syntax/print.js'
import { conjuncts, someAtom } from '../syntax/walk.js'
import type { Bound } from './bind.js'
import { compileComparison } from './compile-comparison.js'
import { compileCount } from './compile-count.js'
import { compileMacro } from './compile-macro.js'
import { type Scope, TermCompiler, type Variable } from './compile-term.js'
import { split } from './guards.js'
import { type Condition, type Context, type Loop, planLoop } from './loop.js'
import type { OpenAtoms } from './open-atoms.js'
import type { Relation } from './relation.js'

/** Makes the node of a formula for the current values of the variables. */
export interface Ground {
  readonly node: () => number
  /** Upper bound on the number of value combinations that it visits. */
  readonly size: number
}

/** Pushes nodes on the arena's stack. */
export interface Instances {
  readonly push: () => void
  readonly size: number
}

/** Number of atoms that count as one combination of values; a larger formula counts as several. */
const ATOMS_PER_STEP = 8

/** Maximum number of variables in one statement, including those of the definitions that it uses. */
const MOST_VARIABLES = 4096

export class Compiler implements Context {
  readonly env = new Float64Array(MOST_VARIABLES)
  readonly terms: TermCompiler
  private slots = 0
  /**
   * Number of atoms in the formula being compiled, with definitions written out and without those inside
   * quantifiers.
   */
  private atoms = 0
  private readonly pureMacros = new Map<string, boolean>()

  constructor(
    readonly bound: Bound,
    private readonly opens: ReadonlyMap<string, OpenAtoms>,
    readonly arena: Arena,
  ) {
    this.terms = new TermCompiler(bound, this.env)
  }

  /** Starts a new statement; its variables reuse the slots of the previous one. */
  restart(): void {
    this.slots = 0
  }

  variable(name: string, range: Ranged['range']): Variable {
    if (this.slots === MOST_VARIABLES)
      throw new ParleyError(
        'too-large',
        `A statement with its definitions has more than ${MOST_VARIABLES} variables (the next is ${name}). ` +
          'Declare some of the defined predicates as open.',
      )
    return {
      slot: this.slots++,
      domain: range.kind === 'domain' ? this.bound.domains.get(range.name)! : null,
    }
  }

  extend(scope: Scope, variables: readonly Ranged[]): Scope {
    const extended = new Map(scope)
    for (const { name, range } of variables) extended.set(name, this.variable(name, range))
    return extended
  }

  relationOf = (name: string): Relation | null =>
    this.bound.givens.get(name) ?? this.opens.get(name)?.relation ?? null

  condition = (formula: Formula, scope: Scope): Condition => {
    if (formula.kind === 'compare') return { holds: compileComparison(this.terms, formula, scope), size: 0 }
    const { node, size } = this.formula(formula, scope)
    return { holds: () => node() === TRUE, size }
  }

  /** Whether the truth of a formula is known without solving. */
  isGiven(formula: Formula): boolean {
    return !someAtom(formula, (name) => {
      if (this.opens.has(name)) return true
      const macro = this.bound.resolved.macros.get(name)
      if (macro === undefined) return false
      let given = this.pureMacros.get(name)
      if (given === undefined) {
        given = this.isGiven(macro.body)
        this.pureMacros.set(name, given)
      }
      return !given
    })
  }

  /**
   * Plans a loop over variables, steered by the conditions of `universal` ("for all") or existential bodies.
   */
  loop(
    variables: readonly Ranged[],
    where: Formula | null,
    body: Formula,
    universal: boolean,
    scope: Scope,
  ): { readonly loop: Loop; readonly rest: Formula } {
    const { guards, hints, rest } = split(body, universal, (formula) => this.isGiven(formula))
    const conditions = [...(where === null ? [] : conjuncts(where)), ...guards]
    return { loop: planLoop({ variables, guards: conditions, hints, scope }, this), rest }
  }

  /** Compiles the body of a loop. Its size is the cost of each instance. */
  body(compile: () => Ground): Ground {
    const outside = this.atoms
    this.atoms = 0
    const { node, size } = compile()
    const steps = 1 + Math.floor(this.atoms / ATOMS_PER_STEP) + size
    this.atoms = outside
    return { node, size: steps }
  }

  formula(formula: Formula, scope: Scope): Ground {
    switch (formula.kind) {
      case 'truth': {
        const constant = formula.value ? TRUE : FALSE
        return { node: () => constant, size: 0 }
      }
      case 'atom':
        return this.atom(formula, scope)
      case 'compare': {
        const holds = compileComparison(this.terms, formula, scope)
        return { node: () => (holds() ? TRUE : FALSE), size: 0 }
      }
      case 'not': {
        const { node, size } = this.formula(formula.of, scope)
        return { node: () => negate(node()), size }
      }
      case 'and':
        return this.list(formula.parts, scope, true)
      case 'or':
        return this.list(formula.parts, scope, false)
      case 'implies':
        return this.list([{ kind: 'not', of: formula.left, place: null }, formula.right], scope, false)
      case 'iff': {
        const { node, size } = this.parity([formula.left, formula.right], scope)
        return { node: () => negate(node()), size }
      }
      case 'parity':
        return this.parity(formula.parts, scope)
      case 'counted':
        return compileCount(this, this.each(formula.parts, scope), formula.bound, formula.limit, scope)
      case 'quantified':
        return this.quantified(formula, scope)
    }
  }

  private atom(atom: Atom, scope: Scope): Ground {
    const { name, args } = atom
    const macro = this.bound.resolved.macros.get(name)
    if (macro !== undefined) return compileMacro(this, macro, args, scope)
    const describe = () => printFormula(atom)
    this.atoms++
    const given = this.bound.givens.get(name)
    if (given !== undefined) {
      const key = this.terms.key(args, given.domains, scope, describe)
      return { node: () => (given.rowOf(key()) >= 0 ? TRUE : FALSE), size: 0 }
    }
    const open = this.opens.get(name)!
    const key = this.terms.key(args, open.domains, scope, describe)
    const { first, relation } = open
    if (relation === null) return { node: () => 2 * (first + key()), size: 0 }
    const node = () => {
      const row = relation.rowOf(key())
      return row < 0 ? FALSE : 2 * (first + row)
    }
    return { node, size: 0 }
  }

  /** Compiles "and" and "or", evaluated from left to right and only as far as needed. */
  private list(parts: readonly Formula[], scope: Scope, conjunctive: boolean): Ground {
    const { arena } = this
    const grounds = parts.map((part) => this.formula(part, scope))
    const nodes = grounds.map(({ node }) => node)
    const end = conjunctive ? FALSE : TRUE
    const node = () => {
      const mark = arena.stack.length
      for (let i = 0; i < nodes.length; i++) {
        const part = nodes[i]()
        if (part === end) {
          arena.stack.length = mark
          return end
        }
        arena.stack.push(part)
      }
      return conjunctive ? arena.and(mark) : arena.or(mark)
    }
    return { node, size: total(grounds) }
  }

  private parity(parts: readonly Formula[], scope: Scope): Ground {
    const { arena } = this
    const { push, size } = this.each(parts, scope)
    const node = () => {
      const mark = arena.stack.length
      push()
      return arena.parity(mark)
    }
    return { node, size }
  }

  /** Pushes the nodes of all parts on the arena's stack. */
  private each(parts: readonly Formula[], scope: Scope): Instances {
    const { arena } = this
    const grounds = parts.map((part) => this.formula(part, scope))
    const nodes = grounds.map(({ node }) => node)
    const push = () => {
      for (let i = 0; i < nodes.length; i++) arena.stack.push(nodes[i]())
    }
    return { push, size: total(grounds) }
  }

  /** Pushes the nodes of all instances of a quantified formula on the arena's stack. */
  private instances({ where, body, variables }: Quantified, scope: Scope): Instances {
    const { arena } = this
    const inner = this.extend(scope, variables as readonly Ranged[])
    const { loop, rest } = this.loop(variables as readonly Ranged[], where, body, false, inner)
    const { node, size } = this.body(() => this.formula(rest, inner))
    const run = loop.build(() => {
      arena.stack.push(node())
      return false
    })
    return { push: run, size: loop.checks + loop.size * size }
  }

  private quantified(formula: Quantified, scope: Scope): Ground {
    const { quantifier, limit } = formula
    if (quantifier === 'forall' || quantifier === 'exists') return this.allOrSome(formula, scope)
    const bound = quantifier === 'exists!' ? 'exactly' : quantifier
    return compileCount(this, this.instances(formula, scope), bound, limit, scope)
  }

  /** "forall" and "exists" stop at the first instance that decides the result. */
  private allOrSome({ quantifier, where, body, variables }: Quantified, scope: Scope): Ground {
    const { arena } = this
    const inner = this.extend(scope, variables as readonly Ranged[])
    const universal = quantifier === 'forall'
    const { loop, rest } = this.loop(variables as readonly Ranged[], where, body, universal, inner)
    const { node, size } = this.body(() => this.formula(rest, inner))
    const end = universal ? FALSE : TRUE
    const run = loop.build(() => {
      const part = node()
      if (part === end) return true
      arena.stack.push(part)
      return false
    })
    const quantify = () => {
      const mark = arena.stack.length
      if (run()) {
        arena.stack.length = mark
        return end
      }
      return universal ? arena.and(mark) : arena.or(mark)
    }
    return { node: quantify, size: loop.checks + loop.size * size }
  }

  /**
   * Compiles `head := body`. A body that says "exactly one" is paper 1's XOR with output: exactly one of the
   * negated head and the parts is true, so at most one part is.
   */
  definition(head: Atom, body: Formula, scope: Scope): Ground {
    const children =
      body.kind === 'quantified' && body.quantifier === 'exists!'
        ? this.instances(body, scope)
        : body.kind === 'parity' && body.parts.length === 2
          ? this.each(body.parts, scope)
          : null
    if (children === null)
      return this.formula({ kind: 'iff', left: head, right: body, place: body.place }, scope)
    const { arena } = this
    const { node: headNode } = this.formula(head, scope)
    const node = () => {
      const mark = arena.stack.length
      arena.stack.push(negate(headNode()))
      children.push()
      return arena.count(mark, 1, 1)
    }
    return { node, size: children.size }
  }
}

function total(grounds: readonly Ground[]): number {
  return grounds.reduce((sum, { size }) => sum + size, 0)
}
