// The number of true literals lies between two limits.
import { groupOfColumns } from '../common/columns.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, fillFree } from '../common/logic.js'
import { BudgetGroup } from './budget-group.js'

/** Parameters: the fewest and the most true literals. */
export const budget: FactorKind<'budget'> = {
  code: 5,
  name: 'budget',
  forms: [
    {
      label: 'budget',
      json: {
        fields: ['literals', 'atLeast', 'atMost'],
        read(graph, from, name) {
          const range = {
            ...(from.has('atLeast') && { atLeast: from.number('atLeast') }),
            ...(from.has('atMost') && { atMost: from.number('atMost') }),
          }
          if (!from.has('atLeast') && !from.has('atMost'))
            throw from.complain('atMost', 'a budget needs "atMost", "atLeast" or both.')
          graph.budget(from.literals('literals'), range, name)
        },
        write: (factor) => ({
          literals: factor.all(),
          atLeast: factor.params[0],
          atMost: factor.params[1],
        }),
      },
    },
  ],
  score({ store }, factor, _values, ones) {
    const { data } = store.params
    const from = store.paramStart.data[factor]
    return allowed(ones >= data[from] && ones <= data[from + 1])
  },
  propagate(state, n, [fewest, most], ones, free) {
    if (ones > most || ones + free < fewest || fewest > most) return false
    if (ones === most) fillFree(state, n, 0)
    else if (ones + free === fewest) fillFree(state, n, 1)
    return true
  },
  impliesAlone: () => true,
  reduce(reduction, factor) {
    const ones = reduction.collectFree(factor)
    const { literals, origins } = reduction
    const n = literals.length
    if (n === 0) return
    const params = reduction.graph.store.paramsOf(factor)
    const fewest = Math.max(0, params[0] - ones)
    const most = Math.min(n, params[1] - ones)
    if (fewest > 0 || most < n) reduction.emit(budget, factor, literals, origins, [fewest, most])
  },
  ...groupOfColumns(BudgetGroup, 2),
  inequalities: (rows, literals, [fewest, most]) => rows.sum(literals, fewest, most),
  detail: ([fewest, most]) => ` ${fewest}..${most}`,
}
