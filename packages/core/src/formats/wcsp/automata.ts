// Regular cost functions: the values of the scope form a word, whose cost is that of the cheapest run of an
// automaton over it. Without a table, the states before, between and after the variables become variables,
// with the states that can occur there as values.
import type { Variable } from '../../graph/variable.js'
import type { Meaning } from './cost-function.js'
import type { WcspModel } from './model.js'
import type { Parameters } from './parameters.js'

interface Automaton {
  readonly initial: ReadonlyMap<number, number>
  readonly final: ReadonlyMap<number, number>
  /**
   * Cost of each transition between two states, by value. Only pairs of states with a transition are listed.
   */
  readonly steps: readonly { from: number; to: number; cost(value: number): number }[]
}

function cheapest(map: Map<number, number>, state: number, cost: number): void {
  map.set(state, Math.min(map.get(state) ?? Number.POSITIVE_INFINITY, cost))
}

/** Reads a state of an automaton with `count` states. */
function state(p: Parameters, count: number): number {
  const state = p.count()
  if (state >= count) throw p.error(`has a state ${state}, but declares ${count} states, from 0`)
  return state
}

function states(p: Parameters, count: number, weighted: boolean): Map<number, number> {
  const map = new Map<number, number>()
  for (let n = p.count(1); n > 0; n--) cheapest(map, state(p, count), weighted ? p.cost() : 0)
  return map
}

/** Every transition has a cost, and so have the initial and the final states. */
export function weightedRegular(p: Parameters): Meaning {
  const count = p.count()
  const initial = states(p, count, true)
  const final = states(p, count, true)
  return runs({ initial, final, steps: transitions(p, count, true, Number.POSITIVE_INFINITY) })
}

/** The cost is proportional to the number of values that must change to make the word one of the language. */
export function softRegular(p: Parameters): Meaning {
  p.word(['var'])
  const cost = p.cost()
  const count = p.count()
  const initial = states(p, count, false)
  const final = states(p, count, false)
  return runs({
    initial,
    final,
    steps: transitions(p, count, false, cost >= p.top ? Number.POSITIVE_INFINITY : cost),
  })
}

/**
 * Merges transitions between the same states into one step; `other` is the cost of values that none of them
 * names.
 */
function transitions(p: Parameters, count: number, weighted: boolean, other: number): Automaton['steps'] {
  const costs = new Map<string, { from: number; to: number; values: Map<number, number> }>()
  for (let n = p.count(3); n > 0; n--) {
    const from = state(p, count)
    const value = p.integer()
    const to = state(p, count)
    const key = `${from} ${to}`
    const step = costs.get(key) ?? { from, to, values: new Map<number, number>() }
    costs.set(key, step)
    cheapest(step.values, value, weighted ? p.cost() : 0)
  }
  return [...costs.values()].map(({ from, to, values }) => ({
    from,
    to,
    cost: (value) => values.get(value) ?? other,
  }))
}

function runs(automaton: Automaton): Meaning {
  return {
    cost: (values) => {
      let at = new Map(automaton.initial)
      for (let i = 0; i < values.length; i++) {
        const next = new Map<number, number>()
        for (const { from, to, cost } of automaton.steps)
          if (at.has(from)) cheapest(next, to, at.get(from)! + cost(values[i]))
        at = next
      }
      let best = Number.POSITIVE_INFINITY
      for (const [state, cost] of automaton.final) best = Math.min(best, (at.get(state) ?? best) + cost)
      return best
    },
    add: (model, scope) => addRuns(model, scope, automaton),
  }
}

function addRuns(model: WcspModel, scope: readonly number[], { initial, final, steps }: Automaton): void {
  const reached: number[][] = [[...initial.keys()]]
  for (let i = 0; i < scope.length; i++) {
    const before = new Set(reached[i])
    reached.push([...new Set(steps.filter(({ from }) => before.has(from)).map(({ to }) => to))])
  }
  // No word has a run: some variable has no possible state.
  if (reached.some((list) => list.length === 0)) {
    model.atMost([], -1)
    return
  }
  let left = model.state(reached[0].length)
  addUnary(
    model,
    left,
    reached[0].map((state) => initial.get(state)!),
  )
  scope.forEach((index, i) => {
    const right = model.state(reached[i + 1].length)
    addStep(model, [left, model.variable(index), right], reached[i], reached[i + 1], steps)
    left = right
  })
  addUnary(
    model,
    left,
    reached.at(-1)!.map((state) => final.get(state) ?? Number.POSITIVE_INFINITY),
  )
}

function addUnary(model: WcspModel, variable: Variable, costs: readonly number[]): void {
  addDense(model, [variable], Float64Array.from(costs))
}

function addStep(
  model: WcspModel,
  variables: readonly [Variable, Variable, Variable],
  from: readonly number[],
  to: readonly number[],
  steps: Automaton['steps'],
): void {
  const size = variables[1].size
  const room = from.length * size * to.length
  model.builder.requireRoom(room)
  const costs = new Float64Array(room).fill(Number.POSITIVE_INFINITY)
  for (const step of steps) {
    const [a, b] = [from.indexOf(step.from), to.indexOf(step.to)]
    if (a < 0 || b < 0) continue
    for (let v = 0; v < size; v++) costs[(a * size + v) * to.length + b] = step.cost(v)
  }
  addDense(model, variables, costs)
}

function addDense(model: WcspModel, variables: readonly Variable[], costs: Float64Array): void {
  const scores = costs.map((cost) => (cost >= model.top ? Number.NEGATIVE_INFINITY : 0 - cost))
  model.mostCost += costs.reduce((most, cost) => (cost < model.top ? Math.max(most, cost) : most), 0)
  model.graph.dense(variables, scores)
}
