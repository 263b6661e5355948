// Plans loops over the values of variables. A condition that is known before solving is tested as soon as its
// variables have values. If a condition is a given predicate, the loop visits its tuples instead of the
// domains of its arguments.

import type { Ranged } from '../resolve/resolved.js'
import type { Atom, Formula, Term } from '../syntax/ast.js'
import { printFormula } from '../syntax/print.js'
import { eachFree, eachVariable } from '../syntax/walk.js'
import type { Scope, TermCompiler, Variable } from './compile-term.js'
import type { Domain } from './domain.js'
import type { Relation } from './relation.js'

/** One step of a loop; returning true stops the loop. */
export type Step = () => boolean

export interface Block {
  readonly variables: readonly Ranged[]
  /** Conditions without open predicates: combinations that break one are skipped. */
  readonly guards: readonly Formula[]
  /** Atoms that must exist: combinations outside their relation are skipped where that is faster. */
  readonly hints: readonly Atom[]
  /** All variables in scope, of enclosing loops and of this one. */
  readonly scope: Scope
}

export interface Context {
  readonly terms: TermCompiler
  /** The tuples of a predicate, if they are listed. */
  readonly relationOf: (name: string) => Relation | null
  /** A condition without open predicates. */
  readonly condition: (formula: Formula, scope: Scope) => Condition
}

export interface Condition {
  readonly holds: () => boolean
  /** Upper bound on the number of value combinations that the condition itself visits. */
  readonly size: number
}

export interface Loop {
  /** Upper bound on the number of combinations, as far as it follows from sizes. */
  readonly size: number
  /** Number of combinations that the conditions themselves visit. */
  readonly checks: number
  /** Builds the loop around `body`. */
  build(body: Step): Step
}

type Maker = (next: Step) => Step

/** Assumed size of an interval whose ends are not known before solving. */
const UNKNOWN_INTERVAL = 10

interface Choice {
  readonly size: number
  readonly binds: readonly string[]
  readonly make: Maker
  /** A condition that holds for everything the loop visits. */
  readonly settles: Formula | null
}

/** Plans a loop greedily: the cheapest choice first. */
export function planLoop(block: Block, context: Context): Loop {
  const unbound = new Map(block.variables.map((variable) => [variable.name, variable]))
  const makers: Maker[] = []
  let guards = [...block.guards]
  let size = 1
  let checks = 0
  const ready = (names: ReadonlySet<string>) => {
    for (const name of names) if (unbound.has(name)) return false
    return true
  }
  for (;;) {
    const later: Formula[] = []
    for (const guard of guards) {
      if (!ready(freeIn(guard))) {
        later.push(guard)
        continue
      }
      const { holds, size: own } = context.condition(guard, block.scope)
      checks += size * own
      makers.push((next) => () => holds() && next())
    }
    guards = later
    if (unbound.size === 0) break
    const choice = cheapest([...choices(block, guards, unbound, ready, context)])
    size *= choice.size
    makers.push(choice.make)
    for (const name of choice.binds) unbound.delete(name)
    guards = guards.filter((guard) => guard !== choice.settles)
  }
  return { size, checks, build: (body) => makers.reduceRight((next, make) => make(next), body) }
}

function cheapest(found: readonly Choice[]): Choice {
  return found.reduce((best, one) => (one.size < best.size ? one : best))
}

function* choices(
  block: Block,
  guards: readonly Formula[],
  unbound: ReadonlyMap<string, Ranged>,
  ready: (names: ReadonlySet<string>) => boolean,
  context: Context,
): Generator<Choice> {
  for (const guard of guards) {
    if (guard.kind === 'atom') {
      const choice = relationChoice(guard, true, block, unbound, ready, context)
      if (choice !== null) yield choice
    } else if (guard.kind === 'compare' && guard.operator === '=') {
      const choice =
        equalityChoice(guard, true, block, unbound, ready, context) ??
        equalityChoice(guard, false, block, unbound, ready, context)
      if (choice !== null) yield choice
    }
  }
  for (const hint of block.hints) {
    const choice = relationChoice(hint, false, block, unbound, ready, context)
    if (choice !== null) yield choice
  }
  for (const variable of unbound.values()) {
    const choice = rangeChoice(variable, block.scope, ready, context)
    if (choice !== null) yield choice
  }
}

