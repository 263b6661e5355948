// Compiles terms to functions of the values of variables. A number stands for itself; a member of a domain of
// names is represented by its index in the domain.
import { ParleyError } from '@parleyjs/core'
import type { Term } from '../syntax/ast.js'
import { errorAt, type Place } from '../syntax/place.js'
import { printTerm } from '../syntax/print.js'
import type { Bound } from './bind.js'
import type { Domain } from './domain.js'
import { type Relation, stridesOf } from './relation.js'

/** A variable of a rule: where its value is stored, and its range (null: whole numbers of an interval). */
export interface Variable {
  readonly slot: number
  readonly domain: Domain | null
}

export type Scope = ReadonlyMap<string, Variable>

export interface CompiledTerm {
  /** The domain of names that the value belongs to; null for numbers. */
  readonly domain: Domain | null
  readonly value: () => number
  /** The slot of the variable, if the term is a variable; else null. */
  readonly slot: number | null
  /** A domain that is known to contain the value; null if there is no such domain. */
  readonly within: Domain | null
}

/** Compiles terms over one shared array of variable values. */
export class TermCompiler {
  /** Gives the value of a weight that is learned, by its name; by default such weights are refused. */
  learned: ((name: string) => number) | null = null

  constructor(
    readonly bound: Bound,
    readonly env: Float64Array,
  ) {}

  fail(place: Place | null, message: string): never {
    throw errorAt(this.bound.resolved.source, place, message)
  }

  /** Compiles a term. A quoted name is looked up in the domain `expected`. */
  term(term: Term, scope: Scope, expected: Domain | null): CompiledTerm {
    const { env } = this
    switch (term.kind) {
      case 'number': {
        const { value } = term
        return plain(() => value)
      }
      case 'symbol':
        return this.symbol(term.text, expected, term.place)
      case 'variable': {
        const { slot, domain } = scope.get(term.name)!
        return {
          domain: domain?.numeric === false ? domain : null,
          value: () => env[slot],
          slot,
          within: domain,
        }
      }
      case 'negative': {
        const of = this.number(term.of, scope)
        return plain(() => -of())
      }
      case 'arithmetic':
        return plain(arithmetic(term.operator, this.number(term.left, scope), this.number(term.right, scope)))
      case 'call':
        return this.call(term, scope)
      case 'learn':
        return this.learn(term, scope)
    }
  }

  /** Compiles a term that must be a number. */
  number(term: Term, scope: Scope): () => number {
    const compiled = this.term(term, scope, null)
    if (compiled.domain === null) return compiled.value
    return this.fail(
      term.place,
      `${printTerm(term)} is of the domain ${compiled.domain.name}, not a number: it cannot be calculated with or put in order.`,
    )
  }

  /** Compiles two terms that are compared, and tells whether they are numbers. */
  pair(left: Term, right: Term, scope: Scope): { a: () => number; b: () => number; numeric: boolean } {
    const leftFirst = left.kind !== 'symbol'
    const one = leftFirst ? this.term(left, scope, null) : this.term(right, scope, null)
    const other = this.term(leftFirst ? right : left, scope, one.within ?? one.domain)
    if (one.domain !== other.domain) {
      const name = (term: CompiledTerm) =>
        term.domain === null ? 'a number' : `of the domain ${term.domain.name}`
      this.fail(
        left.place,
        `${printTerm(leftFirst ? left : right)} is ${name(one)}, but ${printTerm(leftFirst ? right : left)} is ` +
          `${name(other)}: they cannot be compared.`,
      )
    }
    const [a, b] = leftFirst ? [one.value, other.value] : [other.value, one.value]
    return { a, b, numeric: one.domain === null }
  }

  /**
   * Compiles the index in `domain` of a term's value; the function throws if the value is not in the domain.
   */
  index(term: Term, domain: Domain, scope: Scope, describe: () => string): () => number {
    const { value, domain: found, within } = this.term(term, scope, domain)
    if (found !== (domain.numeric ? null : domain)) {
      const is = found === null ? 'a number' : `of the domain ${found.name}`
      this.fail(term.place, `${printTerm(term)} is ${is}, but a member of ${domain.name} is expected here.`)
    }
    if (!domain.numeric) return value
    if (within === domain) return () => domain.indexOfValue(value())
    return () => {
      const index = domain.indexOfValue(value())
      if (index >= 0) return index
      return this.fail(
        term.place,
        `${printTerm(term)} is ${value()} in ${describe()}, which is not in the domain ${domain.name}, ` +
          `${domain.describe()}. Exclude it with "where", or by a condition to the left of this.`,
      )
    }
  }

