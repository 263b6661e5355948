// The laws of factors of which at most one literal is true.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

testKind({
  label: 'at-most-one',
  group: 'at-most-one',
  build: overLiterals((graph, literals) => graph.atMostOne(literals)),
  broken: (u) => [u.reduce((sum, value) => sum + value, -1)],
})
