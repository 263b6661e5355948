// Dead-end elimination (Goldstein 1994): a value is dead if another value of the same variable is at least as
// good whatever the values of the neighbours. Some best assignment does not use it.
import { STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { LogicLeads } from './logic-leads.js'
import { Network, type Table } from './network.js'

const PASSES = 4
/** Tables with more entries than this are not examined. */
const LARGEST = 1 << 10
/** Variables with more values than this are only compared with their `RIVALS` best values. */
const FEW_VALUES = 128
const RIVALS = 32
const BOTH = [0, 1]

/** Decisions (2·slot + value) that some best assignment follows. If stopped, those found so far. */
export function* deadEnds(problem: Problem): Steps<number[]> {
  const network = yield* Network.of(problem)
  if (network === null) return []
  const { units } = network
  const logic = new LogicLeads(network)
  const alive = new Uint8Array(units.valueStart[units.count]).fill(1)
  const decisions: number[] = []
  let work = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const before = decisions.length
    for (let u = 0; u < units.count; u++) {
      const start = units.valueStart[u]
      const slot = units.valueSlot[start + 1]
      work += 16 + network.tablesOf[u].size
      if (slot < problem.graph.slotCount && canCompare(network, logic, u)) {
        logic.load(u)
        const size = units.size(u)
        const rivals = rivalsOf(network, u)
        for (let a = 0; a < size; a++) {
          if (alive[start + a] === 0) continue
          for (const b of rivals) {
            if (b === a || alive[start + b] === 0) continue
            work += 4 * network.tablesOf[u].size
            if (!dominates(network, logic, alive, u, b, a)) continue
            alive[start + a] = 0
            if (units.isBinary(u)) decisions.push(2 * slot + 1 - a)
            else decisions.push(2 * units.valueSlot[start + a])
            break
          }
        }
      }
      if (work < STEP) continue
      work = 0
      if (yield) return decisions
    }
    if (decisions.length === before) break
  }
  return decisions
}

/** The values that others are compared with: all of them, or only the best if there are very many. */
function rivalsOf({ units, unary }: Network, unit: number): readonly number[] {
  const size = units.size(unit)
  if (size === 2) return BOTH
  const start = units.valueStart[unit]
  const values = Array.from({ length: size }, (_, v) => v)
  if (size <= FEW_VALUES) return values
  return values.sort((a, b) => unary[start + b] - unary[start + a] || a - b).slice(0, RIVALS)
}

/** Whether every factor around the unit allows a comparison of its values. */
function canCompare(network: Network, logic: LogicLeads, unit: number): boolean {
  for (const t of network.tablesOf[unit]) {
    const table = network.tables[t]
    if (table.opaque ? !logic.knows(table) : network.units.configurations(table.scope) > LARGEST) return false
  }
  return true
}

/** Whether value b is at least as good as value a for all values of the neighbours. */
function dominates(
  network: Network,
  logic: LogicLeads,
  alive: Uint8Array,
  unit: number,
  b: number,
  a: number,
): boolean {
  const start = network.units.valueStart[unit]
  let lead = network.unary[start + b] - network.unary[start + a]
  let opaque = 0
  // Scores may still outweigh a small deficit, so only hard factors end the comparison early.
  for (const t of network.tablesOf[unit]) {
    const table = network.tables[t]
    lead += table.opaque ? logic.lead(table, opaque++, b, a) : tableLead(network, table, alive, unit, b, a)
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
  for (let g = where + 1; g < scope.length; g++) stride *= units.size(scope[g])
  const size = units.size(unit)
  const block = stride * size
  let least = Number.POSITIVE_INFINITY
  for (let high = 0; high < scores.length; high += block) {
    for (let low = 0; low < stride; low++) {
      const from = scores[high + a * stride + low]
      if (from === Number.NEGATIVE_INFINITY) continue
      const lead = scores[high + b * stride + low] - from
      if (lead < least && isAlive(network, scope, alive, high + low, where)) least = lead
    }
  }
  return least
}

/** Whether the configuration with this index uses no dead value, except in unit `skip`. */
function isAlive(network: Network, scope: number[], alive: Uint8Array, index: number, skip: number): boolean {
  const { units } = network
  let c = index
  for (let g = scope.length - 1; g >= 0; g--) {
    const size = units.size(scope[g])
    const digit = c % size
    c = (c - digit) / size
    if (g !== skip && alive[units.valueStart[scope[g]] + digit] === 0) return false
  }
  return true
}
