// At most one literal is true.
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, fillFree, overLiterals, reduceUnlessTrue } from '../common/logic.js'
import { AtMostOneGroup } from './at-most-one-group.js'

export const atMostOne: FactorKind<'at-most-one'> = {
  code: 1,
  name: 'at-most-one',
  forms: [overLiterals('at-most-one', 'atMostOne')],
  score: (_graph, _factor, _values, ones) => allowed(ones <= 1),
  propagate(state, n, _params, ones) {
    if (ones === 1) fillFree(state, n, 0)
    return ones <= 1
  },
  reduce: (reduction, factor) => reduceUnlessTrue(atMostOne, reduction, factor, 2),
  ...groupOfColumns(AtMostOneGroup),
  inequalities: (rows, literals) => rows.sum(literals, Number.NEGATIVE_INFINITY, 1),
}
