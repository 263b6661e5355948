// The laws of clauses.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

const broken = (u: readonly number[]) => [1 - u.reduce((sum, value) => sum + value, 0)]

testKind(
  { label: 'or', group: 'or', build: overLiterals((graph, literals) => graph.or(literals)), broken },
  {
    label: 'implication',
    group: 'or',
    build: overLiterals((graph, literals) => graph.implies(literals.slice(1), literals[0])),
    broken,
  },
)
