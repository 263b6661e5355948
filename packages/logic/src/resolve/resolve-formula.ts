// Resolves the names in formulas and terms: variables, members, constants, predicates and functions.
import { didYouMean } from '@parleyjs/core/internal'
import type { Binder, Definition, Formula, Term } from '../syntax/ast.js'
import { errorAt, type Place, type Source } from '../syntax/place.js'
import { argumentsOf, eachFree, eachVariable, partsOf, termsOf } from '../syntax/walk.js'
import { inferRange, type LookUp } from './infer.js'
import type { Names } from './names.js'
import type { Ranged } from './resolved.js'

export class FormulaResolver {
  constructor(
    private readonly source: Source | null,
    private readonly names: Names,
    /** Looks up a predicate or function, and resolves its definition if necessary. */
    private readonly lookUp: LookUp,
    /** Definitions of undeclared predicates, by name. */
    private readonly definitions: ReadonlyMap<string, Definition>,
  ) {}

  freeVariables(
    formulas: readonly (Formula | null)[],
    weight: Term | null,
    bound: ReadonlySet<string> = new Set(),
  ): Ranged[] {
    this.checkNames(formulas, weight)
    const found = new Set<string>()
    const visit = (name: string) => {
      if (!this.names.isConstant(name) && !bound.has(name)) found.add(name)
    }
    for (const formula of formulas) if (formula !== null) eachFree(formula, visit)
    if (weight !== null) eachVariable(weight, visit)
    return Array.from(found, (name) => {
      const range = inferRange(name, formulas, weight, this.lookUp)
      if (range !== null) return { name, range, place: null }
      const place = this.placeOf(name, formulas, weight)
      return this.fail(
        place,
        `Nothing says what ${name} ranges over: no predicate has it as an argument. ` +
          `Write "forall ${name} in DOMAIN: …", or put a member of a domain in quotes: "${name}".` +
          didYouMean(name, this.names.constants()),
      )
    })
  }

  /** Reports unknown names and wrong arities before variables without a range. */
  checkNames(formulas: readonly (Formula | null)[], weight: Term | null): void {
    const inTerm = (term: Term): void => {
      if (term.kind === 'call') this.check(term, 'function')
      argumentsOf(term).forEach(inTerm)
    }
    const inFormula = (formula: Formula): void => {
      if (formula.kind === 'atom') this.check(formula, 'predicate')
      termsOf(formula).forEach(inTerm)
      partsOf(formula).forEach(inFormula)
    }
    for (const formula of formulas) if (formula !== null) inFormula(formula)
    if (weight !== null) inTerm(weight)
  }

  private check(
    {
      name,
      args,
      place,
    }: { readonly name: string; readonly args: readonly Term[]; readonly place: Place | null },
    wanted: 'predicate' | 'function',
  ): void {
    this.lookUp(name)
    this.names.check(name, args.length, wanted, place, this.definitions.keys())
  }

  private placeOf(name: string, formulas: readonly (Formula | null)[], weight: Term | null): Place | null {
    let place: Place | null = null
    const seek = (node: unknown): void => {
      if (place !== null || typeof node !== 'object' || node === null) return
      const { kind, name: found, place: at } = node as { kind?: string; name?: string; place?: Place }
      if (kind === 'variable' && found === name) place = at ?? null
      else for (const inner of Object.values(node)) seek(inner)
    }
    seek([formulas, weight])
    return place
  }

