// The laws of consensus sets, over variables and over groups of literals.

import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'
import type { Random } from '../common/random-scores.js'

/** Zero penalties are not rare. */
function penalties(count: number, random: Random, score: () => number): Float64Array {
  return Float64Array.from({ length: count }, () => (random.chance(0.2) ? 0 : Math.abs(score())))
}

testKind(
  {
    label: 'consensus: variables',
    group: 'consensus',
    iterative: true,
    build(graph, n, random, score) {
      const size = 2 + random.below(3)
      const members = Math.max(1, Math.min(4, Math.floor(n / 2)))
      const [set, ...variables] = Array.from({ length: members + 1 }, () =>
        graph.categorical(new Float64Array(size)),
      )
      const isShared = random.chance(0.5)
      graph.consensus(variables, set, penalties(size * (isShared ? 1 : members), random, score))
      // Some values are impossible: members and set may differ in those that are left.
      for (const variable of [set, ...variables])
        if (size > 2 && random.chance(0.3)) graph.forbid(variable, random.below(size))
    },
  },
  {
    label: 'consensus: groups of literals',
    group: 'consensus',
    iterative: true,
    build: overLiterals((graph, literals, random, score) => {
      const size = literals.length < 6 ? 2 : 3
      if (literals.length < 2 * size) return
      const groups = Array.from({ length: Math.floor(literals.length / size) }, (_, g) =>
        literals.slice(g * size, (g + 1) * size),
      )
      const [set, ...members] = groups
      graph.consensus(members, set, penalties(size * members.length, random, score))
    }),
  },
)
