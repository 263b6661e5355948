// Cost functions that count values: different values, bounds on how often a value occurs, permutations,
// diversity.
import type { Meaning } from './cost-function.js'
import type { Parameters } from './parameters.js'
import { type Penalty, type Price, penalties } from './penalties.js'

type Bounds = readonly (readonly [value: number, least: number, most: number])[]

/** Price of a gap for each keyword of the file. */
const PRICES: Readonly<Record<string, Price>> = { hard: 'once', lin: 'unit', quad: 'square', var: 'unit' }

/** Reads `hard|lin|quad|var cost`. */
function priced(p: Parameters): { price: Price; cost: number } {
  const word = p.word(Object.keys(PRICES))
  return { price: PRICES[word], cost: p.cost() }
}

/** The number of variables at `places` that have one of the values lies between two limits. */
function between(
  places: readonly number[],
  values: readonly number[],
  least: number,
  most: number,
  how: { price: Price; cost: number },
): Penalty[] {
  const different = [...new Set(values)]
  const all = (weight: number) => places.flatMap((i) => different.map((value) => [i, value, weight] as const))
  return [
    { weights: all(1), limit: most, ...how },
    { weights: all(-1), limit: 0 - least, ...how },
  ]
}

export function among(p: Parameters, boundsFirst: boolean): Meaning {
  const how = priced(p)
  const before = boundsFirst ? [p.count(), p.count()] : []
  const values = p.list()
  const [least, most] = boundsFirst ? before : [p.count(), p.count()]
  return penalties(between(p.places, values, least, most, how), p.top)
}

/** No value occurs twice, except the exempted values. */
function different(
  p: Parameters,
  how: { price: Price; cost: number },
  excepted: readonly number[] = [],
): Meaning {
  // A value that is in the domain of only one variable cannot occur twice.
  const sizes = p.places.map((i) => p.size(i)).sort((a, b) => b - a)
  const values = Array.from({ length: sizes[1] ?? 0 }, (_, value) => value)
  const list = values.filter((value) => !excepted.includes(value))
  return penalties(
    list.flatMap((value) => between(p.places, [value], 0, 1, how).slice(0, 1)),
    p.top,
  )
}

export function allDifferent(p: Parameters): Meaning {
  const excepted = p.list()
  p.noDeltas()
  return different(p, { price: 'once', cost: p.top }, excepted)
}

/** `var`: how many variables must change; `dec`: how many pairs are equal. */
export function softAllDifferent(p: Parameters): Meaning {
  const word = p.word(['var', 'dec', 'decbi', 'hard', 'lin', 'quad'])
  return different(p, { price: word.startsWith('dec') ? 'pairs' : PRICES[word], cost: p.cost() })
}

function boundsOf(p: Parameters): [number, number, number][] {
  return Array.from({ length: p.count(3) }, () => [p.integer(), p.count(), p.count()])
}

function cardinality(p: Parameters, bounds: Bounds, how: { price: Price; cost: number }): Penalty[] {
  return bounds.flatMap(([value, least, most]) => between(p.places, [value], least, most, how))
}

export function globalCardinality(p: Parameters): Meaning {
  const bounds = boundsOf(p)
  p.noDeltas()
  return penalties(cardinality(p, bounds, { price: 'once', cost: p.top }), p.top)
}

/** Reads `hard|lin|quad|var cost`, then bounds; each value is penalised separately. */
export function cardinalityByValue(p: Parameters): Meaning {
  const how = priced(p)
  return penalties(cardinality(p, boundsOf(p), how), p.top)
}

/** `var`: the larger of all shortages and all excesses; `dec`: their sum; `wdec`: their weighted sum. */
export function softCardinality(p: Parameters): Meaning {
  const word = p.word(['var', 'dec', 'wdec'])
  const cost = p.cost()
  const bounds: [number, number, number][] = []
  const list: Penalty[] = []
  for (let n = p.count(word === 'wdec' ? 5 : 3); n > 0; n--) {
    const bound: [number, number, number] = [p.integer(), p.count(), p.count()]
    bounds.push(bound)
    const [short, long] = word === 'wdec' ? [p.cost(), p.cost()] : [cost, cost]
    const [above, below] = between(p.places, [bound[0]], bound[1], bound[2], { price: 'unit', cost }) as [
      Penalty,
      Penalty,
    ]
    list.push({ ...above, cost: long }, { ...below, cost: short })
  }
  // If any violation is forbidden, the way to count it does not matter.
  if (word !== 'var' || cost >= p.top) return penalties(list, p.top)
  // If the bounds contradict each other, no change of variables satisfies them.
  const watched = new Set(bounds.map(([value]) => value))
  const least = bounds.reduce((sum, [, low]) => sum + low, 0)
  const most = bounds.reduce((sum, [, , high]) => sum + high, 0)
  const isFree = p.valuesOf(p.places).some((value) => !watched.has(value))
  if (least > p.places.length || (!isFree && most < p.places.length)) return { cost: () => p.top }
  return {
    cost: (values) => {
      let short = 0
      let long = 0
      for (const [value, least, most] of bounds) {
        let count = 0
        for (let i = 0; i < values.length; i++) if (values[i] === value) count++
        short += Math.max(0, least - count)
        long += Math.max(0, count - most)
      }
      return cost * Math.max(short, long)
    },
  }
}

/** Penalties for values that occur more often on the left than on the right, in one or both directions. */
function balance(
  p: Parameters,
  left: readonly number[],
  right: readonly number[],
  ways: readonly number[],
  how: { price: Price; cost: number },
): Penalty[] {
  return p.valuesOf(p.places).flatMap((value) =>
    ways.map((way) => ({
      weights: [
        ...left.map((i) => [i, value, way] as const),
        ...right.map((i) => [i, value, 0 - way] as const),
      ],
      limit: 0,
      ...how,
    })),
  )
}

function halves(p: Parameters): [number[], number[]] {
  const half = p.places.length / 2
  if (!Number.isInteger(half)) throw p.error('needs two lists of the same length')
  return [p.places.slice(0, half), p.places.slice(half)]
}

export function softSame(p: Parameters): Meaning {
  const cost = p.cost()
  const sizes = [p.count(1), p.count(1)]
  if (sizes[0] !== sizes[1]) throw p.error(`has lists of ${sizes[0]} and ${sizes[1]} variables`)
  const lists = sizes.map((size) => Array.from({ length: size }, () => p.place()))
  // In lists of the same length, the excess of one side equals the excess of the other.
  return penalties(balance(p, lists[0], lists[1], [1], { price: 'unit', cost }), p.top)
}

export function same(p: Parameters): Meaning {
  const how = priced(p)
  return penalties(balance(p, ...halves(p), [1, -1], how), p.top)
}

export function sameWithCardinality(p: Parameters): Meaning {
  const how = priced(p)
  const bounds = boundsOf(p)
  const sides = halves(p)
  const list = sides.flatMap((side) =>
    bounds.flatMap(([value, least, most]) => between(side, [value], least, most, how)),
  )
  return penalties([...balance(p, ...sides, [1, -1], how), ...list], p.top)
}

/** At least a given number of variables differ from the given values. */
export function diverse(p: Parameters): Meaning {
  const distance = p.count()
  const weights = p.places.map((i) => [i, p.integer(), 1] as const)
  const limit = p.places.length - distance
  return penalties([{ weights, limit, price: 'once', cost: p.top }], p.top)
}
