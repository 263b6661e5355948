// The laws of pairs. Their points are only limited by the cube.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

testKind({
  label: 'pair',
  group: 'pair',
  build: overLiterals((graph, [a, b = a], _, score) => graph.pair(a, b, score())),
})