/** The choice to visit all values of the variable's range. */
function rangeChoice(
  { name, range }: Ranged,
  scope: Scope,
  ready: (names: ReadonlySet<string>) => boolean,
  { terms }: Context,
): Choice | null {
  const { env } = terms
  const { slot, domain } = scope.get(name)!
  if (range.kind === 'domain') {
    const { values } = domain!
    const make: Maker = (next) => () => {
      for (let i = 0; i < values.length; i++) {
        env[slot] = values[i]
        if (next()) return true
      }
      return false
    }
    return { size: values.length, binds: [name], make, settles: null }
  }
  if (!ready(variablesOf(range.low)) || !ready(variablesOf(range.high))) return null
  const low = terms.number(range.low, scope)
  const high = terms.number(range.high, scope)
  const make: Maker = (next) => () => {
    const end = high()
    for (let value = Math.ceil(low()); value <= end; value++) {
      env[slot] = value
      if (next()) return true
    }
    return false
  }
  const known = range.low.kind === 'number' && range.high.kind === 'number'
  return {
    size: known ? Math.max(0, high() - low() + 1) : UNKNOWN_INTERVAL,
    binds: [name],
    make,
    settles: null,
  }
}

/** The choice for `x = term`, or the other way round. */
function equalityChoice(
  guard: Formula & { readonly kind: 'compare' },
  leftIsVariable: boolean,
  block: Block,
  unbound: ReadonlyMap<string, Ranged>,
  ready: (names: ReadonlySet<string>) => boolean,
  { terms }: Context,
): Choice | null {
  const [side, other] = leftIsVariable ? [guard.left, guard.right] : [guard.right, guard.left]
  if (side.kind !== 'variable') return null
  const variable = unbound.get(side.name)
  if (variable === undefined || variable.range.kind !== 'domain' || !ready(variablesOf(other))) return null
  const { slot, domain } = block.scope.get(side.name)!
  const { env } = terms
  // Also checks that both sides are comparable.
  const { a, b } = terms.pair(guard.left, guard.right, block.scope)
  const value = leftIsVariable ? b : a
  const make: Maker = (next) => () => {
    const found = value()
    if (domain!.indexOfValue(found) < 0) return false
    env[slot] = found
    return next()
  }
  return { size: 1, binds: [side.name], make, settles: guard }
}

/** The choice to visit the tuples of a listed predicate that match the arguments already bound. */
function relationChoice(
  atom: Atom,
  settles: boolean,
  block: Block,
  unbound: ReadonlyMap<string, Ranged>,
  ready: (names: ReadonlySet<string>) => boolean,
  { terms, relationOf }: Context,
): Choice | null {
  const relation = relationOf(atom.name)
  if (relation === null) return null
  let mask = 0
  const binds: string[] = []
  const columns: { readonly column: Int32Array; readonly domain: Domain; readonly slot: number }[] = []
  for (let c = 0; c < atom.args.length; c++) {
    const arg = atom.args[c]
    if (ready(variablesOf(arg))) {
      mask |= 1 << c
      continue
    }
    if (arg.kind !== 'variable' || binds.includes(arg.name)) return null
    const { slot, domain } = block.scope.get(arg.name) as Variable
    if (unbound.get(arg.name)?.range.kind !== 'domain' || domain !== relation.domains[c]) return null
    binds.push(arg.name)
    columns.push({ column: relation.columns[c], domain, slot })
  }
  if (binds.length === 0) return null
  const index = relation.index(mask)
  const key = terms.key(atom.args, relation.domains, block.scope, () => printFormula(atom), mask)
  const { env } = terms
  const make: Maker = (next) => () => {
    const group = index.groupOf(key())
    if (group < 0) return false
    for (let i = index.start[group]; i < index.start[group + 1]; i++) {
      const row = index.rows[i]
      for (let c = 0; c < columns.length; c++) {
        const { column, domain, slot } = columns[c]
        env[slot] = domain.values[column[row]]
      }
      if (next()) return true
    }
    return false
  }
  const size = index.groups === 0 ? 0 : relation.count / index.groups
  return { size, binds, make, settles: settles ? atom : null }
}

function freeIn(formula: Formula): Set<string> {
  const names = new Set<string>()
  eachFree(formula, (name) => names.add(name))
  return names
}

function variablesOf(term: Term): Set<string> {
  const names = new Set<string>()
  eachVariable(term, (name) => names.add(name))
  return names
}
