// Terms of the builder: values whose types carry the name of their domain.
import type { Binder, Member, Term } from '../syntax/ast.js'

/** A domain of the builder, identified by its name. */
export interface DomainRef<N extends string = string> {
  readonly name: N
}

/** A term whose value is a member of the domain D; D is 'number' for numbers. */
export class Value<D extends string> {
  declare private readonly domain: D

  constructor(readonly term: Term) {}
}

/** What may be an argument over the domain D: a value of the domain, or a member itself. */
export type Arg<D extends string> = Value<D> | Member

/** One value per domain. */
export type Values<D extends readonly DomainRef[]> = { [K in keyof D]: Value<D[K]['name']> }

export function toTerm(arg: Arg<string>): Term {
  if (arg instanceof Value) return arg.term
  return typeof arg === 'number'
    ? { kind: 'number', value: arg, place: null }
    : { kind: 'symbol', text: arg, place: null }
}

let fresh = 0

/** New variables, one per domain; `renamed` gives them their final names. */
export function variablesFor<const D extends readonly DomainRef[]>(
  domains: D,
): { readonly binders: Binder[]; readonly values: Values<D> } {
  const binders = domains.map(
    ({ name }): Binder => ({ name: `$${fresh++}`, range: { kind: 'domain', name }, place: null }),
  )
  const values = binders.map(({ name }) => new Value({ kind: 'variable', name, domain: null, place: null }))
  return { binders, values: values as Values<D> }
}
