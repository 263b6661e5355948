// Creates the atoms of the open predicates, and their scores.
import { GrowableInts, SCORE_LIMIT } from '@parleyjs/core/internal'
import type { Bound } from '../compile/bind.js'
import type { Compiler } from '../compile/compile.js'
import type { Scope } from '../compile/compile-term.js'
import { OpenAtoms } from '../compile/open-atoms.js'
import { keyRange, Relation } from '../compile/relation.js'
import type { Ranged } from '../resolve/resolved.js'
import type { OpenDeclaration } from '../syntax/ast.js'
import { errorAt } from '../syntax/place.js'

/** Numbers the atoms of all open predicates, in the order of the declarations. */
export function makeOpenAtoms(
  bound: Bound,
  opens: Map<string, OpenAtoms>,
  compiler: Compiler,
  limit: number,
): void {
  let first = 0
  for (const declaration of bound.resolved.opens.values()) {
    const { name, params, where } = declaration
    const domains = params.map(({ domain }) => bound.domains.get(domain)!)
    const relation = where === null ? null : listAtoms(bound, declaration, compiler, limit)
    const count = relation?.count ?? keyRange(domains)
    if (first + count > Math.min(limit, 2 ** 30))
      throw errorAt(
        bound.resolved.source,
        declaration.place,
        `${name} has ${count.toLocaleString('en-US')} atoms (${domains.map(({ size }) => size).join(' × ')}), more than ` +
          `the limit of ${Math.min(limit, 2 ** 30).toLocaleString('en-US')}. Restrict it with "where", or raise the limit.`,
        'too-large',
      )
    const open = new OpenAtoms(name, domains, relation, first)
    opens.set(name, open)
    first += open.count
  }
}

/** Lists the tuples for which the condition of the declaration holds. */
function listAtoms(bound: Bound, declaration: OpenDeclaration, compiler: Compiler, limit: number): Relation {
  const { name, where, place } = declaration
  const variables = paramVariables(declaration)
  compiler.restart()
  const scope = compiler.extend(new Map(), variables)
  const { loop } = compiler.loop(variables, where, { kind: 'truth', value: true, place: null }, false, scope)
  const combinations = loop.size + loop.checks
  if (combinations > limit)
    throw errorAt(
      bound.resolved.source,
      place,
      `Finding the atoms of ${name} would go through ${combinations.toLocaleString('en-US')} combinations; the limit is ` +
        `${limit.toLocaleString('en-US')}. Restrict it with a given predicate, or raise the limit.`,
      'too-large',
    )
  const slots = variables.map((variable) => scope.get(variable.name)!)
  const columns = slots.map(() => new GrowableInts())
  loop.build(() => {
    slots.forEach(({ slot, domain }, c) => {
      columns[c].push(domain!.indexOfValue(compiler.env[slot]))
    })
    return false
  })()
  const count = columns[0]?.length ?? 0
  const domains = slots.map(({ domain }) => domain!)
  if (columns.length === 0) return new Relation(name, [], [], zeroAry(compiler, declaration, scope) ? 1 : 0)
  return new Relation(
    name,
    domains,
    columns.map((column) => column.data.slice(0, count)),
    count,
  )
}

function zeroAry(compiler: Compiler, { where }: OpenDeclaration, scope: Scope): boolean {
  return where === null || compiler.condition(where, scope).holds()
}

/** Calls `add` with the score of every atom, in order. */
export function scoreAtoms(
  bound: Bound,
  opens: ReadonlyMap<string, OpenAtoms>,
  compiler: Compiler,
  add: (score: number, open: OpenAtoms, atom: number) => void,
): void {
  for (const declaration of bound.resolved.opens.values()) {
    const open = opens.get(declaration.name)!
    const score = scorer(bound, declaration, open, compiler)
    for (let atom = 0; atom < open.count; atom++) {
      const value = score(atom)
      if (!(Math.abs(value) <= SCORE_LIMIT))
        throw errorAt(
          bound.resolved.source,
          declaration.place,
          `${open.nameOf(atom)} has the score ${value}; scores must be finite, and up to 1e10 in size.`,
        )
      add(value, open, atom)
    }
  }
}

/** Returns a function for the score of each atom of a predicate. */
export function scorer(
  bound: Bound,
  declaration: OpenDeclaration,
  open: OpenAtoms,
  compiler: Compiler,
): (atom: number) => number {
  const { score, name } = declaration
  const table = bound.scores.get(name)
  if (table !== undefined) {
    const { relation, values } = table
    return (atom) => {
      const tuple = open.tuple(atom)
      let key = 0
      for (let c = 0; c < tuple.length; c++) key += tuple[c] * relation.strides[c]
      const row = relation.rowOf(key)
      return row < 0 ? 0 : values[row]
    }
  }
  if (score === null || 'rows' in score) return () => 0
  compiler.restart()
  const variables = paramVariables(declaration)
  const scope = compiler.extend(new Map(), variables)
  const value = compiler.terms.number(score, scope)
  const slots = variables.map((variable) => scope.get(variable.name)!)
  return (atom) => {
    const tuple = open.tuple(atom)
    for (let c = 0; c < tuple.length; c++) compiler.env[slots[c].slot] = slots[c].domain!.values[tuple[c]]
    return value()
  }
}

/** The parameters as variables; unnamed parameters get a name that no formula can contain. */
function paramVariables({ params }: OpenDeclaration): Ranged[] {
  return params.map(({ name, domain, place }, i) => ({
    name: name ?? `#${i}`,
    range: { kind: 'domain', name: domain },
    place,
  }))
}
