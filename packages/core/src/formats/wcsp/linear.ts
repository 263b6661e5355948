// Linear cost functions: knapsacks, sums, counts that equal a variable, overlaps.
import type { Meaning } from './cost-function.js'
import type { Term, WcspModel } from './model.js'
import type { Parameters } from './parameters.js'
import { addPenalty, addUnequal, type Penalty, type Price, penalties, priceOf } from './penalties.js'

const COMPARATORS = ['==', '=', '!=', '<', '<=', '>', '>=']
const PRICES: Readonly<Record<string, Price>> = { hard: 'once', lin: 'unit', quad: 'square', var: 'unit' }

type Weights = Penalty['weights']

const negated = (weights: Weights): Weights => weights.map(([i, value, weight]) => [i, value, 0 - weight])

function atLeast(weights: Weights, capacity: number, top: number): Penalty {
  return { weights: negated(weights), limit: 0 - capacity, price: 'once', cost: top }
}

/** Σ weight·[xᵢ = 1] ≥ capacity. */
export function knapsack(p: Parameters): Meaning {
  const capacity = p.integer()
  return penalties(
    [
      atLeast(
        p.places.map((i) => [i, 1, p.integer()] as const),
        capacity,
        p.top,
      ),
    ],
    p.top,
  )
}

/** Like `knapsack`, with a list of values and weights for each variable. */
export function knapsackByValue(p: Parameters): Meaning {
  const capacity = p.integer()
  const weights = p.places.flatMap((i) =>
    Array.from({ length: p.count(2) }, () => [i, p.integer(), p.integer()] as const),
  )
  return penalties([atLeast(weights, capacity, p.top)], p.top)
}

/** Like `knapsack`, with a list of variables, values and weights. */
export function knapsackByTriple(p: Parameters): Meaning {
  const capacity = p.integer()
  const weights = Array.from({ length: p.count(3) }, () => [p.place(), p.integer(), p.integer()] as const)
  return penalties([atLeast(weights, capacity, p.top)], p.top)
}

/** Like `knapsack`, where at most one entry holds in each list of variables and values. */
export function knapsackWithCliques(p: Parameters): Meaning {
  const capacity = p.integer()
  const list = [
    atLeast(
      p.places.map((i) => [i, 1, p.integer()] as const),
      capacity,
      p.top,
    ),
  ]
  for (let n = p.count(1); n > 0; n--) {
    const weights = Array.from({ length: p.count(2) }, () => [p.place(), p.integer(), 1] as const)
    list.push({ weights, limit: 1, price: 'once', cost: p.top })
  }
  return penalties(list, p.top)
}

/** At most one variable has one of its values. */
export function clique(p: Parameters): Meaning {
  const most = p.count()
  if (most !== 1) throw p.error(`allows ${most}, where 1 is supported`, 'unsupported')
  const weights = p.places.flatMap((i) => p.list().map((value) => [i, value, 1] as const))
  return penalties([{ weights, limit: 1, price: 'once', cost: p.top }], p.top)
}

/** Compares a sum with a number: penalties, or "not equal". */
function compared(
  weights: Weights,
  comparator: string,
  right: number,
  how: { price: Price; cost: number },
  top: number,
): Meaning {
  const above = (limit: number): Penalty => ({ weights, limit, ...how })
  const below = (limit: number): Penalty => ({ weights: negated(weights), limit: 0 - limit, ...how })
  if (comparator === '<' || comparator === '<=')
    return penalties([above(comparator === '<' ? right - 1 : right)], top)
  if (comparator === '>' || comparator === '>=')
    return penalties([below(comparator === '>' ? right + 1 : right)], top)
  if (comparator !== '!=') return penalties([above(right), below(right)], top)
  const cost = priceOf(how, 1)
  return {
    cost: (values) => {
      let sum = 0
      for (const [i, value, weight] of weights) if (values[i] === value) sum += weight
      return sum === right ? cost : 0
    },
    add: (model, scope) =>
      addUnequal(
        model,
        weights.flatMap(([i, value, weight]): Term[] => {
          const literal = model.is(scope[i], value)
          return literal === null || weight === 0 ? [] : [[literal, weight]]
        }),
        right,
        cost,
      ),
  }
}

