// The laws of clauses with an output, also negated: conjunctions with an output.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

/** Paper 1, Eq. 21, corrected: z₀ ≤ Σ z_i and z₀ ≥ z_i. */
function broken(u: readonly number[]): number[] {
  const output = u[u.length - 1]
  const inputs = u.slice(0, -1)
  return [output - inputs.reduce((sum, value) => sum + value, 0), ...inputs.map((value) => value - output)]
}

testKind(
  {
    label: 'or-with-output',
    group: 'or-out',
    build: overLiterals((graph, literals) => graph.orOut(literals.slice(1), literals[0])),
    broken,
  },
  {
    label: 'and-with-output',
    group: 'or-out',
    build: overLiterals((graph, literals) => graph.andOut(literals.slice(1), literals[0])),
    broken,
  },
)
