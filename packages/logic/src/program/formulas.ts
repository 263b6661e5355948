// The builder's connectives, quantifiers and comparisons, as functions.

import { type Arg, type DomainRef, toTerm, Value, type Values, variablesFor } from '../data/values.js'
import type { ArithmeticOperator, CompareOperator, CountBound, Formula } from '../syntax/ast.js'

/** True if all of the formulas are. @example and(smokes(x), friends(x, y)) */
export function and(...parts: readonly Formula[]): Formula {
  return list('and', parts, true)
}

/** True if at least one of the formulas is. */
export function or(...parts: readonly Formula[]): Formula {
  return list('or', parts, false)
}

/** True if an odd number of the formulas are; of two, exactly one. */
export function xor(...parts: readonly Formula[]): Formula {
  return list('parity', parts, false)
}

export function not(of: Formula): Formula {
  return { kind: 'not', of, place: null }
}

export function implies(left: Formula, right: Formula): Formula {
  return { kind: 'implies', left, right, place: null }
}

export function iff(left: Formula, right: Formula): Formula {
  return { kind: 'iff', left, right, place: null }
}

/** A formula that is always true, or always false. */
export function constant(value: boolean): Formula {
  return { kind: 'truth', value, place: null }
}

/**
 * True if the body holds for all members of the domains.
 *
 * @example
 * forall([person], (x) => not(friends(x, x)))
 */
export function forall<const D extends readonly DomainRef[]>(
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula {
  return quantified('forall', null, domains, body)
}

/** True if the body holds for at least one member. */
export function exists<const D extends readonly DomainRef[]>(
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula {
  return quantified('exists', null, domains, body)
}

/** True if the body holds for exactly one member. */
export function existsOne<const D extends readonly DomainRef[]>(
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula {
  return quantified('exists!', null, domains, body)
}

/**
 * True if the body holds for at most `limit` members; given a list, if at most `limit` of its formulas are
 * true.
 */
export function atMost<const D extends readonly DomainRef[]>(
  limit: number | Value<'number'>,
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula
export function atMost(limit: number | Value<'number'>, parts: readonly Formula[]): Formula
export function atMost(
  limit: number | Value<'number'>,
  over: readonly DomainRef[] | readonly Formula[],
  body?: (...args: Value<string>[]) => Formula,
): Formula {
  return counted('at most', limit, over, body)
}

/**
 * True if the body holds for at least `limit` members; given a list, if at least `limit` of its formulas are
 * true.
 */
export function atLeast<const D extends readonly DomainRef[]>(
  limit: number | Value<'number'>,
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula
export function atLeast(limit: number | Value<'number'>, parts: readonly Formula[]): Formula
export function atLeast(
  limit: number | Value<'number'>,
  over: readonly DomainRef[] | readonly Formula[],
  body?: (...args: Value<string>[]) => Formula,
): Formula {
  return counted('at least', limit, over, body)
}

/**
 * True if the body holds for exactly `limit` members; given a list, if exactly `limit` of its formulas are
 * true.
 */
export function exactly<const D extends readonly DomainRef[]>(
  limit: number | Value<'number'>,
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula
export function exactly(limit: number | Value<'number'>, parts: readonly Formula[]): Formula
export function exactly(
  limit: number | Value<'number'>,
  over: readonly DomainRef[] | readonly Formula[],
  body?: (...args: Value<string>[]) => Formula,
): Formula {
  return counted('exactly', limit, over, body)
}

/**
 * Compares two values of the same domain, or two numbers; only numbers have an order.
 *
 * @example
 * compare(x, '!=', y)
 */
export function compare<D extends string>(
  left: Value<D>,
  operator: '=' | '!=',
  right: Arg<NoInfer<D>>,
): Formula
export function compare(left: Ordered, operator: '<' | '<=' | '>' | '>=', right: Ordered): Formula
export function compare(left: Arg<string>, operator: CompareOperator, right: Arg<string>): Formula {
  return { kind: 'compare', operator, left: toTerm(left), right: toTerm(right), place: null }
}

/** A number, or a value of a numeric domain (checked when the data are bound). */
type Ordered = number | Value<string>

/** Arithmetic on numbers. @example calculate(x, '+', 1) */
export function calculate(left: Ordered, operator: ArithmeticOperator, right: Ordered): Value<'number'> {
  return new Value({
    kind: 'arithmetic',
    operator,
    left: toTerm(left),
    right: toTerm(right),
    place: null,
  })
}

function list(kind: 'and' | 'or' | 'parity', parts: readonly Formula[], empty: boolean): Formula {
  if (parts.length === 0) return constant(empty)
  return parts.length === 1 ? parts[0] : { kind, parts, place: null }
}

function quantified<const D extends readonly DomainRef[]>(
  quantifier: 'forall' | 'exists' | 'exists!' | CountBound,
  limit: number | Value<'number'> | null,
  domains: D,
  body: (...args: Values<D>) => Formula,
): Formula {
  const { binders, values } = variablesFor(domains)
  return {
    kind: 'quantified',
    quantifier,
    limit: limit === null ? null : toTerm(limit),
    variables: binders,
    where: null,
    body: body(...values),
    place: null,
  }
}

function counted(
  bound: CountBound,
  limit: number | Value<'number'>,
  over: readonly DomainRef[] | readonly Formula[],
  body?: (...args: Value<string>[]) => Formula,
): Formula {
  if (body !== undefined)
    return quantified(bound, limit, over as readonly DomainRef[], body as (...args: unknown[]) => Formula)
  return { kind: 'counted', bound, limit: toTerm(limit), parts: over as readonly Formula[], place: null }
}