/** Each variable counts with its value. */
function sumOf(p: Parameters, places: readonly number[], sign = 1): Weights {
  return places.flatMap((i) =>
    Array.from({ length: p.size(i) }, (_, value) => [i, value, sign * value] as const),
  )
}

export function sum(p: Parameters): Meaning {
  const how = { price: PRICES[p.word(Object.keys(PRICES))], cost: p.cost() }
  const comparator = p.word(COMPARATORS)
  return compared(sumOf(p, p.places), comparator, p.integer(), how, p.top)
}

/** The sum of all variables but the last, compared with the last. */
export function sumOfVariables(p: Parameters): Meaning {
  const how = { price: PRICES[p.word(Object.keys(PRICES))], cost: p.cost() }
  // The comparator is about the last variable: `sum < last`.
  const comparator = p.word(COMPARATORS)
  const weights = [...sumOf(p, p.places.slice(0, -1)), ...sumOf(p, p.places.slice(-1), -1)]
  return compared(weights, comparator, 0, how, p.top)
}

/** The value of the last variable is the number of other variables that have one of the values. */
export function amongVariable(p: Parameters): Meaning {
  p.word(['hard'])
  const how = { price: 'once', cost: p.cost() } as const
  const values = new Set(p.list())
  const weights = [
    ...p.places.slice(0, -1).flatMap((i) => [...values].map((value) => [i, value, 1] as const)),
    ...sumOf(p, p.places.slice(-1), -1),
  ]
  // Two penalties; at most one of them applies.
  return compared(weights, '==', 0, how, p.top)
}

/** The number of positions at which two lists have the same value other than 0. */
export function overlap(p: Parameters): Meaning {
  const how = { price: PRICES[p.word(Object.keys(PRICES))], cost: p.cost() }
  const comparator = p.word(COMPARATORS)
  const right = p.integer()
  const half = p.places.length / 2
  if (!Number.isInteger(half)) throw p.error('needs two lists of the same length')
  const places = Array.from({ length: half }, (_, i) => i)
  const count = compared(
    places.map((i) => [i, 1, 1] as const),
    comparator,
    right,
    how,
    p.top,
  )
  const same = (a: number, b: number) => Number(a === b && a !== 0)
  return {
    cost: (values) => count.cost(places.map((i) => same(values[i], values[i + half]))),
    add(model, scope) {
      const terms = places.map((i): Term => [sameValue(model, scope[i], scope[i + half], same), 1])
      const opposite = terms.map(([literal]): Term => [literal, -1])
      if (comparator === '!=') return addUnequal(model, terms, right, priceOf(how, 1))
      if (comparator !== '>' && comparator !== '>=')
        addPenalty(model, terms, { limit: comparator === '<' ? right - 1 : right, ...how })
      if (comparator !== '<' && comparator !== '<=')
        addPenalty(model, opposite, { limit: 0 - (comparator === '>' ? right + 1 : right), ...how })
    },
  }
}

/** A literal that is true if and only if two variables have the same value and it is not 0. */
function sameValue(model: WcspModel, a: number, b: number, same: (a: number, b: number) => number) {
  const flag = model.flag(0)
  const table: number[] = []
  for (let x = 0; x < model.size(a); x++)
    for (let y = 0; y < model.size(b); y++)
      for (let z = 0; z < 2; z++) table.push(same(x, y) === z ? 0 : Number.NEGATIVE_INFINITY)
  model.builder.requireRoom(table.length)
  model.graph.dense([model.variable(a), model.variable(b), flag], table)
  return flag
}
