// The laws of tables over literals, groups of literals and variables of both kinds.
import { forbidSome, overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'
import type { Literal } from '../../graph/variable.js'

testKind(
  {
    label: 'dense: binary',
    group: 'dense',
    iterative: true,
    build: overLiterals((graph, literals, random, score) => {
      const used = literals.slice(0, 8)
      graph.dense(used, forbidSome(random, Float64Array.from({ length: 2 ** used.length }, score)))
    }),
  },
  {
    label: 'dense: groups of literals',
    group: 'dense',
    iterative: true,
    build: overLiterals((graph, literals, random, score) => {
      const groups: Literal[][] = []
      let size = 1
      for (let i = 0; i < literals.length && size < 200; ) {
        const width = Math.min(literals.length - i, 1 + random.below(4))
        groups.push(literals.slice(i, i + width))
        i += width
        size *= width
      }
      graph.denseOverGroups(groups, forbidSome(random, Float64Array.from({ length: size }, score)))
    }),
  },
  {
    label: 'dense: binary and categorical',
    group: 'dense',
    iterative: true,
    build(graph, n, random, score) {
      const variables = []
      let size = 1
      for (let i = 0; i < n && size < 128; i++) {
        const categorical = random.chance(0.6)
        const variable = categorical
          ? graph.categorical(new Float64Array(2 + random.below(4)))
          : graph.binary()
        size *= variable.size
        variables.push(variable.kind === 'binary' && random.chance(0.5) ? variable.not : variable)
      }
      graph.dense(variables, forbidSome(random, Float64Array.from({ length: size }, score)))
    },
  },
)
