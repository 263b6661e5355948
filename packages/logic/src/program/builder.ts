// Builds programs in TypeScript. The types carry the names of domains, so a person where a film is expected
// does not compile. The result is the same program that `parseRules` reads from text.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import { type DataValue, dataRows } from '../data/table.js'
import { type Arg, type DomainRef, toTerm, Value, type Values, variablesFor } from '../data/values.js'
import type {
  Atom,
  DomainDeclaration,
  Formula,
  InlineTable,
  Member,
  Param,
  Program,
  Statement,
  Term,
} from '../syntax/ast.js'
import { renamed } from './rename.js'

/** A predicate: called with terms it makes a formula. */
export type Predicate<D extends readonly DomainRef[]> = (...args: Args<D>) => Atom

/** A function from data: called with terms it makes a term. */
export type DataFunction<D extends readonly DomainRef[], R extends string> = (...args: Args<D>) => Value<R>

type Args<D extends readonly DomainRef[]> = { [K in keyof D]: Arg<D[K]['name']> }

export interface OpenOptions<D extends readonly DomainRef[]> {
  /** The score of each atom: a number, data, or a function that makes a term. Default 0. */
  score?: number | DataValue | ((...args: Values<D>) => Value<'number'>)
  /** The condition under which an atom exists. Default: all atoms exist. */
  where?: (...args: Values<D>) => Formula
}

export interface RuleOptions<D extends readonly DomainRef[]> {
  name?: string
  /** The cost of violating the rule; without a weight the rule is hard. */
  weight?: number | ((...args: Values<D>) => Value<'number'>)
  where?: (...args: Values<D>) => Formula
}

const DEFINE_KEYS = { name: true, where: true } as const
const RULE_KEYS = { ...DEFINE_KEYS, weight: true } satisfies OptionKeys<RuleOptions<readonly DomainRef[]>>

/**
 * Builds a program statement by statement; `program` holds what has been declared so far.
 *
 * @example
 * const build = new RuleBuilder()
 * const person = build.domain('person', ['anna', 'ben'])
 * const friends = build.given('friends', [person, person], [['anna', 'ben']])
 * const smokes = build.open('smokes', [person], { score: { anna: 3, ben: -1 } })
 * build.rule([person, person], (x, y) => implies(and(friends(x, y), smokes(x)), smokes(y)), { weight: 2 })
 * ground(build.program).solve().atoms('smokes') // [['anna'], ['ben']]
 */
export class RuleBuilder {
  private readonly statements: Statement[] = []

  /**
   * Declares a domain: a list of members, an interval of whole numbers, or (with neither) the members in the
   * data.
   */
  domain<const N extends string>(
    name: N,
    members: readonly Member[] | { readonly from: number; readonly to: number } | null = null,
  ): DomainRef<N> {
    const listed: DomainDeclaration['members'] =
      members === null
        ? null
        : 'from' in members
          ? { kind: 'interval', low: numberTerm(members.from), high: numberTerm(members.to) }
          : { kind: 'list', members }
    this.statements.push({ kind: 'domain', name, members: listed, place: null })
    return { name }
  }

  /** Declares a given predicate: its true atoms are data. */
  given<const D extends readonly DomainRef[]>(name: string, domains: D, rows?: DataValue): Predicate<D> {
    const table = rows === undefined ? null : inline(name, rows, domains.length, false)
    this.statements.push({ kind: 'given', name, params: params(domains), table, place: null })
    return predicate(name)
  }

  /** Declares an open predicate: the solver decides its atoms. */
  open<const D extends readonly DomainRef[]>(
    name: string,
    domains: D,
    options: OpenOptions<D> = {},
  ): Predicate<D> {
    requireOptions('open', options, { score: true, where: true } satisfies OptionKeys<OpenOptions<D>>)
    const { score, where } = options
    const variables = domains.map((_, i) => `a${i + 1}`)
    const values = variables.map((variable) => new Value(variableTerm(variable))) as Values<D>
    this.statements.push({
      kind: 'open',
      name,
      params: domains.map((domain, i) => ({ name: variables[i], domain: domain.name, place: null })),
      where: where === undefined ? null : renamed(where(...values)),
      score:
        score === undefined
          ? null
          : typeof score === 'function'
            ? score(...values).term
            : typeof score === 'number'
              ? numberTerm(score)
              : inline(name, score, domains.length, true),
      place: null,
    })
    return predicate(name)
  }

