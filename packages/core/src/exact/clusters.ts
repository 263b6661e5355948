// Finds where the relaxation is loose: short cycles whose factors, under the scores x, together promise more
// than any joint configuration reaches (Sontag et al. 2008, section 4). The difference is how much a cluster
// can lower the bound at once.
import { kindOfGroup } from '../kinds/registry.js'
import { STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { BestFew } from './best-few.js'
import { visitShortCycles } from './short-cycles.js'
import { Units } from './units.js'

/** Largest table of a merged cluster. */
const LARGEST = 1 << 12
/** After this many configurations, only undecided clusters are merged. */
const MOST_WORK = 1 << 26
/** A belief this far from 0 and 1 is undecided. */
const UNDECIDED = 0.05

export interface Cluster {
  /** One slot per variable; for binary variables in their order around the cycle. */
  slots: number[]
  /** How much the cluster can lower the bound. */
  gain: number
}

/**
 * Promising triangles and squares. For binary variables: those that can lower the bound by more than `least`
 * at once, the best first. For others: as many as fit where the beliefs are undecided; they do not share
 * factors, because each factor is merged once. Empty if stopped.
 */
export function* findClusters(
  problem: Problem,
  x: Float64Array,
  beliefs: Float64Array,
  most: number,
  least: number,
): Steps<Cluster[]> {
  const units = new Units(problem)
  const tables = yield* edgeTables(problem, units, x)
  if (tables === null) return []
  const found = new BestFew<Cluster>(most, (a, b) => b.gain - a.gain || compare(a.slots, b.slots))
  const merged: Cluster[] = []
  const taken = new Set<number>()
  let budget = MOST_WORK
  /** Examines a cycle. Returns the work. */
  const visit = (cycle: number[]): number => {
    const configurations = units.configurations(cycle)
    if (configurations > LARGEST) return 1
    const binary = cycle.every((u) => units.isBinary(u))
    let undecided = 0
    if (!binary) {
      if (merged.length >= most || edgesOf(units, cycle).some((edge) => taken.has(edge))) return 8
      for (const u of cycle) undecided += isUndecided(units, u, beliefs) ? 1 : 0
      if (undecided <= 2 && budget <= 0) return 8
    }
    const gain = clusterGain(units, tables, cycle)
    const slots = cycle.map((u) => slotOf(units, u))
    if (binary) {
      if (gain > least) found.add({ slots, gain })
      return 64
    }
    budget -= configurations
    if (gain > least || undecided > 2) {
      for (const edge of edgesOf(units, cycle)) taken.add(edge)
      merged.push({ slots, gain })
    }
    return 8 * configurations
  }
  if (!(yield* visitShortCycles(tables, strength, visit))) return []
  return [...found.sorted(), ...merged].slice(0, most)
}

/** The scores of every pair of linked units, from the smaller unit to the larger one; null if stopped. */
function* edgeTables(problem: Problem, units: Units, x: Float64Array): Steps<Tables | null> {
  const tables: Tables = new Map()
  let work = 0
  for (const group of problem.groups) {
    if (kindOfGroup(group).firstScore === undefined) continue
    for (let f = group.first; f < group.first + group.count; f++) {
      const scope = units.scope(f)
      if (scope.length !== 2 || units.configurations(scope) > LARGEST) continue
      addEdge(units, tables, scope[0], scope[1], units.tabulate(f, scope, x))
      work += 8 + units.configurations(scope) * (problem.factorStart[f + 1] - problem.factorStart[f])
      if (work < STEP) continue
      work = 0
      if (yield) return null
    }
  }
  return tables
}

type Tables = Map<number, Map<number, Float64Array>>

/** The strength of an edge: how much its scores depend on both ends. */
function strength(table: Float64Array): number {
  if (table.length === 4 && table.every(Number.isFinite))
    return Math.abs(table[0] - table[1] - table[2] + table[3])
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let c = 0; c < table.length; c++) {
    if (table[c] < least) least = table[c]
    if (table[c] > most) most = table[c]
  }
  return most - least
}

/** A slot that stands for the unit. */
function slotOf(units: Units, unit: number): number {
  return units.valueSlot[units.valueStart[unit] + 1]
}

/** Adds scores to the table of an edge, which is stored with the smaller unit first. */
function addEdge(units: Units, tables: Tables, a: number, b: number, scores: Float64Array): void {
  const [p, q] = a < b ? [a, b] : [b, a]
  const rows = units.size(p)
  const columns = units.size(q)
  let from = tables.get(p)
  if (from === undefined) tables.set(p, (from = new Map()))
  let table = from.get(q)
  if (table === undefined) from.set(q, (table = new Float64Array(rows * columns)))
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) table[i * columns + j] += scores[a < b ? i * columns + j : j * rows + i]
}

/** Σ of the edges' maxima minus the maximum of their sum. */
function clusterGain(units: Units, tables: Tables, cycle: number[]): number {
  const parts: { table: Float64Array; row: number; column: number; columns: number }[] = []
  let promise = 0
  for (let i = 0; i < cycle.length; i++)
    for (let j = 0; j < cycle.length; j++) {
      const table = cycle[i] < cycle[j] ? tables.get(cycle[i])?.get(cycle[j]) : undefined
      if (table === undefined) continue
      parts.push({ table, row: i, column: j, columns: units.size(cycle[j]) })
      let most = Number.NEGATIVE_INFINITY
      for (let c = 0; c < table.length; c++) if (table[c] > most) most = table[c]
      promise += most
    }
  const sizes = cycle.map((u) => units.size(u))
  const digits = new Int32Array(cycle.length)
  let best = Number.NEGATIVE_INFINITY
  for (;;) {
    let sum = 0
    for (let p = 0; p < parts.length; p++) {
      const part = parts[p]
      sum += part.table[digits[part.row] * part.columns + digits[part.column]]
    }
    if (sum > best) best = sum
    let g = cycle.length - 1
    while (g >= 0 && ++digits[g] === sizes[g]) digits[g--] = 0
    if (g < 0) return promise - best
  }
}

/**
 * A number for each pair of units of the cycle. On a grid, clusters that share none of these pairs are every
 * second square.
 */
function edgesOf(units: Units, cycle: readonly number[]): number[] {
  return cycle.flatMap((u, i) => cycle.slice(i + 1).map((w) => Math.min(u, w) * units.count + Math.max(u, w)))
}

function isUndecided(units: Units, unit: number, beliefs: Float64Array): boolean {
  for (let k = units.valueStart[unit]; k < units.valueStart[unit + 1]; k++) {
    const slot = units.valueSlot[k]
    if (slot >= 0 && beliefs[slot] > UNDECIDED && beliefs[slot] < 1 - UNDECIDED) return true
  }
  return false
}

function compare(a: number[], b: number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}
