// Writes compiled factors back into a graph, so that a simplified or tightened problem can be compiled again.

import type { FactorGraph } from '../graph/graph.js'
import type { Literal } from '../graph/variable.js'
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
  group.addTo(graph, f, literals)
}
