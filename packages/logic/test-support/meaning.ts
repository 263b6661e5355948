// What random programs mean, in the plainest way: formulas are worked out by walking the tree, quantifiers by
// trying all members.
import type { Binder, Formula, Member, Term } from '../src/syntax/ast.js'
import { atomName, FAVOURITE, GIVENS, MEMBERS, type RandomProgram } from './random-vocabulary.js'

export type Environment = Readonly<Record<string, Member>>

export interface World {
  readonly given: ReadonlySet<string>
  readonly f: readonly number[]
}

function value(term: Term, env: Environment, world: World): Member {
  const numeric = (inner: Term) => Number(value(inner, env, world))
  switch (term.kind) {
    case 'number':
      return term.value
    case 'symbol':
      return term.text
    case 'variable':
      return env[term.name]
    case 'learn':
      return Number.NaN
    case 'negative':
      return -numeric(term.of)
    case 'call':
      return term.name === 'f' ? world.f[numeric(term.args[0]) - 1] : FAVOURITE[numeric(term.args[0]) - 1]
    case 'arithmetic':
      return term.operator === '+'
        ? numeric(term.left) + numeric(term.right)
        : numeric(term.left) * numeric(term.right)
  }
}

export function evaluateGiven(formula: Formula, env: Environment, world: World): boolean {
  return fold(formula, env, world, TRUTH)
}

/** How to put formulas together: as truth values, or as rows of a linear program. */
export interface Algebra<T> {
  constant(value: boolean): T
  atom(name: string): T
  not(of: T): T
  and(parts: readonly T[]): T
  or(parts: readonly T[]): T
  iff(left: T, right: T): T
  /** Between so many and so many. */
  count(parts: readonly T[], least: number, most: number): T
}

const TRUTH: Algebra<boolean> = {
  constant: (value) => value,
  atom: (name) => {
    throw new Error(`${name} is open`)
  },
  not: (of) => !of,
  and: (parts) => parts.every(Boolean),
  or: (parts) => parts.some(Boolean),
  iff: (left, right) => left === right,
  count: (parts, least, most) => {
    const ones = parts.filter(Boolean).length
    return ones >= least && ones <= most
  },
}

/** Truth under the atoms that are true. */
export function truth(atoms: ReadonlySet<string>): Algebra<boolean> {
  return { ...TRUTH, atom: (name) => atoms.has(name) }
}

/** Works out a formula in any algebra; quantifiers try all members of their domains. */
export function fold<T>(
  formula: Formula,
  env: Environment,
  world: World,
  algebra: Algebra<T>,
  both?: Formula,
): T {
  const inner = (part: Formula, changed: Environment = env) => fold(part, changed, world, algebra, both)
  switch (formula.kind) {
    case 'truth':
      return algebra.constant(formula.value)
    case 'atom': {
      const members = formula.args.map((arg) => value(arg, env, world))
      const name = atomName(formula.name, members)
      if (formula.name in GIVENS) return algebra.constant(world.given.has(name))
      if (formula.name === 'both') return inner(both!, { n: members[0], c: members[1] })
      return algebra.atom(name)
    }
    case 'compare': {
      const left = value(formula.left, env, world)
      const right = value(formula.right, env, world)
      const results = {
        '=': left === right,
        '!=': left !== right,
        '<': left < right,
        '<=': left <= right,
        '>': left > right,
        '>=': left >= right,
      }
      return algebra.constant(results[formula.operator])
    }
    case 'not':
      return algebra.not(inner(formula.of))
    case 'and':
      // The second part may be meaningless where the first is a condition that fails.
      if (formula.parts[0]?.kind === 'compare' && !fold(formula.parts[0], env, world, TRUTH))
        return algebra.constant(false)
      return algebra.and(formula.parts.map((part) => inner(part)))
    case 'or':
      return algebra.or(formula.parts.map((part) => inner(part)))
    case 'implies':
      return algebra.or([algebra.not(inner(formula.left)), inner(formula.right)])
    case 'iff':
      return algebra.iff(inner(formula.left), inner(formula.right))
    case 'parity':
      return formula.parts
        .map((part) => inner(part))
        .reduce((left, right) => algebra.not(algebra.iff(left, right)))
    case 'counted':
      return count(
        formula.bound,
        Number(value(formula.limit, env, world)),
        formula.parts.map((part) => inner(part)),
        algebra,
      )
    case 'quantified': {
      const instances = environments(formula.variables, env, world)
        .filter((changed) => formula.where === null || fold(formula.where, changed, world, TRUTH))
        .map((changed) => inner(formula.body, changed))
      if (formula.quantifier === 'forall') return algebra.and(instances)
      if (formula.quantifier === 'exists') return algebra.or(instances)
      const limit = formula.limit === null ? 1 : Number(value(formula.limit, env, world))
      return count(
        formula.quantifier === 'exists!' ? 'exactly' : formula.quantifier,
        limit,
        instances,
        algebra,
      )
    }
  }
}

