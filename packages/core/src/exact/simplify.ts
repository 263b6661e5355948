// Makes an equivalent, smaller problem: removes dead values, maximises out variables with few neighbours, and
// cuts the rest into its connected parts. It is deterministic, so that a proof can repeat it.
import { FactorGraph } from '../graph/graph.js'
import type { Literal, Variable } from '../graph/variable.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import { compileSteps, type Problem } from '../problem/problem.js'
import { deadEnds } from './dead-ends.js'
import { Network } from './network.js'
import { copyFactor } from './rebuild.js'

const NEVER = Number.NEGATIVE_INFINITY
/** A variable with at most this many neighbours is maximised out. */
const NEIGHBOURS = 2
/** Most additions for maximising out one variable. */
const LARGEST = 1 << 12

/** A connected part, as a graph of its own. */
export interface Part {
  graph: FactorGraph
  /** The unit behind each variable; −1 for variables of known value. */
  unitOf: number[]
}

export interface Simplified {
  /**
   * The part of the optimum that is known: the optimum is this + Σ of the parts' optima. −Infinity if nothing
   * is feasible.
   */
  constant: number
  parts: Part[]
  /** Computes the values of the graph's slots from those of every part's slots. */
  lift(parts: readonly Uint8Array[]): Uint8Array
}

export function simplify(graph: FactorGraph, decisions: readonly number[] = []): Simplified {
  return finishSteps(simplifySteps(graph, decisions))!
}

/** `simplify` as a generator. Null if stopped. */
export function* simplifySteps(
  graph: FactorGraph,
  decisions: readonly number[] = [],
): Steps<Simplified | null> {
  let problem = yield* compileSteps(graph, decisions)
  let known = decisions
  for (let round = 0; round < 3 && problem !== null && problem.conflict === null; round++) {
    const dead = yield* deadEnds(problem)
    if (dead.length === 0) break
    known = known.concat(dead)
    problem = yield* compileSteps(graph, known)
  }
  if (problem === null) return null
  if (problem.conflict !== null) return nothing(graph)
  const network = yield* Network.of(problem)
  if (network === null || !(yield* eliminateSmall(network))) return null
  if (isImpossible(network) || network.constant === NEVER) return nothing(graph)
  const { component, count } = components(network)
  if (yield) return null
  const parts = yield* buildParts(problem, network, component, count)
  if (parts === null) return null
  return {
    constant: network.constant,
    parts,
    lift(values) {
      const chosen = new Int32Array(network.units.count)
      parts.forEach((part, p) => {
        part.unitOf.forEach((unit, v) => {
          if (unit >= 0) chosen[unit] = valueIn(part.graph, v, values[p])
        })
      })
      network.backSubstitute(chosen)
      return network.slotValues(chosen).slice(0, graph.slotCount)
    },
  }
}

function nothing(graph: FactorGraph): Simplified {
  return { constant: NEVER, parts: [], lift: () => new Uint8Array(graph.slotCount) }
}

function valueIn(graph: FactorGraph, variable: number, values: Uint8Array): number {
  const start = graph.variableStart.data[variable]
  if (graph.variableBinary.data[variable] === 1) return values[start]
  let value = 0
  while (values[start + value] !== 1 && start + value + 1 < graph.variableStart.data[variable + 1]) value++
  return value
}

/** Whether some remaining unit has no possible value. */
function isImpossible({ units, alive, unary }: Network): boolean {
  for (let u = 0; u < units.count; u++) {
    if (alive[u] === 0) continue
    let any = false
    for (let k = units.valueStart[u]; k < units.valueStart[u + 1]; k++) if (unary[k] !== NEVER) any = true
    if (!any) return true
  }
  return false
}

/** Maximises out units with few neighbours, until there are none. False if stopped. */
function* eliminateSmall(network: Network): Steps<boolean> {
  const { units } = network
  const queue = Array.from({ length: units.count }, (_, u) => u)
  const queued = new Uint8Array(units.count).fill(1)
  let work = 0
  for (let head = 0; head < queue.length; head++) {
    if (work >= STEP) {
      work = 0
      if (yield) return false
    }
    const u = queue[head]
    queued[u] = 0
    if (network.alive[u] === 0) continue
    work += 32 + network.tablesOf[u].size
    const around = network.neighbours(u, NEIGHBOURS)
    if (around === null || !network.isOpen(u)) continue
    const additions = units.configurations(around) * units.size(u)
    if (additions > LARGEST) continue
    work += additions
    network.eliminate(u)
    for (const v of around) {
      if (queued[v] === 1) continue
      queued[v] = 1
      queue.push(v)
    }
  }
  return true
}

/** The component of every remaining unit. Components are numbered by their first units. */
function components(network: Network): { component: Int32Array; count: number } {
  const { units, tables, tablesOf } = network
  const component = new Int32Array(units.count).fill(-1)
  const seen = new Uint8Array(tables.length)
  let count = 0
  for (let u = 0; u < units.count; u++) {
    if (network.alive[u] === 0 || component[u] !== -1) continue
    const stack = [u]
    component[u] = count
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      for (const t of tablesOf[v]) {
        if (seen[t] === 1) continue
        seen[t] = 1
        for (const w of tables[t].scope) {
          if (component[w] !== -1) continue
          component[w] = count
          stack.push(w)
        }
      }
    }
    count++
  }
  return { component, count }
}

function* buildParts(
  problem: Problem,
  network: Network,
  component: Int32Array,
  count: number,
): Steps<Part[] | null> {
  const { units } = network
  const parts: Part[] = Array.from({ length: count }, () => ({ graph: FactorGraph.forSolver(), unitOf: [] }))
  const variables: Variable[] = []
  for (let u = 0; u < units.count; u++) {
    if (network.alive[u] === 0) continue
    const part = parts[component[u]]
    variables[u] = addVariable(part.graph, network.scoresOfUnit(u), units.isBinary(u))
    part.unitOf.push(u)
  }
  const literal = (slot: number): Literal => {
    const variable = variables[units.slotUnit[slot]]
    return variable.is(units.slotValue[slot])
  }
  let work = 0
  for (const table of network.tables) {
    if (work >= STEP) {
      work = 0
      if (yield) return null
    }
    if (table.scope.length === 0) continue
    work += 8 + table.scope.length
    const part = parts[component[table.scope[0]]]
    const native = table.factor >= 0 && problem.groups[problem.factorGroup[table.factor]].kind !== 'dense'
    if (table.opaque || native) copyFactor(problem, table.factor, part.graph, literal)
    else {
      const scores = network.scoresOf(table)
      work += scores.length
      part.graph.dense(
        table.scope.map((u) => variables[u]),
        scores,
      )
    }
    while (part.unitOf.length < part.graph.variableCount) part.unitOf.push(-1)
  }
  return parts
}

/** A variable with these scores; a score of −Infinity becomes evidence. */
function addVariable(graph: FactorGraph, scores: Float64Array, binary: boolean): Variable {
  const finite = scores.map((score) => (score === NEVER ? 0 : score))
  const variable = binary ? graph.binary([finite[0], finite[1]]) : graph.categorical(finite)
  scores.forEach((score, value) => {
    if (score === NEVER) graph.forbid(variable, value)
  })
  return variable
}
