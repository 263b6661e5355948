// Compiles comparisons to functions of the values of variables.
import type { Formula } from '../syntax/ast.js'
import type { Scope, TermCompiler } from './compile-term.js'

/** Compiles a comparison. Names and numbers can be equal; only numbers have an order. */
export function compileComparison(
  terms: TermCompiler,
  { operator, left, right }: Formula & { readonly kind: 'compare' },
  scope: Scope,
): () => boolean {
  if (operator === '=' || operator === '!=') {
    const { a, b } = terms.pair(left, right, scope)
    return operator === '=' ? () => a() === b() : () => a() !== b()
  }
  const a = terms.number(left, scope)
  const b = terms.number(right, scope)
  switch (operator) {
    case '<':
      return () => a() < b()
    case '<=':
      return () => a() <= b()
    case '>':
      return () => a() > b()
    case '>=':
      return () => a() >= b()
  }
}
