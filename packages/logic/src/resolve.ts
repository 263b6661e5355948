// What every name means: declarations are collected, free variables get their ranges, arities are checked. No data is
// needed for this.
import { ParleyError } from '@parley/core'
import type {
  Atom,
  Binder,
  Definition,
  DomainDeclaration,
  Formula,
  FunctionDeclaration,
  GivenDeclaration,
  OpenDeclaration,
  Param,
  Program,
  Rule,
  Term,
} from './ast.js'
import { inferRange, type LookUp } from './infer.js'
import { type Declared, Names } from './names.js'
import { didYouMean } from './nearest.js'
import { errorAt, type Place, type Source } from './place.js'
import { argumentsOf, conjunction, eachFree, eachVariable, partsOf, termsOf } from './walk.js'

/** A variable that knows what it ranges over. */
export interface Ranged extends Binder {
  readonly range: NonNullable<Binder['range']>
}

/** A statement to be grounded: one ground rule for each value of its variables where the condition holds. */
export interface ResolvedRule {
  readonly statement: Rule | Definition
  readonly variables: readonly Ranged[]
  readonly where: Formula | null
  readonly weight: Term | null
  /** For `head := body`. */
  readonly head: Atom | null
  readonly body: Formula
}

/** A defined predicate that stands for its body. */
export interface Macro {
  readonly name: string
  readonly params: readonly (Param & { readonly name: string })[]
  readonly where: Formula | null
  readonly body: Formula
  readonly place: Place | null
}

export interface Resolved {
  readonly source: Source | null
  readonly domains: ReadonlyMap<string, DomainDeclaration>
  readonly givens: ReadonlyMap<string, GivenDeclaration>
  readonly functions: ReadonlyMap<string, FunctionDeclaration>
  readonly opens: ReadonlyMap<string, OpenDeclaration>
  readonly macros: ReadonlyMap<string, Macro>
  readonly rules: readonly ResolvedRule[]
  readonly problems: readonly ParleyError[]
}

export function resolve(program: Program): Resolved {
  return new Resolver(program).run()
}

class Resolver {
  private readonly source: Source | null
  private readonly names: Names
  private readonly problems: ParleyError[] = []
  private readonly opens = new Map<string, OpenDeclaration>()
  private readonly macros = new Map<string, Macro>()
  private readonly rules: ResolvedRule[] = []
  /** Definitions whose predicate is not declared, with their state. */
  private readonly waiting = new Map<string, Definition>()
  private readonly started = new Set<string>()

  constructor(private readonly program: Program) {
    this.source = program.source
    this.names = new Names((place, message) => errorAt(this.source, place, message))
  }

  run(): Resolved {
    const { statements } = this.program
    for (const statement of statements) this.collect(() => this.names.declare(statement))
    for (const statement of statements) {
      if (statement.kind !== 'definition' || this.names.get(statement.head.name) !== undefined) continue
      this.waiting.set(statement.head.name, statement)
    }
    for (const statement of statements)
      this.collect(() => {
        if (statement.kind === 'open') this.open(statement)
        else if (statement.kind === 'rule') this.rule(statement)
        else if (statement.kind === 'definition') this.definition(statement)
        else this.names.checkDomains(statement)
        if (statement.kind === 'domain' && statement.members?.kind === 'interval')
          for (const term of [statement.members.low, statement.members.high]) this.term(term, new Map())
      })
    const { names, source, macros, rules, problems, opens } = this
    return { source, ...names.tables(), opens, macros, rules, problems }
  }

