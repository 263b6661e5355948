// Computes how long formulas become when definitions are written out. Sixty definitions that each use the
// previous one twice become 2⁶⁰ parts; they are counted here, definition by definition, before any part is
// made.
import type { Definition, Formula, Statement } from '../syntax/ast.js'
import { partsOf } from '../syntax/walk.js'

/** Maximum number of parts that definitions may add over all statements; each takes about 1 kB. */
const MOST_ADDED = 200_000

/** The statement at which a program becomes too large. */
export interface Excess {
  readonly statement: Statement
  /** Number of parts in this statement and those before it, with definitions written out. */
  readonly parts: number
  readonly limit: number
}

/**
 * The first statement at which definitions add more than the limit; null if there is none. `definitions`
 * holds the definitions whose predicates are replaced by their bodies, by name.
 */
export function excessOf(
  statements: readonly Statement[],
  definitions: ReadonlyMap<string, Definition>,
): Excess | null {
  const sizes = new Map<Definition, number>()
  let written = 0

  const sizeOf = (formula: Formula): number => {
    written++
    let size = 1
    for (const part of partsOf(formula)) size += sizeOf(part)
    const definition = formula.kind === 'atom' ? definitions.get(formula.name) : undefined
    return definition === undefined ? size : size + definedSize(definition)
  }
  const definedSize = (definition: Definition): number => {
    const known = sizes.get(definition)
    if (known !== undefined) return known
    // A definition that uses itself is an error that `resolve` reports.
    sizes.set(definition, 0)
    const size = total(definition.body, definition.where)
    sizes.set(definition, size)
    return size
  }
  const total = (...formulas: readonly (Formula | null)[]) =>
    formulas.reduce((sum, formula) => (formula === null ? sum : sum + sizeOf(formula)), 0)

  let parts = 0
  for (const statement of statements) {
    if (statement.kind === 'rule') parts += total(statement.formula, statement.where)
    else if (statement.kind === 'open') parts += total(statement.where)
    else if (statement.kind === 'definition' && definitions.get(statement.head.name) !== statement)
      parts += total(statement.head, statement.body, statement.where)
    if (parts > written + MOST_ADDED) return { statement, parts, limit: written + MOST_ADDED }
  }
  return null
}