  /** Compiles the key of a tuple of terms: Σ index · stride over the columns of `mask`. */
  key(
    args: readonly Term[],
    domains: readonly Domain[],
    scope: Scope,
    describe: () => string,
    mask = -1,
  ): () => number {
    const strides = stridesOf('', domains)
    const columns = args.map((_, c) => c).filter((c) => (mask >> c) & 1)
    const indexes = columns.map((c) => this.index(args[c], domains[c], scope, describe))
    const weights = columns.map((c) => strides[c])
    const linear = this.linearKey(
      columns.map((c) => args[c]),
      columns.map((c) => domains[c]),
      weights,
      scope,
    )
    if (linear !== null) return linear
    return () => {
      let key = 0
      for (let i = 0; i < indexes.length; i++) key += indexes[i]() * weights[i]
      return key
    }
  }

  /** The key of variables that are certain to be in their domains; it is linear in their values. */
  private linearKey(
    args: readonly Term[],
    domains: readonly Domain[],
    weights: readonly number[],
    scope: Scope,
  ): (() => number) | null {
    const { env } = this
    const slots: number[] = []
    let offset = 0
    for (let i = 0; i < args.length; i++) {
      const arg = args[i]
      const variable = arg.kind === 'variable' ? scope.get(arg.name) : undefined
      const domain = domains[i]
      if (variable === undefined || variable.domain !== domain) return null
      if (domain.numeric) {
        if (domain.size === 0 || domain.values[domain.size - 1] - domain.values[0] !== domain.size - 1)
          return null
        offset -= domain.values[0] * weights[i]
      }
      slots.push(variable.slot)
    }
    const [s0 = 0, s1 = 0, s2 = 0] = slots
    const [w0 = 0, w1 = 0, w2 = 0] = weights
    if (slots.length === 0) return () => offset
    if (slots.length === 1) return () => offset + env[s0] * w0
    if (slots.length === 2) return () => offset + env[s0] * w0 + env[s1] * w1
    if (slots.length === 3) return () => offset + env[s0] * w0 + env[s1] * w1 + env[s2] * w2
    return () => {
      let key = offset
      for (let i = 0; i < slots.length; i++) key += env[slots[i]] * weights[i]
      return key
    }
  }

  private symbol(text: string, expected: Domain | null, place: Place | null): CompiledTerm {
    if (expected === null) return this.fail(place, `Nothing says which domain "${text}" belongs to.`)
    const index = expected.indexOf(text)
    if (index < 0)
      return this.fail(place, `"${text}" is not in the domain ${expected.name}, ${expected.describe()}.`)
    const value = expected.values[index]
    return { domain: expected.numeric ? null : expected, value: () => value, slot: null, within: expected }
  }

  /** A learned weight: its name has the values of its arguments. */
  private learn(term: Term & { kind: 'learn' }, scope: Scope): CompiledTerm {
    const args = term.args.map((arg) => this.term(arg, scope, null))
    return plain(() => {
      if (this.learned === null)
        return this.fail(
          term.place,
          'This weight is to be learned first: use `rules` of the graph in `fit`, or give `weights`.',
        )
      const values = args.map(({ domain, value }) => (domain === null ? value() : domain.keys[value()]))
      return this.learned(values.length === 0 ? term.owner : `${term.owner} ${values.join(', ')}`)
    })
  }

  private call(term: Term & { kind: 'call' }, scope: Scope): CompiledTerm {
    const { name, args, place } = term
    if (!this.bound.functions.has(name))
      return plain(
        builtin(
          name,
          args.map((arg) => this.number(arg, scope)),
        ),
      )
    const { relation, values, otherwise, result } = this.bound.functions.get(name)!
    const describe = () => `${name}(${this.values(args, relation, scope)})`
    const key = this.key(args, relation.domains, scope, () => printTerm(term))
    const value = () => {
      const row = relation.rowOf(key())
      if (row >= 0) return values[row]
      if (otherwise !== null) return otherwise
      return this.fail(
        place,
        `${describe()} has no value in the data. Add it, or declare "function ${name}(…) default 0".`,
      )
    }
    return { domain: result?.numeric === false ? result : null, value, slot: null, within: result }
  }

  /** The current values of the arguments as members, for messages. */
  private values(args: readonly Term[], { domains }: Relation, scope: Scope): string {
    return args
      .map((arg, c) => {
        const index = this.index(arg, domains[c], scope, () => printTerm(arg))()
        return domains[c].keys[index] ?? '?'
      })
      .join(', ')
  }
}

function plain(value: () => number): CompiledTerm {
  return { domain: null, value, slot: null, within: null }
}

function arithmetic(operator: string, a: () => number, b: () => number): () => number {
  switch (operator) {
    case '+':
      return () => a() + b()
    case '-':
      return () => a() - b()
    case '*':
      return () => a() * b()
    case '/':
      return () => a() / b()
    default:
      return () => {
        const divisor = b()
        const dividend = a()
        return dividend - divisor * Math.floor(dividend / divisor) // the result has the sign of the divisor
      }
  }
}

function builtin(name: string, args: readonly (() => number)[]): () => number {
  const [a, b] = args as [() => number, () => number]
  if (name === 'abs') return () => Math.abs(a())
  if (name === 'min') return () => Math.min(a(), b())
  if (name === 'max') return () => Math.max(a(), b())
  throw new ParleyError('bad-argument', `There is no function ${name}.`)
}