  private collect(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      this.problems.push(error)
    }
  }

  private fail(place: Place | null, message: string): never {
    throw errorAt(this.source, place, message)
  }

  private open(declaration: OpenDeclaration): void {
    this.opens.set(declaration.name, declaration)
    this.names.checkDomains(declaration)
    const scope = new Map<string, string | null>()
    for (const { name, domain, place } of declaration.params) {
      if (name === null) continue
      this.requireFresh(name, scope, place)
      scope.set(name, domain)
    }
    const where = declaration.where === null ? null : this.formula(declaration.where, scope)
    if (where !== null) this.requireGiven(where, 'the condition of an open predicate')
    const { score } = declaration
    const resolved = score === null || 'rows' in score ? score : this.term(score, scope)
    this.opens.set(declaration.name, { ...declaration, where, score: resolved })
  }

  private rule(statement: Rule): void {
    // The instances of the outermost "forall" are ground rules of their own, and the condition and the weight of the
    // rule may speak of its variables.
    const outer: Binder[] = []
    let inner = statement.formula
    while (inner.kind === 'quantified' && inner.quantifier === 'forall') {
      outer.push(...inner.variables)
      inner = inner.body
    }
    const bound = new Set(outer.map(({ name }) => name))
    const free = this.freeVariables([statement.formula, statement.where], statement.weight, bound)
    const variables = [...free]
    const scope = new Map(free.map(({ name, range }) => [name, rangeDomain(range)]))
    let body = this.formula(statement.formula, scope)
    const conditions: Formula[] = []
    while (body.kind === 'quantified' && body.quantifier === 'forall') {
      for (const binder of body.variables as readonly Ranged[]) {
        if (scope.has(binder.name))
          this.fail(binder.place, `${binder.name} is already a variable here. Choose another name.`)
        variables.push(binder)
        scope.set(binder.name, rangeDomain(binder.range))
      }
      if (body.where !== null) conditions.push(body.where)
      body = body.body
    }
    if (statement.where !== null) {
      conditions.push(this.formula(statement.where, scope))
      this.requireGiven(conditions.at(-1)!, '"where"')
    }
    const weight = statement.weight === null ? null : this.term(statement.weight, scope)
    this.rules.push({ statement, variables, where: conjunction(conditions), weight, head: null, body })
  }

  private definition(statement: Definition): void {
    const { name, place } = statement.head
    if (this.waiting.has(name)) {
      if (this.waiting.get(name) !== statement)
        this.fail(
          place,
          `${name} is defined twice. Declare it with "open ${name}(…)" to give it several rules.`,
        )
      this.define(name)
      return
    }
    const declared = this.names.get(name)
    if (declared !== undefined && declared.kind !== 'open')
      this.fail(place, `${name} is ${article(declared)}: it comes from the data and cannot be defined.`)
    this.constrain(statement)
  }

  /** `head := body` for an open predicate: a rule for every value of the free variables. */
  private constrain(statement: Definition): void {
    const { head, body, where } = statement
    const variables = this.freeVariables([head, body, where], null)
    const scope = new Map(variables.map(({ name, range }) => [name, rangeDomain(range)]))
    const condition = where === null ? null : this.formula(where, scope)
    if (condition !== null) this.requireGiven(condition, '"where"')
    this.rules.push({
      statement,
      variables,
      where: condition,
      weight: null,
      head: this.formula(head, scope) as Atom,
      body: this.formula(body, scope),
    })
  }

  /** The definition of a predicate that is not declared, when it is first needed. */
  private define(name: string): void {
    const statement = this.waiting.get(name)
    if (statement === undefined || this.names.get(name) !== undefined) return
    const { head, body, where, place } = statement
    if (this.started.has(name))
      this.fail(
        place,
        `${name} is defined by itself. Declare it with "open ${name}(…)" if it may refer to itself.`,
      )
    this.started.add(name)
    this.checkNames([body, where], null)
    const params: (Param & { readonly name: string })[] = []
    for (const arg of head.args) {
      if (arg.kind !== 'variable' || params.some((param) => param.name === arg.name))
        this.fail(
          arg.place,
          `${name} is not declared, so its arguments here must be different variables. Or declare "open ${name}(…)".`,
        )
      const range =
        arg.domain === null
          ? inferRange(arg.name, [body, where], null, this.lookUp)
          : { kind: 'domain' as const, name: arg.domain }
      if (range === null)
        this.fail(arg.place, `Nothing says what ${arg.name} ranges over. Write "${arg.name}: DOMAIN".`)
      params.push({ name: arg.name, domain: range.name, place: arg.place })
    }
    const unique =
      (body.kind === 'quantified' && body.quantifier === 'exists!') ||
      (body.kind === 'parity' && body.parts.length === 2)
    // Only a predicate with variables of its own can say "at most one".
    if (unique) {
      const declaration: OpenDeclaration = { kind: 'open', name, params, where, score: null, place }
      this.names.declare(declaration)
      this.open(declaration)
      this.constrain(statement)
      return
    }
    const scope = new Map<string, string | null>(params.map((param) => [param.name, param.domain]))
    for (const param of params) {
      this.requireFresh(param.name, new Map(), param.place)
      this.names.requireDomain(param.domain, param.place)
    }
    const condition = where === null ? null : this.formula(where, scope)
    if (condition !== null) this.requireGiven(condition, '"where"')
    const macro: Macro = { name, params, where: condition, body: this.formula(body, scope), place }
    this.macros.set(name, macro)
    this.names.declare({ ...macro, kind: 'defined' })
  }

  /** A predicate or function, resolving its definition if need be. */
  private readonly lookUp: LookUp = (name) => {
    if (this.names.get(name) === undefined) this.define(name)
    return this.names.get(name) ?? null
  }

  private freeVariables(
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

  /** Unknown names and wrong arities are found before variables are missed. */
  private checkNames(formulas: readonly (Formula | null)[], weight: Term | null): void {
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
    this.names.check(name, args.length, wanted, place, this.waiting.keys())
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

  private formula(formula: Formula, scope: ReadonlyMap<string, string | null>): Formula {
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

  private term(term: Term, scope: ReadonlyMap<string, string | null>): Term {
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
      if (arg.kind === 'variable' && arg.domain !== null && !this.waiting.has(call.name))
        this.fail(arg.place, `":" and a domain belong in the definition of a predicate that is not declared.`)
      return this.term(arg, scope)
    })
  }

  private requireFresh(name: string, scope: ReadonlyMap<string, unknown>, place: Place | null): void {
    if (scope.has(name)) this.fail(place, `${name} is already a variable here. Choose another name.`)
    if (this.names.isConstant(name))
      this.fail(
        place,
        `${name} is ${this.names.constantKind(name)}, not a name for a variable. Choose another.`,
      )
  }

  private requireGiven(formula: Formula, where: string): void {
    const open = this.names.openAtom(formula)
    if (open !== null)
      this.fail(
        open.place,
        `${open.name} is to be decided, but ${where} must be known beforehand. Use given predicates and comparisons there.`,
      )
  }
}

function rangeDomain(range: Ranged['range']): string | null {
  return range.kind === 'domain' ? range.name : null
}

function article({ kind }: Declared): string {
  return kind === 'given' ? 'a given predicate' : `a ${kind}`
}
