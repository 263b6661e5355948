// Evaluates terms without variables, before domains have members.
import type { Term } from '../syntax/ast.js'

/** The value of a term of numbers and named constants; NaN if it contains anything else. */
export function constantValue(term: Term, constant: (name: string) => number): number {
  const value = (inner: Term) => constantValue(inner, constant)
  switch (term.kind) {
    case 'number':
      return term.value
    case 'negative':
      return -value(term.of)
    case 'arithmetic':
      return calculate(term.operator, value(term.left), value(term.right))
    case 'variable':
    case 'call':
      return constant(term.name)
    case 'symbol':
    case 'learn':
      return Number.NaN
  }
}

/** The result of an arithmetic operator; `%` has the sign of the divisor. */
export function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    default:
      return left - right * Math.floor(left / right)
  }
}
