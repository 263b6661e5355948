// Traversals of formulas and terms.
import type { Binder, Formula, Term } from './ast.js'

/** The terms that occur directly in a formula. */
export function termsOf(formula: Formula): readonly Term[] {
  switch (formula.kind) {
    case 'atom':
      return formula.args
    case 'compare':
      return [formula.left, formula.right]
    case 'counted':
      return [formula.limit]
    case 'quantified':
      return formula.limit === null ? [] : [formula.limit]
    default:
      return []
  }
}

/** The formulas that occur directly in a formula. */
export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'not':
      return [formula.of]
    case 'and':
    case 'or':
    case 'parity':
    case 'counted':
      return formula.parts
    case 'implies':
    case 'iff':
      return [formula.left, formula.right]
    case 'quantified':
      return formula.where === null ? [formula.body] : [formula.where, formula.body]
    default:
      return []
  }
}

/** The terms that occur directly in a term. */
export function argumentsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'call':
    case 'learn':
      return term.args
    case 'arithmetic':
      return [term.left, term.right]
    case 'negative':
      return [term.of]
    default:
      return []
  }
}

/** The terms in the ranges of quantified variables. */
export function rangeTerms(variables: readonly Binder[]): Term[] {
  return variables.flatMap(({ range }) => (range?.kind === 'interval' ? [range.low, range.high] : []))
}

/** Calls `visit` with every variable of a term. */
export function eachVariable(term: Term, visit: (name: string) => void): void {
  if (term.kind === 'variable') visit(term.name)
  for (const inner of argumentsOf(term)) eachVariable(inner, visit)
}

/** Calls `visit` for every free occurrence of a variable in a formula, in the order of the text. */
export function eachFree(formula: Formula, visit: (name: string) => void): void {
  if (formula.kind !== 'quantified') {
    for (const term of termsOf(formula)) eachVariable(term, visit)
    for (const part of partsOf(formula)) eachFree(part, visit)
    return
  }
  const bound = new Set(formula.variables.map(({ name }) => name))
  const outer = (name: string) => {
    if (!bound.has(name)) visit(name)
  }
  for (const term of termsOf(formula)) eachVariable(term, visit)
  for (const term of rangeTerms(formula.variables)) eachVariable(term, outer)
  for (const part of partsOf(formula)) eachFree(part, outer)
}

/** Whether a formula contains an atom for which `test` holds. */
export function someAtom(formula: Formula, test: (name: string) => boolean): boolean {
  if (formula.kind === 'atom') return test(formula.name)
  return partsOf(formula).some((part) => someAtom(part, test))
}

/** The parts of a conjunction, or the formula itself. */
export function conjuncts(formula: Formula): Formula[] {
  return formula.kind === 'and' ? formula.parts.flatMap(conjuncts) : [formula]
}

/** The conjunction of several formulas; null if there are none. */
export function conjunction(parts: readonly Formula[]): Formula | null {
  if (parts.length <= 1) return parts[0] ?? null
  return { kind: 'and', parts, place: parts[0].place }
}
