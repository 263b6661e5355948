// The laws of factors of which exactly one literal is true.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

const broken = (u: readonly number[]) => [Math.abs(u.reduce((sum, value) => sum + value, -1))]

testKind(
  { label: 'xor', group: 'xor', build: overLiterals((graph, literals) => graph.xor(literals)), broken },
  {
    label: 'xor-with-output',
    group: 'xor',
    build: overLiterals((graph, literals) => graph.xorOut(literals.slice(1), literals[0])),
    broken,
  },
)
