// Resolves a program: collects declarations, infers the ranges of free variables, checks arities. Needs no
// data.
import { ParleyError } from '@parleyjs/core'
import type {
  Atom,
  Binder,
  Definition,
  Formula,
  OpenDeclaration,
  Param,
  Program,
  Rule,
} from '../syntax/ast.js'
import { errorAt, type Source } from '../syntax/place.js'
import { figure, notTooDeep } from '../syntax/too-large.js'
import { conjunction } from '../syntax/walk.js'
import { inferRange, type LookUp } from './infer.js'
import { type Declared, Names } from './names.js'
import { FormulaResolver, rangeDomain } from './resolve-formula.js'
import type { Macro, Ranged, Resolved, ResolvedRule } from './resolved.js'
import { excessOf } from './written-out.js'

export function resolve(program: Program): Resolved {
  return new Resolver(program).run()
}

class Resolver {
  private readonly source: Source | null
  private readonly names: Names
  private readonly formulas: FormulaResolver
  private readonly problems: ParleyError[] = []
  private readonly opens = new Map<string, OpenDeclaration>()
  private readonly macros = new Map<string, Macro>()
  private readonly rules: ResolvedRule[] = []
  /** Definitions of undeclared predicates, by name. */
  private readonly waiting = new Map<string, Definition>()
  private readonly started = new Set<string>()

  constructor(private readonly program: Program) {
    this.source = program.source
    this.names = new Names((place, message) => errorAt(this.source, place, message))
    this.formulas = new FormulaResolver(this.source, this.names, this.lookUp, this.waiting)
  }

  run(): Resolved {
    try {
      this.resolveAll()
    } catch (error) {
      // For a program that is too large to check, follow-up errors would only confuse.
      this.problems.splice(0, this.problems.length, notTooDeep(error, this.source))
    }
    const { source, names, macros, rules, problems, opens } = this
    return { source, ...names.tables(), opens, macros, rules, problems }
  }

  private resolveAll(): void {
    const { statements } = this.program
    for (const statement of statements) this.collect(() => this.names.declare(statement))
    for (const statement of statements) {
      if (statement.kind !== 'definition' || this.names.get(statement.head.name) !== undefined) continue
      this.waiting.set(statement.head.name, statement)
    }
    this.requireSize()
    for (const statement of statements)
      this.collect(() => {
        if (statement.kind === 'open') this.open(statement)
        else if (statement.kind === 'rule') this.rule(statement)
        else if (statement.kind === 'definition') this.definition(statement)
        else this.names.checkDomains(statement)
        if (statement.kind === 'domain' && statement.members?.kind === 'interval')
          for (const term of [statement.members.low, statement.members.high])
            this.formulas.term(term, new Map())
      })
  }

  /** Throws if the program becomes enormous when definitions are written out, as every later step does. */
  private requireSize(): void {
    const replaced = [...this.waiting].filter(([, { body }]) => !isUnique(body))
    const excess = excessOf(this.program.statements, new Map(replaced))
    if (excess === null) return
    const { statement, parts, limit } = excess
    throw errorAt(
      this.source,
      statement.place,
      `With its definitions written out, the program up to here has ${figure(parts)} parts; the limit is ${figure(limit)}. ` +
        'A definition is repeated wherever its name stands. Declare some of the defined predicates as open; those that ' +
        'conditions use, as given.',
      'too-large',
    )
  }

