// A score if both of two literals are true.
import type { Reduction } from '../../problem/reduce.js'
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { PairGroup } from './pair-group.js'

/** Parameter: θ. */
export const pair: FactorKind<'pair'> = {
  code: 4,
  name: 'pair',
  soft: true,
  forms: [
    {
      label: 'pair',
      json: {
        fields: ['literals', 'score'],
        read(graph, from, name) {
          const [a, b, ...more] = from.literals('literals')
          if (a === undefined || b === undefined || more.length > 0)
            throw from.complain('literals', 'a pair has 2 literals.')
          graph.pair(a, b, from.number('score'), name)
        },
        write: (factor) => ({ literals: factor.all(), score: factor.params[0] }),
      },
    },
  ],
  score: ({ store }, factor, _values, ones) =>
    ones === 2 ? store.params.data[store.paramStart.data[factor]] : 0,
  firstScore: (_params, from) => from,
  reduce(reduction, factor) {
    const { literals, literalStart, params, paramStart } = reduction.graph.store
    const first = literalStart.data[factor]
    const a = literals.data[first]
    const b = literals.data[first + 1]
    reducePair(reduction, factor, a, b, params.data[paramStart.data[factor]], first, first + 1)
  },
  // All pairs have degree 2; their loops branch on the sign of the score instead.
  sortKey: (store, factor) => (store.params.data[store.paramStart.data[factor]] < 0 ? 1 : 0),
  ...groupOfColumns(PairGroup, 1),
  // θ·p with p ≤ a, p ≤ b, p ≥ a + b − 1, p ≥ 0
  inequalities(rows, literals, [theta]) {
    const both = 2 * rows.columnOf(theta)
    for (const literal of literals) {
      rows.term(literal, 1)
      rows.term(both, -1)
      rows.row(0, Number.POSITIVE_INFINITY)
    }
    for (const literal of literals) rows.term(literal, 1)
    rows.term(both, -1)
    rows.row(Number.NEGATIVE_INFINITY, 1)
  },
  detail: ([theta], short) => ` ${short(theta)}`,
}

/**
 * Emits θ·a·b with negations folded into θ and the variables' scores, so that pair factors link plain slots.
 */
export function reducePair(
  reduction: Reduction,
  factor: number,
  a: number,
  b: number,
  theta: number,
  originA: number,
  originB: number,
): void {
  const knownA = reduction.known(a)
  const knownB = reduction.known(b)
  if (knownA === 0 || knownB === 0 || theta === 0) return
  if (knownA === 1 && knownB === 1) reduction.constant += theta
  else if (knownA === 1) reduction.addScore(b, theta)
  else if (knownB === 1) reduction.addScore(a, theta)
  else if (a === b) reduction.addScore(a, theta)
  else if (a !== (b ^ 1)) {
    if ((a & 1) === 1) {
      reduction.addScore(b, theta)
      reducePair(reduction, factor, a ^ 1, b, -theta, originA, originB)
    } else if ((b & 1) === 1) {
      reduction.addScore(a, theta)
      reducePair(reduction, factor, a, b ^ 1, -theta, originA, originB)
    } else reduction.append(pair, factor, [a, b], [originA, originB], [theta])
  }
}
