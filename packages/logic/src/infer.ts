// What a variable ranges over: the domain of the first argument place that it fills.
import type { Formula, Param, Term } from './ast.js'
import { argumentsOf, partsOf, rangeTerms, termsOf } from './walk.js'

interface DomainRange {
  readonly kind: 'domain'
  readonly name: string
}

/** The domain of a variable that is free in these formulas and this term, or null if nothing tells. */
export function inferRange(
  variable: string,
  formulas: readonly (Formula | null)[],
  term: Term | null,
  paramsOf: (name: string) => readonly Param[] | null,
): DomainRange | null {
  for (const formula of formulas) {
    const range = formula === null ? null : inFormula(variable, formula, paramsOf)
    if (range !== null) return range
  }
  return term === null ? null : inTerm(variable, term, paramsOf)
}

function inFormula(
  variable: string,
  formula: Formula,
  paramsOf: (name: string) => readonly Param[] | null,
): DomainRange | null {
  if (formula.kind === 'atom') {
    const range = inArguments(variable, formula.name, formula.args, paramsOf)
    if (range !== null) return range
  }
  const ranges = formula.kind === 'quantified' ? rangeTerms(formula.variables) : []
  for (const term of [...termsOf(formula), ...ranges]) {
    const range = inTerm(variable, term, paramsOf)
    if (range !== null) return range
  }
  if (formula.kind === 'quantified' && formula.variables.some(({ name }) => name === variable)) return null
  for (const part of partsOf(formula)) {
    const range = inFormula(variable, part, paramsOf)
    if (range !== null) return range
  }
  return null
}

function inTerm(
  variable: string,
  term: Term,
  paramsOf: (name: string) => readonly Param[] | null,
): DomainRange | null {
  if (term.kind === 'call') {
    const range = inArguments(variable, term.name, term.args, paramsOf)
    if (range !== null) return range
  }
  for (const inner of argumentsOf(term)) {
    const range = inTerm(variable, inner, paramsOf)
    if (range !== null) return range
  }
  return null
}

function inArguments(
  variable: string,
  name: string,
  args: readonly Term[],
  paramsOf: (name: string) => readonly Param[] | null,
): DomainRange | null {
  const at = args.findIndex((arg) => arg.kind === 'variable' && arg.name === variable)
  const param = at < 0 ? undefined : paramsOf(name)?.[at]
  return param === undefined ? null : { kind: 'domain', name: param.domain }
}
