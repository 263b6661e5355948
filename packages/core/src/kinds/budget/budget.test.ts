// The laws of limits on the number of true literals.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

function broken(u: readonly number[], [fewest, most]: Float64Array): number[] {
  const sum = u.reduce((total, value) => total + value, 0)
  return [fewest - sum, sum - most]
}

testKind(
  {
    label: 'budget: at most',
    group: 'budget',
    build: overLiterals((graph, literals, random) =>
      graph.budget(literals, random.below(literals.length + 2)),
    ),
    broken,
  },
  {
    label: 'budget: at least',
    group: 'budget',
    build: overLiterals((graph, literals, random) =>
      graph.budget(literals, { atLeast: random.below(literals.length + 1) }),
    ),
    broken,
  },
  {
    label: 'budget: between',
    group: 'budget',
    build: overLiterals((graph, literals, random) => {
      const atLeast = random.below(literals.length + 1)
      graph.budget(literals, { atLeast, atMost: atLeast + random.below(literals.length + 1 - atLeast) })
    }),
    broken,
  },
)
