// Seeded random Ising grids: binary variables on a square, a pair factor on every edge.
import { type BinaryVariable, FactorGraph } from '@parleyjs/core'
import { seeded } from './random.js'

/**
 * A grid of side² variables with couplings uniform in ±`coupling`, as in paper 2, section 1.7: each edge adds
 * θ for equal ends, written as a pair score of 4θ and −2θ at both ends. Attractive grids have no negative
 * couplings, as in image denoising; their relaxation is tight.
 */
export function isingGrid(side: number, coupling: number, seed: number, attractive = false): FactorGraph {
  const random = seeded(seed)
  const graph = new FactorGraph()
  const field = new Float64Array(side * side)
  const edge = new Float64Array(2 * side * side)
  for (let i = 0; i < field.length; i++) field[i] = 2 * random.uniform() - 1
  // Edge 2·i joins i to its right neighbour, 2·i + 1 to the one below.
  for (let i = 0; i < field.length; i++) {
    for (const [e, other] of [
      [2 * i, (i + 1) % side === 0 ? -1 : i + 1],
      [2 * i + 1, i + side < field.length ? i + side : -1],
    ] as const) {
      const theta = other < 0 ? 0 : coupling * (attractive ? random.uniform() : 2 * random.uniform() - 1)
      edge[e] = theta
      field[i] -= 2 * theta
      if (other >= 0) field[other] -= 2 * theta
    }
  }
  const variables: BinaryVariable[] = []
  for (let i = 0; i < field.length; i++) variables.push(graph.binary(field[i]))
  for (let i = 0; i < field.length; i++) {
    if ((i + 1) % side !== 0) graph.pair(variables[i], variables[i + 1], 4 * edge[2 * i])
    if (i + side < field.length) graph.pair(variables[i], variables[i + side], 4 * edge[2 * i + 1])
  }
  return graph
}
