// The costs of the true literals add up to at most a budget.
import { sumSlack } from '../../numeric/sum-slack.js'
import type { FactorKind } from '../common/kind.js'
import { allowed, isTrue } from '../common/logic.js'
import { KnapsackGroup } from './knapsack-group.js'

/** Parameters: the budget, then the cost of each literal. */
export const knapsack: FactorKind<'knapsack'> = {
  code: 6,
  name: 'knapsack',
  forms: [
    {
      label: 'knapsack',
      json: {
        fields: ['literals', 'costs', 'budget'],
        read: (graph, from, name) =>
          graph.knapsack(from.literals('literals'), from.numbers('costs'), from.number('budget'), name),
        write: (factor) => ({
          literals: factor.all(),
          costs: Array.from(factor.params.subarray(1)),
          budget: factor.params[0],
        }),
      },
    },
  ],
  score({ store }, factor, values) {
    const params = store.paramsOf(factor)
    const literals = store.literals.data
    const from = store.literalStart.data[factor]
    let used = 0
    for (let i = 1; i < params.length; i++) if (isTrue(literals[from + i - 1], values)) used += params[i]
    return allowed(used <= params[0] + sumSlack(params))
  },
  propagate(state, n, params) {
    let least = 0
    for (let i = 0; i < n; i++) {
      const cost = params[1 + i]
      if (state[i] === 1 || (state[i] === -1 && cost < 0)) least += cost
    }
    const limit = params[0] + sumSlack(params)
    if (least > limit) return false
    for (let i = 0; i < n; i++) {
      if (state[i] !== -1) continue
      if (least + Math.abs(params[1 + i]) > limit) state[i] = params[1 + i] > 0 ? 0 : 1
    }
    return true
  },
  impliesAlone: () => true,
  reduce(reduction, factor) {
    reduction.collectFree(factor)
    const { literals, origins, graph } = reduction
    if (literals.length === 0) return
    const params = graph.store.paramsOf(factor)
    const first = graph.store.literalStart.data[factor]
    const end = graph.store.literalStart.data[factor + 1]
    const reduced = [params[0] + sumSlack(params)]
    let greatest = 0
    for (let k = first; k < end; k++)
      if (reduction.known(graph.store.literals.data[k]) === 1) reduced[0] -= params[1 + k - first]
    for (const k of origins) {
      reduced.push(params[1 + k - first])
      greatest += Math.max(0, params[1 + k - first])
    }
    if (greatest > reduced[0]) reduction.emit(knapsack, factor, literals, origins, reduced)
  },
  makeGroup(source) {
    const { links, first, count, room } = source
    const start = links.factorStart[first]
    const costs = room.floats(links.factorStart[first + count] - start)
    for (let k = 0; k < count; k++)
      costs.set(source.paramsOf(k).subarray(1), links.factorStart[first + k] - start)
    return new KnapsackGroup(links, first, count, source.column(0), costs)
  },
  groupFromParts: (links, first, count, [budgets, costs]) =>
    new KnapsackGroup(links, first, count, budgets as Float64Array, costs as Float64Array),
  inequalities(rows, literals, params) {
    for (let i = 0; i < literals.length; i++) rows.term(literals[i], params[1 + i])
    rows.row(Number.NEGATIVE_INFINITY, params[0])
  },
  detail: ([limit], short) => ` ≤ ${short(limit)}`,
}
