// Adds a table whose groups may be single literals and lists of literals at once, as solvers make them.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import { dense } from './dense.js'

/** Adds a table over groups of literals. A group of width 0 is one binary literal, as in the factor store. */
export function addTable(
  graph: FactorGraph,
  literals: readonly Literal[],
  widths: ArrayLike<number>,
  table: ArrayLike<number>,
): void {
  const encoded = literals.map((literal) => 2 * literal.slot + (literal.negated ? 1 : 0))
  const params = new Float64Array(1 + widths.length + table.length)
  params[0] = widths.length
  params.set(widths, 1)
  params.set(table, 1 + widths.length)
  graph.store.add(dense.code, graph.store.count, encoded, params)
}
