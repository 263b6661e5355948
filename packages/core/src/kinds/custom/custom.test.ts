// The laws of custom factors with a `maximize` alone.
import { overLiterals, randomFactor } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

testKind({
  label: 'custom',
  group: 'custom',
  iterative: true,
  build: overLiterals((graph, literals, random, score) =>
    graph.add(randomFactor(literals.length, random, score), literals),
  ),
})
