// The option `tighten` closes the gap of a relaxation that is not tight, in every solver that has it.
import { expect, test } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { verify } from '../verify/verify.js'
import { ad3 } from './ad3/ad3.js'
import { mplp } from './mplp/mplp.js'

/** Three variables of which any two should differ: the relaxation puts all at ½. */
function frustrated(): FactorGraph {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
  graph.pair(a, b, -2)
  graph.pair(b, c, -2)
  graph.pair(a, c, -2)
  return graph
}

test.each([
  ['ad3', ad3],
  ['mplp', mplp],
] as const)('%s proves a frustrated cycle when it may tighten the relaxation', (_, solver) => {
  const loose = solver(frustrated())
  expect(loose.bound).toBeCloseTo(1.5, 5)
  const tight = solver(frustrated(), { tighten: true })
  expect(tight.status).toBe('optimal')
  expect(tight.bound).toBeCloseTo(1, 5)
  expect(verify(frustrated(), tight)).toMatchObject({ ok: true })
})
