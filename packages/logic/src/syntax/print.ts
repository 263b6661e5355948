// Prints formulas in the syntax of the language; for ground rules with values in place of variables.
import type { Binder, Definition, Formula, Rule, Term } from './ast.js'

/** The text of a variable's value; undefined to print the variable itself. */
export type Values = (variable: string) => string | undefined

const NONE: Values = () => undefined

/** Binding strengths, loosest first. */
const LEVEL = { quantified: 0, iff: 1, implies: 2, or: 3, parity: 4, and: 5, not: 6, compare: 7 } as const
const MARK = { and: ' & ', or: ' | ', parity: ' ^ ' } as const

/**
 * A formula as text that `parseRules` reads back.
 *
 * @example
 * const rain = { kind: 'atom', name: 'rain', args: [], place: null } as const
 * printFormula({ kind: 'not', of: rain, place: null }) // '~rain'
 */
export function printFormula(formula: Formula, values: Values = NONE): string {
  switch (formula.kind) {
    case 'truth':
      return String(formula.value)
    case 'atom':
      return call(formula.name, formula.args, values)
    case 'compare':
      return `${printTerm(formula.left, values)} ${formula.operator} ${printTerm(formula.right, values)}`
    case 'not':
      return `~${part(formula.of, LEVEL.compare, values)}`
    case 'and':
    case 'or':
    case 'parity':
      return formula.parts.map((p) => part(p, LEVEL[formula.kind] + 1, values)).join(MARK[formula.kind])
    case 'implies':
      return `${part(formula.left, LEVEL.implies + 1, values)} => ${part(formula.right, LEVEL.implies, values)}`
    case 'iff':
      return `${part(formula.left, LEVEL.iff, values)} <=> ${part(formula.right, LEVEL.iff + 1, values)}`
    case 'counted':
      return `${formula.bound} ${printTerm(formula.limit, values)} of (${formula.parts
        .map((p) => printFormula(p, values))
        .join(', ')})`
    case 'quantified': {
      const bound = new Set(formula.variables.map(({ name }) => name))
      const inner: Values = (name) => (bound.has(name) ? undefined : values(name))
      const limit = formula.limit === null ? '' : ` ${printTerm(formula.limit, values)}`
      const variables = formula.variables.map((binder) => printBinder(binder, inner)).join(', ')
      const where = formula.where === null ? '' : ` where ${printFormula(formula.where, inner)}`
      return `${formula.quantifier}${limit} ${variables}${where}: ${printFormula(formula.body, inner)}`
    }
  }
}

/** A term as text. */
export function printTerm(term: Term, values: Values = NONE): string {
  return printAt(term, 0, values)
}

/** A rule or definition as the user wrote it, on one line, without its name. */
export function printStatement(statement: Rule | Definition, values: Values = NONE): string {
  const where = statement.where === null ? '' : ` where ${printFormula(statement.where, values)}`
  if (statement.kind === 'definition')
    return `${printFormula(statement.head, values)} := ${printFormula(statement.body, values)}${where}`
  return `${printFormula(statement.formula, values)}${where}`
}

function printBinder({ name, range }: Binder, values: Values): string {
  if (range === null) return name
  if (range.kind === 'domain') return `${name} in ${range.name}`
  return `${name} in ${printTerm(range.low, values)}..${printTerm(range.high, values)}`
}

function part(formula: Formula, level: number, values: Values): string {
  const text = printFormula(formula, values)
  const own = formula.kind in LEVEL ? LEVEL[formula.kind as keyof typeof LEVEL] : LEVEL.compare
  return own < level ? `(${text})` : text
}

function printAt(term: Term, level: number, values: Values): string {
  switch (term.kind) {
    case 'number':
      return term.value < 0 && level > 0 ? `(${term.value})` : String(term.value)
    case 'symbol':
      return `"${term.text.replaceAll(/["\\]/g, '\\$&')}"`
    case 'variable': {
      const text = values(term.name) ?? term.name
      return term.domain === null ? text : `${text}: ${term.domain}`
    }
    case 'call':
      return call(term.name, term.args, values)
    case 'learn':
      return call('learn', term.args, values)
    case 'negative':
      return `-${printAt(term.of, 3, values)}`
    case 'arithmetic': {
      const own = term.operator === '+' || term.operator === '-' ? 1 : 2
      const text = `${printAt(term.left, own, values)} ${term.operator} ${printAt(term.right, own + 1, values)}`
      return own < level ? `(${text})` : text
    }
  }
}

function call(name: string, args: readonly Term[], values: Values): string {
  return args.length === 0 ? name : `${name}(${args.map((arg) => printTerm(arg, values)).join(', ')})`
}
