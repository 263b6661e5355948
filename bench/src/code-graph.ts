// The factor graph of a linear code: a binary variable per bit, a parity factor per check.
import { type BinaryVariable, FactorGraph } from '@parleyjs/core'
import type { ParityChecks } from './alist.js'

/**
 * The graph with scores of 0. To decode, set the score of every bit to its log-likelihood ratio, and solve.
 */
export function codeGraph({ bits, checks }: ParityChecks): { graph: FactorGraph; bits: BinaryVariable[] } {
  const graph = new FactorGraph()
  const variables = Array.from({ length: bits }, () => graph.binary(0))
  for (const check of checks) graph.parity(Array.from(check, (b) => variables[b]))
  return { graph, bits: variables }
}
