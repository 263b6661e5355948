// Infers what a variable ranges over: the domain of the first argument place where it occurs.
import type { Formula, Param, Term } from '../syntax/ast.js'
import { argumentsOf, partsOf, rangeTerms, termsOf } from '../syntax/walk.js'

interface DomainRange {
  readonly kind: 'domain'
  readonly name: string
}

/** The argument places of a predicate or function, and the domain of a function's values. */
export type LookUp = (
  name: string,
) => { readonly params: readonly Param[]; readonly result?: string | null } | null

/** The domain of a variable that is free in these formulas and this term; null if it cannot be inferred. */
export function inferRange(
  variable: string,
  formulas: readonly (Formula | null)[],
  term: Term | null,
  lookUp: LookUp,
): DomainRange | null {
  for (const formula of formulas) {
    const range = formula === null ? null : inFormula(variable, formula, lookUp)
    if (range !== null) return range
  }
  return term === null ? null : inTerm(variable, term, lookUp)
}

function inFormula(variable: string, formula: Formula, lookUp: LookUp): DomainRange | null {
  if (formula.kind === 'atom') {
    const range = inArguments(variable, formula.name, formula.args, lookUp)
    if (range !== null) return range
  }
  if (formula.kind === 'compare') {
    const { left, right } = formula
    const range = besideCall(variable, left, right, lookUp) ?? besideCall(variable, right, left, lookUp)
    if (range !== null) return range
  }
  const ranges = formula.kind === 'quantified' ? rangeTerms(formula.variables) : []
  for (const term of [...termsOf(formula), ...ranges]) {
    const range = inTerm(variable, term, lookUp)
    if (range !== null) return range
  }
  if (formula.kind === 'quantified' && formula.variables.some(({ name }) => name === variable)) return null
  for (const part of partsOf(formula)) {
    const range = inFormula(variable, part, lookUp)
    if (range !== null) return range
  }
  return null
}

function inTerm(variable: string, term: Term, lookUp: LookUp): DomainRange | null {
  if (term.kind === 'call') {
    const range = inArguments(variable, term.name, term.args, lookUp)
    if (range !== null) return range
  }
  for (const inner of argumentsOf(term)) {
    const range = inTerm(variable, inner, lookUp)
    if (range !== null) return range
  }
  return null
}

function inArguments(
  variable: string,
  name: string,
  args: readonly Term[],
  lookUp: LookUp,
): DomainRange | null {
  const at = args.findIndex((arg) => arg.kind === 'variable' && arg.name === variable)
  const param = at < 0 ? undefined : lookUp(name)?.params[at]
  return param === undefined ? null : { kind: 'domain', name: param.domain }
}

/** `x = f(…)`, where the values of f are members of a domain. */
function besideCall(variable: string, side: Term, other: Term, lookUp: LookUp): DomainRange | null {
  if (side.kind !== 'variable' || side.name !== variable || other.kind !== 'call') return null
  const result = lookUp(other.name)?.result ?? null
  return result === null ? null : { kind: 'domain', name: result }
}
