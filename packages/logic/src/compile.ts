// Formulas as functions that make nodes: quantifiers become loops, given predicates and comparisons become constants.
import { ParleyError } from '@parley/core'
import { type Arena, FALSE, negate, TRUE } from './arena.js'
import type { Atom, CompareOperator, CountBound, Formula, Quantified, Term } from './ast.js'
import type { Bound } from './bind.js'
import { type Scope, TermCompiler, type Variable } from './compile-term.js'
import { split } from './guards.js'
import { type Context, type Loop, planLoop } from './loop.js'
import type { OpenAtoms } from './open-atoms.js'
import { printFormula, printTerm } from './print.js'
import type { Relation } from './relation.js'
import type { Macro, Ranged } from './resolve.js'
import { conjuncts, someAtom } from './walk.js'

/** Makes the node of a formula for the current values of the variables. */
export interface Ground {
  readonly node: () => number
  /** How many combinations of values it goes through at most. */
  readonly size: number
}

interface Instances {
  readonly push: () => void
  readonly size: number
}

/** Variables in one statement, with those of the definitions that it uses. */
const MOST_VARIABLES = 4096

export class Compiler implements Context {
  readonly env = new Float64Array(MOST_VARIABLES)
  readonly terms: TermCompiler
  private slots = 0
  private readonly pureMacros = new Map<string, boolean>()

  constructor(
    readonly bound: Bound,
    private readonly opens: ReadonlyMap<string, OpenAtoms>,
    private readonly arena: Arena,
  ) {
    this.terms = new TermCompiler(bound, this.env)
  }

  /** Starts a new statement: its variables may take the places of the last one's. */
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

  condition = (formula: Formula, scope: Scope): (() => boolean) => {
    if (formula.kind === 'compare') return this.compare(formula.operator, formula.left, formula.right, scope)
    const { node } = this.formula(formula, scope)
    return () => node() === TRUE
  }

  /** Whether a formula is known without solving. */
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

  /** A loop over variables; the conditions of `universal` ("for all") or existential bodies steer it. */
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

