// Writes compiled factors back into a graph, so that a simplified or tightened problem can be compiled again.

import type { FactorGraph } from '../graph/graph.js'
import { Kind } from '../graph/store.js'
import type { Literal } from '../graph/variable.js'
import { BudgetGroup } from '../kinds/budget/budget-group.js'
import { DenseGroup } from '../kinds/dense/dense-group.js'
import { KnapsackGroup } from '../kinds/knapsack/knapsack-group.js'
import { PairGroup } from '../kinds/pair/pair-group.js'
import { ParityGroup } from '../kinds/parity/parity-group.js'
import type { Problem } from '../problem/problem.js'

/**
 * Adds factor f of a compiled problem to a graph. `literal` gives the literal of each free slot of the
 * problem.
 */
export function copyFactor(
  problem: Problem,
  f: number,
  graph: FactorGraph,
  literal: (slot: number) => Literal,
): void {
  const { factorStart, linkSlot, linkNegated, fixed } = problem
  const group = problem.groups[problem.factorGroup[f]]
  const k = f - group.first
  const first = factorStart[f]
  const literals: Literal[] = []
  for (let l = first; l < factorStart[f + 1]; l++) {
    const slot = linkSlot[l]
    if (fixed[slot] === -1) literals.push(linkNegated[l] === 1 ? literal(slot).not : literal(slot))
    else {
      // Only custom factors still link known slots.
      const known = graph.binary()
      graph.fix(known, fixed[slot])
      literals.push(linkNegated[l] === 1 ? known.not : known)
    }
  }
  const n = literals.length
  if (group instanceof PairGroup) graph.pair(literals[0], literals[1], group.theta[k])
  else if (group instanceof BudgetGroup)
    graph.budget(literals, { atLeast: group.fewest[k], atMost: group.most[k] })
  else if (group instanceof KnapsackGroup) {
    const offset = first - factorStart[group.first]
    graph.knapsack(literals, group.costs.slice(offset, offset + n), group.budget[k])
  } else if (group instanceof ParityGroup) graph.parity(literals, group.target[k] === 1)
  else if (group instanceof DenseGroup) copyDense(group, k, literals, graph)
  else if (group.kind === 'xor') graph.xor(literals)
  else if (group.kind === 'at-most-one') graph.atMostOne(literals)
  else if (group.kind === 'or') graph.or(literals)
  else if (group.kind === 'or-out') graph.orOut(literals.slice(0, -1), literals[n - 1])
  else {
    const { store, customFactors } = problem.graph
    const origin = problem.origin[f]
    if (store.kind.data[origin] !== Kind.custom) throw new Error(`cannot copy a factor of kind ${group.kind}`)
    graph.add(customFactors[store.paramsOf(origin)[0]], literals)
  }
}

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
  graph.store.add(Kind.dense, graph.store.count, encoded, params)
}

function copyDense(group: DenseGroup, k: number, literals: Literal[], graph: FactorGraph): void {
  const widths = group.widths.subarray(group.widthStart[k], group.widthStart[k + 1])
  addTable(graph, literals, widths, group.table.subarray(group.tableStart[k], group.tableStart[k + 1]))
}
