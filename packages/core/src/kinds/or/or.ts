// At least one literal is true.
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, fillFree, overLiterals, reduceUnlessTrue } from '../common/logic.js'
import { OrGroup } from './or-group.js'

export const or: FactorKind<'or'> = {
  code: 2,
  name: 'or',
  forms: [overLiterals('or', 'or')],
  score: (_graph, _factor, _values, ones) => allowed(ones >= 1),
  propagate(state, n, _params, ones, free) {
    if (ones > 0) return true
    if (free === 1) fillFree(state, n, 1)
    return free > 0
  },
  reduce: (reduction, factor) => reduceUnlessTrue(or, reduction, factor),
  ...groupOfColumns(OrGroup),
  inequalities: (rows, literals) => rows.sum(literals, 1, Number.POSITIVE_INFINITY),
}
