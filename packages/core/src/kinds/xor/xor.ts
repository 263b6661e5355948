// Exactly one literal is true.
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, fillFree, overLiterals, reduceUnlessTrue } from '../common/logic.js'
import { XorGroup } from './xor-group.js'

export const xor: FactorKind<'xor'> = {
  code: 0,
  name: 'xor',
  forms: [overLiterals('xor', 'xor')],
  score: (_graph, _factor, _values, ones) => allowed(ones === 1),
  propagate(state, n, _params, ones, free) {
    if (ones > 1 || ones + free === 0) return false
    if (ones === 1) fillFree(state, n, 0)
    else if (free === 1) fillFree(state, n, 1)
    return true
  },
  reduce: (reduction, factor) => reduceUnlessTrue(xor, reduction, factor),
  ...groupOfColumns(XorGroup),
  inequalities: (rows, literals) => rows.sum(literals, 1, 1),
}
