import { BudgetGroup } from '../factors/budget.js'
import { KnapsackGroup } from '../factors/knapsack.js'
import type { Problem } from '../problem/problem.js'
import { Network, type Table } from './network.js'

// Dead-end elimination (Goldstein 1994): a value is dead if another value of the same variable is at least as good
// whatever the neighbours do. Some best assignment does without it.

const PASSES = 4
/** Tables with more entries than this are not looked at. */
const LARGEST = 1 << 10

/**
 * Decisions (2·slot + value) that some best assignment follows.
 *
 * @example
 * const smaller = compile(graph, deadEnds(compile(graph)))
 */
export function deadEnds(problem: Problem): number[] {
  const network = new Network(problem)
  const { units } = network
  const alive = new Uint8Array(units.valueStart[units.count]!).fill(1)
  const decisions: number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const before = decisions.length
    for (let u = 0; u < units.count; u++) {
      const start = units.valueStart[u]!
      const slot = units.valueSlot[start + 1]!
      if (slot >= problem.graph.slotCount) continue
      const size = units.size(u)
      for (let a = 0; a < size; a++) {
        if (alive[start + a] === 0) continue
        for (let b = 0; b < size; b++) {
          if (b === a || alive[start + b] === 0 || !dominates(network, alive, u, b, a)) continue
          alive[start + a] = 0
          if (units.isBinary(u)) decisions.push(2 * slot + 1 - a)
          else decisions.push(2 * units.valueSlot[start + a]!)
          break
        }
      }
    }
    if (decisions.length === before) break
  }
  return decisions
}

/** Whether value b is at least as good as value a under all that the neighbours may do. */
function dominates(network: Network, alive: Uint8Array, unit: number, b: number, a: number): boolean {
  let lead = network.unary[unit]![b]! - network.unary[unit]![a]!
  // Scores may still make up for a small deficit, so only hard factors end the comparison early.
  for (const t of network.tablesOf[unit]!) {
    const table = network.tables[t]!
    lead += table.opaque
      ? logicLead(network, table, unit, b, a)
      : network.units.configurations(table.scope) > LARGEST
        ? Number.NEGATIVE_INFINITY
        : tableLead(network, table, alive, unit, b, a)
    if (!(lead > Number.NEGATIVE_INFINITY)) return false
  }
  return lead >= 0
}

/** min over the neighbours of t(b, ·) − t(a, ·), where t(a, ·) is allowed. */
function tableLead(
  network: Network,
  table: Table,
  alive: Uint8Array,
  unit: number,
  b: number,
  a: number,
): number {
  const { units } = network
  const scores = network.scoresOf(table)
  const { scope } = table
  const where = scope.indexOf(unit)
  let stride = 1
  for (let g = where + 1; g < scope.length; g++) stride *= units.size(scope[g]!)
  const size = units.size(unit)
  const block = stride * size
  let least = Number.POSITIVE_INFINITY
  for (let high = 0; high < scores.length; high += block) {
    for (let low = 0; low < stride; low++) {
      const from = scores[high + a * stride + low]!
      if (from === Number.NEGATIVE_INFINITY) continue
      const lead = scores[high + b * stride + low]! - from
      if (lead < least && isAlive(network, scope, alive, high + low, where)) least = lead
    }
  }
  return least
}

/** Whether the configuration with this index uses no dead value, `skip` aside. */
function isAlive(network: Network, scope: number[], alive: Uint8Array, index: number, skip: number): boolean {
  const { units } = network
  let c = index
  for (let g = scope.length - 1; g >= 0; g--) {
    const size = units.size(scope[g]!)
    const digit = c % size
    c = (c - digit) / size
    if (g !== skip && alive[units.valueStart[scope[g]!]! + digit] === 0) return false
  }
  return true
}

/** 0 if b satisfies a large logic factor wherever a does, else −Infinity. */
function logicLead(network: Network, table: Table, unit: number, b: number, a: number): number {
  const { problem } = network
  const f = table.factor
  const group = problem.groups[problem.factorGroup[f]!]!
  const k = f - group.first
  if (group instanceof KnapsackGroup) {
    const offset = problem.factorStart[group.first]!
    const cost = (value: number) => literalSum(network, f, unit, value, (l) => group.costs[l - offset]!)
    return cost(b) <= cost(a) ? 0 : Number.NEGATIVE_INFINITY
  }
  const more = literalSum(network, f, unit, b, () => 1) - literalSum(network, f, unit, a, () => 1)
  const n = problem.factorStart[f + 1]! - problem.factorStart[f]!
  const fine =
    group.kind === 'or'
      ? more >= 0
      : group.kind === 'at-most-one'
        ? more <= 0
        : group.kind === 'xor'
          ? more === 0
          : group instanceof BudgetGroup
            ? (more <= 0 || group.most[k] === n) && (more >= 0 || group.fewest[k] === 0)
            : false
  return fine ? 0 : Number.NEGATIVE_INFINITY
}

/** Σ of the weights of the factor's literals that are true under the unit's value. */
function literalSum(
  network: Network,
  factor: number,
  unit: number,
  value: number,
  weight: (link: number) => number,
): number {
  const { units, problem } = network
  let sum = 0
  for (let l = problem.factorStart[factor]!; l < problem.factorStart[factor + 1]!; l++) {
    const s = problem.linkSlot[l]!
    if (units.slotUnit[s] !== unit) continue
    const on = units.slotValue[s] === value
    if (on !== (problem.linkNegated[l] === 1)) sum += weight(l)
  }
  return sum
}
