import type { Problem } from '../problem/problem.js'
import { Units } from './units.js'

// Where the relaxation is loose: short cycles whose factors, under the scores x, promise more together than any
// configuration keeps (Sontag et al. 2008, section 4). The promise less the best joint configuration is how much a
// cluster can lower the bound at once.

/** Largest table of a merged cluster. */
const LARGEST = 1 << 12
/** A belief this far from 0 and 1 is undecided. */
const UNDECIDED = 0.05

export interface Cluster {
  /** One slot per variable; around the cycle for binary ones. */
  slots: number[]
  /** How much the bound can fall by it. */
  gain: number
}

/**
 * Promising triangles and squares: of binary variables, those that can lower the bound by more than `least` at once,
 * the best first. Of others, as many as fit where the beliefs are undecided; they do not share factors, as each factor
 * is merged once.
 */
export function findClusters(
  problem: Problem,
  x: Float64Array,
  beliefs: Float64Array,
  most: number,
  least: number,
): Cluster[] {
  const units = new Units(problem)
  const tables = new Map<number, Map<number, Float64Array>>()
  for (const group of problem.groups) {
    if (group.kind !== 'pair' && group.kind !== 'dense') continue
    for (let f = group.first; f < group.first + group.count; f++) {
      const scope = units.scope(f)
      if (scope.length !== 2 || units.configurations(scope) > LARGEST) continue
      addEdge(units, tables, scope[0]!, scope[1]!, units.tabulate(f, scope, x))
    }
  }
  const found: Cluster[] = []
  const merged: Cluster[] = []
  const cycles = shortCycles(tables)
  for (const cycle of cycles) {
    if (units.configurations(cycle) > LARGEST) continue
    const gain = clusterGain(units, tables, cycle)
    const slots = cycle.map((u) => slotOf(units, u))
    if (!cycle.every((u) => units.isBinary(u))) {
      const undecided = cycle.filter((u) => isUndecided(units, u, beliefs)).length
      if (gain > least || undecided > 2) merged.push({ slots, gain })
    } else if (gain > least) found.push({ slots, gain })
  }
  found.sort((a, b) => b.gain - a.gain || compare(a.slots, b.slots))
  return [...found, ...disjoint(merged)].slice(0, most)
}

/** A slot that stands for the unit. */
function slotOf(units: Units, unit: number): number {
  return units.valueSlot[units.valueStart[unit]! + 1]!
}

/** Adds scores to the table of an edge, kept with the smaller unit first. */
function addEdge(
  units: Units,
  tables: Map<number, Map<number, Float64Array>>,
  a: number,
  b: number,
  scores: Float64Array,
): void {
  const [p, q] = a < b ? [a, b] : [b, a]
  const rows = units.size(p)
  const columns = units.size(q)
  let from = tables.get(p)
  if (from === undefined) tables.set(p, (from = new Map()))
  let table = from.get(q)
  if (table === undefined) from.set(q, (table = new Float64Array(rows * columns)))
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      table[i * columns + j]! += scores[a < b ? i * columns + j : j * rows + i]!
}

/** All triangles and chordless squares, each once, around the cycle. */
function shortCycles(tables: Map<number, Map<number, Float64Array>>): number[][] {
  const adjacent = new Map<number, Set<number>>()
  const neighbours = (u: number) => {
    let set = adjacent.get(u)
    if (set === undefined) adjacent.set(u, (set = new Set()))
    return set
  }
  for (const [p, row] of tables)
    for (const q of row.keys()) {
      neighbours(p).add(q)
      neighbours(q).add(p)
    }
  const cycles: number[][] = []
  const nodes = [...adjacent.keys()].sort((a, b) => a - b)
  for (const a of nodes) {
    // Paths a – b – c with a the least of the cycle.
    const across = new Map<number, number[]>()
    for (const b of [...neighbours(a)].sort((p, q) => p - q)) {
      if (b < a) continue
      for (const c of [...neighbours(b)].sort((p, q) => p - q)) {
        if (c <= a) continue
        if (neighbours(a).has(c)) {
          if (b < c) cycles.push([a, b, c])
          continue
        }
        const between = across.get(c)
        if (between === undefined) across.set(c, [b])
        else {
          for (const d of between) if (!neighbours(b).has(d)) cycles.push([a, d, c, b])
          between.push(b)
        }
      }
    }
  }
  return cycles
}

/** Σ of the edges' maxima less the maximum of their sum. */
function clusterGain(units: Units, tables: Map<number, Map<number, Float64Array>>, cycle: number[]): number {
  const parts: { table: Float64Array; row: number; column: number; columns: number }[] = []
  let promise = 0
  for (let i = 0; i < cycle.length; i++)
    for (let j = 0; j < cycle.length; j++) {
      const table = cycle[i]! < cycle[j]! ? tables.get(cycle[i]!)?.get(cycle[j]!) : undefined
      if (table === undefined) continue
      parts.push({ table, row: i, column: j, columns: units.size(cycle[j]!) })
      let most = Number.NEGATIVE_INFINITY
      for (let c = 0; c < table.length; c++) if (table[c]! > most) most = table[c]!
      promise += most
    }
  const sizes = cycle.map((u) => units.size(u))
  const digits = new Int32Array(cycle.length)
  let best = Number.NEGATIVE_INFINITY
  for (;;) {
    let sum = 0
    for (let p = 0; p < parts.length; p++) {
      const part = parts[p]!
      sum += part.table[digits[part.row]! * part.columns + digits[part.column]!]!
    }
    if (sum > best) best = sum
    let g = cycle.length - 1
    while (g >= 0 && ++digits[g]! === sizes[g]) digits[g--] = 0
    if (g < 0) return promise - best
  }
}

/** Those that share no edge with one before: on a grid, every other square. */
function disjoint(clusters: Cluster[]): Cluster[] {
  const taken = new Set<string>()
  return clusters.filter(({ slots }) => {
    const edges = slots.flatMap((s, i) =>
      slots.slice(i + 1).map((t) => `${Math.min(s, t)} ${Math.max(s, t)}`),
    )
    if (edges.some((edge) => taken.has(edge))) return false
    for (const edge of edges) taken.add(edge)
    return true
  })
}

function isUndecided(units: Units, unit: number, beliefs: Float64Array): boolean {
  for (let k = units.valueStart[unit]!; k < units.valueStart[unit + 1]!; k++) {
    const slot = units.valueSlot[k]!
    if (slot >= 0 && beliefs[slot]! > UNDECIDED && beliefs[slot]! < 1 - UNDECIDED) return true
  }
  return false
}

function compare(a: number[], b: number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}