  formula(formula: Formula, scope: ReadonlyMap<string, string | null>): Formula {
    switch (formula.kind) {
      case 'truth':
        return formula
      case 'atom':
        return { ...formula, args: this.arguments(formula, 'predicate', scope) }
      case 'compare':
        return {
          ...formula,
          left: this.term(formula.left, scope),
          right: this.term(formula.right, scope),
        }
      case 'not':
        return { ...formula, of: this.formula(formula.of, scope) }
      case 'and':
      case 'or':
      case 'parity':
        return { ...formula, parts: formula.parts.map((part) => this.formula(part, scope)) }
      case 'implies':
      case 'iff':
        return {
          ...formula,
          left: this.formula(formula.left, scope),
          right: this.formula(formula.right, scope),
        }
      case 'counted':
        return {
          ...formula,
          limit: this.term(formula.limit, scope),
          parts: formula.parts.map((part) => this.formula(part, scope)),
        }
      case 'quantified': {
        const inner = new Map(scope)
        const variables: Ranged[] = formula.variables.map((binder) => {
          this.requireFresh(binder.name, inner, binder.place)
          const range = this.range(binder, formula, inner)
          inner.set(binder.name, rangeDomain(range))
          return { ...binder, range }
        })
        const where = formula.where === null ? null : this.formula(formula.where, inner)
        if (where !== null) this.requireGiven(where, '"where"')
        const limit = formula.limit === null ? null : this.term(formula.limit, scope)
        return { ...formula, variables, where, limit, body: this.formula(formula.body, inner) }
      }
    }
  }

  private range(
    { name, range, place }: Binder,
    { where, body }: { readonly where: Formula | null; readonly body: Formula },
    scope: ReadonlyMap<string, string | null>,
  ): Ranged['range'] {
    if (range?.kind === 'domain') {
      this.names.requireDomain(range.name, place)
      return range
    }
    if (range !== null)
      return { ...range, low: this.term(range.low, scope), high: this.term(range.high, scope) }
    const inferred = inferRange(name, [where, body], null, this.lookUp)
    if (inferred !== null) return inferred
    return this.fail(
      place,
      `Nothing says what ${name} ranges over: no predicate has it as an argument. Write "${name} in DOMAIN".`,
    )
  }

  term(term: Term, scope: ReadonlyMap<string, string | null>): Term {
    switch (term.kind) {
      case 'number':
      case 'symbol':
        return term
      case 'variable': {
        const { name, place } = term
        if (scope.has(name)) return term
        if (this.names.isFunction(name)) return { kind: 'call', name, args: [], place }
        if (this.names.isMember(name)) return { kind: 'symbol', text: name, place }
        return this.fail(
          place,
          `Nothing is called ${name} here.${didYouMean(name, [...scope.keys(), ...this.names.constants()])}`,
        )
      }
      case 'call':
        return { ...term, args: this.arguments(term, 'function', scope) }
      case 'arithmetic':
        return {
          ...term,
          left: this.term(term.left, scope),
          right: this.term(term.right, scope),
        }
      case 'negative':
        return { ...term, of: this.term(term.of, scope) }
    }
  }

  private arguments(
    call: { readonly name: string; readonly args: readonly Term[]; readonly place: Place | null },
    wanted: 'predicate' | 'function',
    scope: ReadonlyMap<string, string | null>,
  ): Term[] {
    this.check(call, wanted)
    return call.args.map((arg) => {
      if (arg.kind === 'variable' && arg.domain !== null && !this.definitions.has(call.name))
        this.fail(arg.place, `":" and a domain belong in the definition of a predicate that is not declared.`)
      return this.term(arg, scope)
    })
  }

  requireFresh(name: string, scope: ReadonlyMap<string, unknown>, place: Place | null): void {
    if (scope.has(name)) this.fail(place, `${name} is already a variable here. Choose another name.`)
    if (this.names.isConstant(name))
      this.fail(
        place,
        `${name} is ${this.names.constantKind(name)}, not a name for a variable. Choose another.`,
      )
  }

  requireGiven(formula: Formula, where: string): void {
    const open = this.names.openAtom(formula)
    if (open !== null)
      this.fail(
        open.place,
        `${open.name} is to be decided, but ${where} must be known before solving. Use given predicates and comparisons there.`,
      )
  }

  fail(place: Place | null, message: string): never {
    throw errorAt(this.source, place, message)
  }
}

/** The domain that a variable ranges over; null for an interval of whole numbers. */
export function rangeDomain(range: Ranged['range']): string | null {
  return range.kind === 'domain' ? range.name : null
}
