// Compiles an atom of a defined predicate: the body of the definition takes its place.
import { FALSE } from '../emit/arena.js'
import type { Macro } from '../resolve/resolved.js'
import type { Term } from '../syntax/ast.js'
import { printFormula } from '../syntax/print.js'
import type { Compiler, Ground } from './compile.js'
import type { Scope, Variable } from './compile-term.js'

/**
 * Compiles the body with the arguments as values of the parameters; false where the condition does not hold.
 */
export function compileMacro(
  compiler: Compiler,
  { name, params, where, body }: Macro,
  args: readonly Term[],
  scope: Scope,
): Ground {
  const { env, terms, bound } = compiler
  const describe = () => printFormula({ kind: 'atom', name, args, place: null })
  const inner = new Map<string, Variable>()
  const values = params.map((param, i) => {
    const domain = bound.domains.get(param.domain)!
    const index = terms.index(args[i], domain, scope, describe)
    return () => domain.values[index()]
  })
  const slots = params.map((param) => {
    const variable = compiler.variable(param.name, { kind: 'domain', name: param.domain })
    inner.set(param.name, variable)
    return variable.slot
  })
  const condition = where === null ? null : compiler.condition(where, inner)
  const { node, size } = compiler.formula(body, inner)
  const run = () => {
    for (let i = 0; i < slots.length; i++) env[slots[i]] = values[i]()
    return condition === null || condition.holds() ? node() : FALSE
  }
  return { node: run, size: size + (condition?.size ?? 0) }
}