  formula(formula: Formula, scope: Scope): Ground {
    switch (formula.kind) {
      case 'truth': {
        const constant = formula.value ? TRUE : FALSE
        return { node: () => constant, size: 0 }
      }
      case 'atom':
        return this.atom(formula, scope)
      case 'compare': {
        const holds = this.compare(formula.operator, formula.left, formula.right, scope)
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
        return this.counted(formula, scope)
      case 'quantified':
        return this.quantified(formula, scope)
    }
  }

  private compare(operator: CompareOperator, left: Term, right: Term, scope: Scope): () => boolean {
    if (operator === '=' || operator === '!=') {
      const { a, b } = this.terms.pair(left, right, scope)
      return operator === '=' ? () => a() === b() : () => a() !== b()
    }
    const a = this.terms.number(left, scope)
    const b = this.terms.number(right, scope)
    switch (operator) {
      case '<':
        return () => a() < b()
      case '<=':
        return () => a() <= b()
      case '>':
        return () => a() > b()
      case '>=':
        return () => a() >= b()
    }
  }

  private atom(atom: Atom, scope: Scope): Ground {
    const { name, args } = atom
    const macro = this.bound.resolved.macros.get(name)
    if (macro !== undefined) return this.macro(macro, args, scope)
    const describe = () => printFormula(atom)
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

  /** A defined predicate: its body, with the arguments as the values of its parameters. */
  private macro({ name, params, where, body }: Macro, args: readonly Term[], scope: Scope): Ground {
    const { env } = this
    const describe = () => printFormula({ kind: 'atom', name, args, place: null })
    const inner = new Map<string, Variable>()
    const values = params.map((param, i) => {
      const domain = this.bound.domains.get(param.domain)!
      const index = this.terms.index(args[i]!, domain, scope, describe)
      return () => domain.values[index()]!
    })
    const slots = params.map((param) => {
      const variable = this.variable(param.name, { kind: 'domain', name: param.domain })
      inner.set(param.name, variable)
      return variable.slot
    })
    const holds = where === null ? null : this.condition(where, inner)
    const { node, size } = this.formula(body, inner)
    const run = () => {
      for (let i = 0; i < slots.length; i++) env[slots[i]!] = values[i]!()
      return holds === null || holds() ? node() : FALSE
    }
    return { node: run, size }
  }

  /** "and" and "or", from left to right, only as far as needed. */
  private list(parts: readonly Formula[], scope: Scope, conjunctive: boolean): Ground {
    const { arena } = this
    const grounds = parts.map((part) => this.formula(part, scope))
    const nodes = grounds.map(({ node }) => node)
    const end = conjunctive ? FALSE : TRUE
    const node = () => {
      const mark = arena.stack.length
      for (let i = 0; i < nodes.length; i++) {
        const part = nodes[i]!()
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

  /** Puts the nodes of all parts on the arena's stack. */
  private each(parts: readonly Formula[], scope: Scope): Instances {
    const { arena } = this
    const grounds = parts.map((part) => this.formula(part, scope))
    const nodes = grounds.map(({ node }) => node)
    const push = () => {
      for (let i = 0; i < nodes.length; i++) arena.stack.push(nodes[i]!())
    }
    return { push, size: total(grounds) }
  }

  /** Puts the nodes of all instances of a quantified formula on the arena's stack. */
  private instances({ where, body, variables }: Quantified, scope: Scope): Instances {
    const { arena } = this
    const inner = this.extend(scope, variables as readonly Ranged[])
    const { loop, rest } = this.loop(variables as readonly Ranged[], where, body, false, inner)
    const { node, size } = this.formula(rest, inner)
    const run = loop.build(() => {
      arena.stack.push(node())
      return false
    })
    return { push: run, size: loop.size * (1 + size) }
  }

  private counted({ bound, limit, parts }: Formula & { kind: 'counted' }, scope: Scope): Ground {
    const { arena } = this
    const k = this.limit(limit, scope)
    const { push, size } = this.each(parts, scope)
    const node = () => {
      const most = k()
      const mark = arena.stack.length
      push()
      return countNode(arena, mark, bound, most)
    }
    return { node, size }
  }

  private quantified(formula: Quantified, scope: Scope): Ground {
    const { quantifier, limit } = formula
    if (quantifier === 'forall' || quantifier === 'exists') return this.allOrSome(formula, scope)
    const { arena } = this
    const bound = quantifier === 'exists!' ? 'exactly' : quantifier
    const k = limit === null ? () => 1 : this.limit(limit, scope)
    const { push, size } = this.instances(formula, scope)
    const node = () => {
      const most = k()
      const mark = arena.stack.length
      push()
      return countNode(arena, mark, bound, most)
    }
    return { node, size }
  }

  /** "forall" and "exists" stop at the first instance that decides. */
  private allOrSome({ quantifier, where, body, variables }: Quantified, scope: Scope): Ground {
    const { arena } = this
    const inner = this.extend(scope, variables as readonly Ranged[])
    const universal = quantifier === 'forall'
    const { loop, rest } = this.loop(variables as readonly Ranged[], where, body, universal, inner)
    const { node, size } = this.formula(rest, inner)
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
    return { node: quantify, size: loop.size * (1 + size) }
  }

  /**
   * `head := body`. A body that says "exactly one" is the paper's XOR with output: of the head's opposite and the
   * parts, exactly one is true, so that more than one part never is.
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

  private limit(term: Term, scope: Scope): () => number {
    const value = this.terms.number(term, scope)
    return () => {
      const k = value()
      if (!Number.isInteger(k))
        this.terms.fail(term.place, `${printTerm(term)} is ${k}; a count needs a whole number here.`)
      return k
    }
  }
}

function countNode(arena: Arena, mark: number, bound: CountBound, k: number): number {
  const most = arena.stack.length - mark
  return arena.count(mark, bound === 'at most' ? 0 : k, bound === 'at least' ? most : k)
}

function total(grounds: readonly Ground[]): number {
  return grounds.reduce((sum, { size }) => sum + size, 0)
}