function count<T>(bound: string, k: number, parts: readonly T[], algebra: Algebra<T>): T {
  return algebra.count(parts, bound === 'at most' ? 0 : k, bound === 'at least' ? parts.length : k)
}

/** Every way to give the variables values. */
export function environments(variables: readonly Binder[], env: Environment, world: World): Environment[] {
  return variables.reduce<Environment[]>(
    (all, { name, range }) =>
      all.flatMap((outer) => {
        if (range?.kind === 'domain')
          return MEMBERS[range.name as keyof typeof MEMBERS].map((member) => ({ ...outer, [name]: member }))
        const low = Number(value(range!.low, outer, world))
        const high = Number(value(range!.high, outer, world))
        return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => ({ ...outer, [name]: low + i }))
      }),
    [env],
  )
}

/** A statement instance: its formula in the algebra, and its weight (null for hard). */
export function eachInstance<T>(
  { program, given, f }: RandomProgram,
  algebra: Algebra<T>,
  visit: (formula: T, weight: number | null) => void,
): void {
  const world = { given, f }
  const definition = program.statements.find((s) => s.kind === 'definition' && s.head.name === 'both')
  const both = definition?.kind === 'definition' ? definition.body : undefined
  const all = (variables: readonly Binder[]) => environments(variables, {}, world)
  for (const statement of program.statements) {
    if (statement.kind === 'definition' && statement !== definition) {
      const { body } = statement
      for (const env of all([{ name: 'n', range: { kind: 'domain', name: 'number' }, place: null }])) {
        const head = fold(statement.head, env, world, algebra)
        visit(algebra.iff(head, fold(body, env, world, algebra, both)), null)
        // The two bodies that stand for XOR with output.
        const parts =
          body.kind === 'parity' && body.parts.length === 2
            ? body.parts.map((part) => fold(part, env, world, algebra, both))
            : body.kind === 'quantified' && body.quantifier === 'exists!'
              ? environments(body.variables, env, world)
                  .filter((inner) => body.where === null || fold(body.where, inner, world, TRUTH))
                  .map((inner) => fold(body.body, inner, world, algebra, both))
              : null
        if (parts !== null) visit(algebra.count(parts, 0, 1), null)
      }
    }
    if (statement.kind !== 'rule') continue
    const { formula, weight } = statement
    const cost = weight === null ? null : Number(value(weight, {}, world))
    // The instances of the outermost "forall", also where the formula itself happens to begin with one.
    const instances = (part: Formula, env: Environment): void => {
      if (part.kind !== 'quantified' || part.quantifier !== 'forall') {
        visit(fold(part, env, world, algebra, both), cost)
        return
      }
      for (const inner of environments(part.variables, env, world))
        if (part.where === null || fold(part.where, inner, world, TRUTH)) instances(part.body, inner)
    }
    instances(formula, {})
  }
}
