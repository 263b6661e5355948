// The number of true literals is even, or odd.
import { ParleyError } from '../../error.js'
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, fillFree } from '../common/logic.js'
import { ParityGroup } from './parity-group.js'

/** Most literals in a linear program, which has 2ⁿ⁻¹ rows. */
const LARGEST = 12

/** Parameter: 0 for an even number of true literals, 1 for an odd one. */
export const parity: FactorKind<'parity'> = {
  code: 7,
  name: 'parity',
  forms: [
    {
      label: 'parity',
      json: {
        fields: ['literals', 'odd'],
        read: (graph, from, name) =>
          graph.parity(from.literals('literals'), from.has('odd') && from.flag('odd'), name),
        write: (factor) => ({ literals: factor.all(), odd: factor.params[0] === 1 }),
      },
    },
  ],
  score: ({ store }, factor, _values, ones) =>
    allowed((ones & 1) === store.params.data[store.paramStart.data[factor]]),
  propagate(state, n, [odd], ones, free) {
    const wrong = (ones & 1) !== odd
    if (free === 0) return !wrong
    if (free === 1) fillFree(state, n, wrong ? 1 : 0)
    return true
  },
  reduce(reduction, factor) {
    const ones = reduction.collectFree(factor)
    const { literals, origins } = reduction
    const odd = reduction.graph.store.paramsOf(factor)[0]
    if (literals.length > 0) reduction.emit(parity, factor, literals, origins, [(odd + ones) & 1])
  },
  ...groupOfColumns(ParityGroup, 1),
  // One row per configuration of the wrong parity cuts it off: Σ over its ones − Σ over its zeros ≤ ones − 1.
  inequalities(rows, literals, [odd], describe) {
    if (literals.length > LARGEST)
      throw new ParleyError(
        'too-large',
        `${describe()} is a parity factor of ${literals.length} literals, which takes ` +
          `${2 ** (literals.length - 1)} rows; at most ${LARGEST} literals are supported.`,
        { factor: describe() },
      )
    for (let ones = 0; ones < 1 << literals.length; ones++) {
      let count = 0
      for (let i = 0; i < literals.length; i++) count += (ones >> i) & 1
      if ((count & 1) === odd) continue
      for (let i = 0; i < literals.length; i++) rows.term(literals[i], (ones >> i) & 1 ? 1 : -1)
      rows.row(Number.NEGATIVE_INFINITY, count - 1)
    }
  },
  detail: ([odd]) => (odd === 1 ? ' odd' : ' even'),
}