  private collect(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      this.problems.push(error)
    }
  }

  private open(declaration: OpenDeclaration): void {
    this.opens.set(declaration.name, declaration)
    this.names.checkDomains(declaration)
    const scope = new Map<string, string | null>()
    for (const { name, domain, place } of declaration.params) {
      if (name === null) continue
      this.formulas.requireFresh(name, scope, place)
      scope.set(name, domain)
    }
    const where = declaration.where === null ? null : this.formulas.formula(declaration.where, scope)
    if (where !== null) this.formulas.requireGiven(where, 'the condition of an open predicate')
    const { score } = declaration
    const resolved = score === null || 'rows' in score ? score : this.formulas.term(score, scope)
    this.opens.set(declaration.name, { ...declaration, where, score: resolved })
  }

  private rule(statement: Rule): void {
    // The instances of the outermost "forall" are ground rules of their own, and the condition and the weight
    // of the rule may mention its variables.
    const outer: Binder[] = []
    let inner = statement.formula
    while (inner.kind === 'quantified' && inner.quantifier === 'forall') {
      outer.push(...inner.variables)
      inner = inner.body
    }
    const bound = new Set(outer.map(({ name }) => name))
    const free = this.formulas.freeVariables([statement.formula, statement.where], statement.weight, bound)
    const variables = [...free]
    const scope = new Map(free.map(({ name, range }) => [name, rangeDomain(range)]))
    let body = this.formulas.formula(statement.formula, scope)
    const conditions: Formula[] = []
    while (body.kind === 'quantified' && body.quantifier === 'forall') {
      for (const binder of body.variables as readonly Ranged[]) {
        if (scope.has(binder.name))
          this.formulas.fail(binder.place, `${binder.name} is already a variable here. Choose another name.`)
        variables.push(binder)
        scope.set(binder.name, rangeDomain(binder.range))
      }
      if (body.where !== null) conditions.push(body.where)
      body = body.body
    }
    if (statement.where !== null) {
      conditions.push(this.formulas.formula(statement.where, scope))
      this.formulas.requireGiven(conditions.at(-1)!, '"where"')
    }
    const weight = statement.weight === null ? null : this.formulas.term(statement.weight, scope)
    this.rules.push({ statement, variables, where: conjunction(conditions), weight, head: null, body })
  }

  private definition(statement: Definition): void {
    const { name, place } = statement.head
    if (this.waiting.has(name)) {
      if (this.waiting.get(name) !== statement)
        this.formulas.fail(
          place,
          `${name} is defined twice. Declare it with "open ${name}(…)" to give it several rules.`,
        )
      this.define(name)
      return
    }
    const declared = this.names.get(name)
    if (declared !== undefined && declared.kind !== 'open')
      this.formulas.fail(
        place,
        `${name} is ${article(declared)}: it comes from the data and cannot be defined.`,
      )
    this.constrain(statement)
  }

  /** Resolves `head := body` for an open predicate: a rule for every value of the free variables. */
  private constrain(statement: Definition): void {
    const { head, body, where } = statement
    const variables = this.formulas.freeVariables([head, body, where], null)
    const scope = new Map(variables.map(({ name, range }) => [name, rangeDomain(range)]))
    const condition = where === null ? null : this.formulas.formula(where, scope)
    if (condition !== null) this.formulas.requireGiven(condition, '"where"')
    this.rules.push({
      statement,
      variables,
      where: condition,
      weight: null,
      head: this.formulas.formula(head, scope) as Atom,
      body: this.formulas.formula(body, scope),
    })
  }

  /** Resolves the definition of an undeclared predicate on first use. */
  private define(name: string): void {
    const statement = this.waiting.get(name)
    if (statement === undefined || this.names.get(name) !== undefined) return
    const { head, body, where, place } = statement
    if (this.started.has(name))
      this.formulas.fail(
        place,
        `${name} is defined by itself. Declare it with "open ${name}(…)" if it may refer to itself.`,
      )
    this.started.add(name)
    this.formulas.checkNames([body, where], null)
    const params: (Param & { readonly name: string })[] = []
    for (const arg of head.args) {
      if (arg.kind !== 'variable' || params.some((param) => param.name === arg.name))
        this.formulas.fail(
          arg.place,
          `${name} is not declared, so its arguments here must be different variables. Or declare "open ${name}(…)".`,
        )
      const range =
        arg.domain === null
          ? inferRange(arg.name, [body, where], null, this.lookUp)
          : { kind: 'domain' as const, name: arg.domain }
      if (range === null)
        this.formulas.fail(
          arg.place,
          `Nothing says what ${arg.name} ranges over. Write "${arg.name}: DOMAIN".`,
        )
      params.push({ name: arg.name, domain: range.name, place: arg.place })
    }
    if (isUnique(body)) {
      const declaration: OpenDeclaration = { kind: 'open', name, params, where, score: null, place }
      this.names.declare(declaration)
      this.open(declaration)
      this.constrain(statement)
      return
    }
    const scope = new Map<string, string | null>(params.map((param) => [param.name, param.domain]))
    for (const param of params) {
      this.formulas.requireFresh(param.name, new Map(), param.place)
      this.names.requireDomain(param.domain, param.place)
    }
    const condition = where === null ? null : this.formulas.formula(where, scope)
    if (condition !== null) this.formulas.requireGiven(condition, '"where"')
    const macro: Macro = { name, params, where: condition, body: this.formulas.formula(body, scope), place }
    this.macros.set(name, macro)
    this.names.declare({ ...macro, kind: 'defined' })
  }

  /** Looks up a predicate or function, and resolves its definition if necessary. */
  private readonly lookUp: LookUp = (name) => {
    if (this.names.get(name) === undefined) this.define(name)
    return this.names.get(name) ?? null
  }
}

/**
 * Whether a body says "exactly one". Such a definition declares an open predicate, since only a predicate
 * with variables of its own can express "at most one".
 */
function isUnique(body: Formula): boolean {
  return (
    (body.kind === 'quantified' && body.quantifier === 'exists!') ||
    (body.kind === 'parity' && body.parts.length === 2)
  )
}

function article({ kind }: Declared): string {
  return kind === 'given' ? 'a given predicate' : `a ${kind}`
}
