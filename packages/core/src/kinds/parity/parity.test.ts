// The laws of parities.
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'

const broken = (u: readonly number[], [odd]: Float64Array) => [worstOddSet(u, odd)]

testKind(
  {
    label: 'parity: even',
    group: 'parity',
    build: overLiterals((graph, literals) => graph.parity(literals)),
    broken,
  },
  {
    label: 'parity: odd',
    group: 'parity',
    build: overLiterals((graph, literals) => graph.parity(literals, true)),
    broken,
  },
)

/**
 * Jeroslow (1975): every corner V of the wrong parity is at a distance of at least 1, Σ_{V} (1 − u) + Σ_{∉V}
 * u ≥ 1.
 */
function worstOddSet(u: readonly number[], target: number): number {
  let worst = Number.NEGATIVE_INFINITY
  for (let bits = 0; bits < 1 << u.length; bits++) {
    let distance = 0
    let parity = 0
    for (let i = 0; i < u.length; i++) {
      const on = (bits >> i) & 1
      parity ^= on
      distance += on === 1 ? 1 - u[i] : u[i]
    }
    if (parity !== target) worst = Math.max(worst, 1 - distance)
  }
  return worst
}