  /** Declares a function into numbers, given as data; `otherwise` is its value where the data have none. */
  function<const D extends readonly DomainRef[]>(
    name: string,
    domains: D,
    rows?: DataValue,
    { otherwise = null }: { readonly otherwise?: number | null } = {},
  ): DataFunction<D, 'number'> {
    const table = rows === undefined ? null : inline(name, rows, domains.length, true)
    this.statements.push({
      kind: 'function',
      name,
      params: params(domains),
      result: null,
      otherwise,
      table,
      place: null,
    })
    return caller(name)
  }

  /** Declares a function into a domain, given as data. */
  functionInto<const D extends readonly DomainRef[], const R extends string>(
    name: string,
    domains: D,
    result: DomainRef<R>,
    rows?: DataValue,
  ): DataFunction<D, R> {
    const table = rows === undefined ? null : inline(name, rows, domains.length, true)
    this.statements.push({
      kind: 'function',
      name,
      params: params(domains),
      result: result.name,
      otherwise: null,
      table,
      place: null,
    })
    return caller(name)
  }

  /** Adds a rule for all members of the domains; with `[]`, a rule without variables. */
  rule<const D extends readonly DomainRef[]>(
    domains: D,
    formula: (...args: Values<D>) => Formula,
    options: RuleOptions<D> = {},
  ): this {
    requireOptions('rule', options, RULE_KEYS)
    const { name, weight, where } = options
    const { binders, values } = variablesFor(domains)
    const body = formula(...values)
    const condition = where === undefined ? null : where(...values)
    const term =
      weight === undefined ? null : typeof weight === 'number' ? numberTerm(weight) : weight(...values).term
    const whole: Formula =
      binders.length === 0
        ? body
        : {
            kind: 'quantified',
            quantifier: 'forall',
            limit: null,
            variables: binders,
            where: null,
            body,
            place: null,
          }
    this.statements.push(
      renamed({
        kind: 'rule',
        name: name ?? null,
        weight: term,
        formula: whole,
        where: condition,
        place: null,
      } as const),
    )
    return this
  }

  /** Adds `head := body` for all members of the domains. The head is an atom of an open predicate. */
  define<const D extends readonly DomainRef[]>(
    domains: D,
    definition: (...args: Values<D>) => readonly [head: Atom, body: Formula],
    options: Omit<RuleOptions<D>, 'weight'> = {},
  ): this {
    requireOptions('define', options, DEFINE_KEYS)
    const { name, where } = options
    const { values } = variablesFor(domains)
    const [head, body] = definition(...values)
    const condition = where === undefined ? null : where(...values)
    this.statements.push(
      renamed({ kind: 'definition', name: name ?? null, head, body, where: condition, place: null } as const),
    )
    return this
  }

  /** The program built so far. */
  get program(): Program {
    return { statements: [...this.statements], source: null }
  }
}

function predicate<D extends readonly DomainRef[]>(name: string): Predicate<D> {
  return (...args) => ({
    kind: 'atom',
    name,
    args: args.map((arg) => toTerm(arg as Arg<string>)),
    place: null,
  })
}

function caller<D extends readonly DomainRef[], R extends string>(name: string): DataFunction<D, R> {
  return (...args) =>
    new Value({ kind: 'call', name, args: args.map((arg) => toTerm(arg as Arg<string>)), place: null })
}

function params(domains: readonly DomainRef[]): Param[] {
  return domains.map(({ name }) => ({ name: null, domain: name, place: null }))
}

function inline(name: string, data: DataValue, arity: number, hasValue: boolean): InlineTable {
  const args = Array.from({ length: arity }, () => null)
  const { rows } = dataRows(name, data, { args, value: hasValue ? 'value' : null })
  return {
    rows: rows.map((row) => ({
      cells: row.slice(0, arity),
      value: hasValue ? row[arity] : null,
      place: null,
    })),
  }
}

function numberTerm(value: number): Term {
  return { kind: 'number', value, place: null }
}

function variableTerm(name: string): Term {
  return { kind: 'variable', name, domain: null, place: null }
}
