// Most global cost functions are sums of penalties: the excess of a weighted count of values over a limit has
// a cost. The count becomes a budget or a knapsack; a flag for each unit of excess pays for it.
import { ParleyError } from '../../error.js'
import type { Literal } from '../../graph/variable.js'
import type { Meaning } from './cost-function.js'
import type { Term, WcspModel } from './model.js'

/** Price of an excess n: constant, n, n², or 1 + 2 + … + n (pairs of equal values), times the cost. */
export type Price = 'once' | 'unit' | 'square' | 'pairs'

export interface Penalty {
  /** Weight of each counted value of the i-th variable of the scope. */
  readonly weights: readonly (readonly [i: number, value: number, weight: number])[]
  readonly limit: number
  readonly price: Price
  readonly cost: number
}

/** Maximum number of flags of one penalty that stand for a single unit each. */
const MOST_FLAGS = 64

/** A cost function that is the sum of penalties. */
export function penalties(list: readonly Penalty[], top: number): Meaning {
  return {
    cost: (values) => {
      let total = 0
      for (const penalty of list) total += priceOf(penalty, excess(penalty, values))
      return total
    },
    plain: list.every((penalty) => penalty.cost >= top),
    add: (model, scope) => {
      for (const penalty of list) addPenalty(model, termsOf(model, scope, penalty), penalty)
    },
  }
}

export function priceOf({ price, cost }: Pick<Penalty, 'price' | 'cost'>, gap: number): number {
  if (gap <= 0) return 0
  if (price === 'once') return cost
  if (price === 'unit') return cost * gap
  return price === 'square' ? cost * gap * gap : (cost * gap * (gap + 1)) / 2
}

function excess({ weights, limit }: Penalty, values: ArrayLike<number>): number {
  let sum = 0
  for (const [i, value, weight] of weights) if (values[i] === value) sum += weight
  return sum - limit
}

function termsOf(model: WcspModel, scope: readonly number[], { weights }: Penalty): Term[] {
  return weights.flatMap(([i, value, weight]): Term[] => {
    const literal = model.is(scope[i], value)
    return literal === null || weight === 0 ? [] : [[literal, weight]]
  })
}

/** The sum of the terms is at most `limit`; an excess has a cost. */
export function addPenalty(
  model: WcspModel,
  terms: readonly Term[],
  { limit, price, cost }: Pick<Penalty, 'limit' | 'price' | 'cost'>,
): void {
  if (cost === 0) return
  let most = 0
  const variables = new Map<number, number>()
  for (const [{ slot }, weight] of terms)
    variables.set(slot, Math.max(0, (variables.get(slot) ?? 0) + weight))
  for (const weight of variables.values()) most += weight
  if (most <= limit) return
  const flags: Term[] = []
  const gap = most - limit
  if (price === 'once') {
    if (cost < model.top) flags.push([model.flag(cost), 0 - gap])
  } else if (price === 'unit' && gap > MOST_FLAGS) {
    // Flags for powers of two, up to the largest excess that is not forbidden.
    for (let unit = 1; unit <= gap && unit * cost < model.top; unit *= 2)
      flags.push([model.flag(unit * cost), 0 - unit])
  } else {
    if (gap > 2 ** 16)
      throw new ParleyError('too-large', `A cost that grows over ${gap} steps is not supported.`)
    let paid = 0
    for (let k = 1; k <= gap; k++) {
      const next = priceOf({ price, cost }, k)
      if (next >= model.top) break
      flags.push([model.flag(next - paid), -1])
      paid = next
    }
  }
  model.atMost([...terms, ...flags], limit)
}

/** The sum of the terms is not `limit`; that sum has a cost. */
export function addUnequal(model: WcspModel, terms: readonly Term[], limit: number, cost: number): void {
  let least = 0
  let most = 0
  for (const [, weight] of terms)
    if (weight > 0) most += weight
    else least += weight
  const span = most - least + 2
  const pays: Literal | null = cost < model.top ? model.flag(cost) : null
  const above = model.flag(0)
  const way: Term[] = pays === null ? [] : [[pays, 0 - span]]
  // The flag `above` selects sum ≥ limit + 1; without it, sum ≤ limit − 1.
  model.atMost([...terms, [above, 0 - span], ...way], limit - 1)
  const opposite = terms.map(([literal, weight]): Term => [literal, 0 - weight])
  model.atMost([...opposite, [above.not, 0 - span], ...way], 0 - limit - 1)
}
