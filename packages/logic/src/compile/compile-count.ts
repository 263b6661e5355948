// Compiles "at most 2", "at least k" and "exactly one" to nodes that count true formulas.
import type { CountBound, Term } from '../syntax/ast.js'
import { printTerm } from '../syntax/print.js'
import type { Compiler, Ground, Instances } from './compile.js'
import type { Scope } from './compile-term.js'

/** Compiles a count of true instances; without a limit, exactly one must be true. */
export function compileCount(
  compiler: Compiler,
  { push, size }: Instances,
  bound: CountBound,
  limit: Term | null,
  scope: Scope,
): Ground {
  const { arena } = compiler
  const limitOf = limit === null ? () => 1 : compileLimit(compiler, limit, scope)
  const node = () => {
    const k = limitOf()
    const mark = arena.stack.length
    push()
    const count = arena.stack.length - mark
    return arena.count(mark, bound === 'at most' ? 0 : k, bound === 'at least' ? count : k)
  }
  return { node, size }
}

function compileLimit({ terms }: Compiler, term: Term, scope: Scope): () => number {
  const value = terms.number(term, scope)
  return () => {
    const k = value()
    if (!Number.isInteger(k))
      terms.fail(term.place, `${printTerm(term)} is ${k}; a count needs a whole number here.`)
    return k
  }
}
