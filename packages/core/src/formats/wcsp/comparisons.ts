// Comparisons of two variables x and y, and two functions that are best tabulated: maxima and spanning trees.
import type { Meaning } from './cost-function.js'
import type { Parameters } from './parameters.js'

/** Cost of x ≥ y + least if x is too small by `gap`: the gap, forbidden above `delta`. */
function missing(gap: number, delta: number): number {
  return gap > delta ? Number.POSITIVE_INFINITY : Math.max(0, gap)
}

/** Compares x and y, after reading `cst delta`. */
export function comparison(p: Parameters, comparator: '>=' | '>' | '<=' | '<' | '='): Meaning {
  const cst = p.integer()
  const delta = p.integer()
  const strict = comparator === '<' || comparator === '>' ? 1 : 0
  return {
    cost: ({ 0: x, 1: y }) => {
      const above = missing(y + cst + strict - x, delta)
      const below = missing(x - cst + strict - y, delta)
      if (comparator === '=') return above + below
      return comparator === '>' || comparator === '>=' ? above : below
    },
  }
}

/** x ≥ y + csty or y ≥ x + cstx. */
export function disjunction(p: Parameters): Meaning {
  const cstx = p.integer()
  const csty = p.integer()
  const penalty = p.cost()
  return { cost: ({ 0: x, 1: y }) => (x >= y + csty || y >= x + cstx ? 0 : penalty) }
}

/** Like `disj`, unless a variable has its last value, which has a cost. */
export function specialDisjunction(p: Parameters): Meaning {
  const cstx = p.integer()
  const csty = p.integer()
  const lastX = p.integer()
  const lastY = p.integer()
  const costX = p.cost()
  const costY = p.cost()
  return {
    cost: ({ 0: x, 1: y }) => {
      const apart = x === lastX || y === lastY || x >= y + csty || y >= x + cstx
      if (x > lastX || y > lastY || !apart) return Number.POSITIVE_INFINITY
      return (x === lastX ? costX : 0) + (y === lastY ? costY : 0)
    },
  }
}

/** The largest of the costs of the variables' values. */
export function maximum(p: Parameters): Meaning {
  const other = p.cost()
  const costs = new Map<string, number>()
  for (let n = p.count(3); n > 0; n--) costs.set(`${p.place()} ${p.integer()}`, p.cost())
  const costOf = (i: number, value: number) => costs.get(`${i} ${value}`) ?? other
  return {
    cost: (values) => {
      let most = 0
      for (let i = 0; i < values.length; i++) most = Math.max(most, costOf(i, values[i]))
      return most
    },
    add(model, scope) {
      // A flag for each level of cost; its cost is the difference to the level below.
      const levels = new Set<number>()
      for (const i of p.places) for (let v = 0; v < p.size(i); v++) levels.add(costOf(i, v))
      let below = 0
      let before = null
      for (const level of [...levels].filter((cost) => cost > 0).sort((a, b) => a - b)) {
        const literals = p.places.flatMap((i) =>
          Array.from({ length: p.size(i) }, (_, v) => v)
            .filter((v) => costOf(i, v) === level)
            .map((v) => model.is(scope[i], v)!),
        )
        if (level >= model.top) {
          for (const literal of literals) model.atMost([[literal, 1]], 0)
          continue
        }
        const flag = model.flag(level - below)
        for (const literal of literals) model.graph.implies([literal], flag)
        if (before !== null) model.graph.implies([flag], before)
        below = level
        before = flag
      }
    },
  }
}

/** The value of each variable is the position of its parent; the root is its own parent. */
export function spanningTree(p: Parameters): Meaning {
  return {
    cost: (values) => {
      let roots = 0
      for (let i = 0; i < values.length; i++) {
        if (values[i] === i) roots++
        let at = i
        for (let steps = 0; values[at] !== at; steps++) {
          at = values[at]
          if (steps > values.length || at >= values.length) return p.top
        }
      }
      return roots === 1 ? 0 : p.top
    },
  }
}
