// How long formulas become when definitions are written out in them. Sixty definitions that each use the one before twice
// become 2⁶⁰ parts: that is counted here, definition by definition, before any part is made.
import type { Definition, Formula, Statement } from './ast.js'
import { partsOf } from './walk.js'

/** Parts that definitions may add to what is written, over all statements; each takes about 1 kB. */
const MOST_ADDED = 200_000

/** The statement with which a program becomes too large. */
export interface Excess {
  readonly statement: Statement
  /** What it and the statements before it become when definitions are written out. */
  readonly parts: number
  readonly limit: number
}

/**
 * The first statement with which definitions add more than the limit, or null. `definitions` are those whose predicates
 * stand for their bodies, by name.
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
    // A definition that uses itself is a mistake that `resolve` finds.
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
