import type { Problem } from '../problem/problem.js'
import { Units } from './units.js'

// A problem as tables over units, from which units can be maximised out one by one (bucket elimination, Dechter
// 1999): the tables around a unit are replaced by one over its neighbours that holds the best of its values.

/** Factors with more configurations than this stay what they are. */
const LARGEST_FACTOR = 1 << 12
/** As `LARGEST_FACTOR`, for factors of the user's own, whose score may need many calls. */
const LARGEST_CUSTOM = 1 << 6

export interface Table {
  scope: number[]
  /** Scores, the last unit fastest; null while they stand in the problem's factor. */
  scores: Float64Array | null
  /** The problem's factor that the table stands for, −1 for one that elimination made. */
  factor: number
  /** True if the factor is too large for a table. */
  opaque: boolean
}

interface Elimination {
  unit: number
  scope: number[]
  /** Best value of the unit for each configuration of the scope. */
  choice: Uint8Array | Int32Array
}

export class Network {
  readonly units: Units
  readonly tables: Table[] = []
  /** Tables of each unit; dead ones are left out. */
  readonly tablesOf: Set<number>[]
  readonly unary: Float64Array[]
  readonly alive: Uint8Array
  constant: number
  private readonly eliminated: Elimination[] = []

  constructor(readonly problem: Problem) {
    this.units = new Units(problem)
    const { count } = this.units
    this.constant = problem.constant
    this.alive = new Uint8Array(count).fill(1)
    this.unary = Array.from({ length: count }, (_, u) => this.units.scores(u))
    this.tablesOf = Array.from({ length: count }, () => new Set<number>())
    for (let f = 0; f < problem.factors; f++) {
      const scope = this.units.scope(f)
      const custom = problem.groups[problem.factorGroup[f]!]!.kind === 'custom'
      const opaque = this.units.configurations(scope) > (custom ? LARGEST_CUSTOM : LARGEST_FACTOR)
      if (!opaque && scope.length < 2)
        this.add({ scope, scores: this.units.tabulate(f, scope), factor: -1, opaque })
      else this.add({ scope, scores: null, factor: f, opaque })
    }
  }

  scoresOf(table: Table): Float64Array {
    table.scores ??= this.units.tabulate(table.factor, table.scope)
    return table.scores
  }

  /** Whether every factor around the unit can be a table. */
  isOpen(unit: number): boolean {
    for (const t of this.tablesOf[unit]!) if (this.tables[t]!.opaque) return false
    return true
  }

  /** Neighbours of a unit, in ascending order. */
  neighbours(unit: number): number[] {
    const found = new Set<number>()
    for (const t of this.tablesOf[unit]!) for (const u of this.tables[t]!.scope) found.add(u)
    found.delete(unit)
    return [...found].sort((a, b) => a - b)
  }

  /** Maximises a unit out. */
  eliminate(unit: number): void {
    const scope = this.neighbours(unit)
    const parts = [...this.tablesOf[unit]!].map((t) => this.tables[t]!)
    const own = this.unary[unit]!
    const size = own.length
    const result = new Float64Array(this.units.configurations(scope))
    const choice = size <= 256 ? new Uint8Array(result.length) : new Int32Array(result.length)
    const scores = parts.map((part) => this.scoresOf(part))
    const steps = parts.map((part) => this.strides(part.scope, scope))
    const unitStep = parts.map((part) => this.strides(part.scope, [unit])[0]!)
    const sizes = scope.map((u) => this.units.size(u))
    const digits = new Int32Array(scope.length)
    const at = new Int32Array(parts.length)
    for (let c = 0; c < result.length; c++) {
      let best = Number.NEGATIVE_INFINITY
      let arg = 0
      for (let v = 0; v < size; v++) {
        let sum = own[v]!
        for (let p = 0; p < at.length; p++) sum += scores[p]![at[p]! + v * unitStep[p]!]!
        if (sum > best) {
          best = sum
          arg = v
        }
      }
      result[c] = best
      choice[c] = arg
      for (let g = scope.length - 1; g >= 0; g--) {
        if (++digits[g]! < sizes[g]!) {
          for (let p = 0; p < at.length; p++) at[p]! += steps[p]![g]!
          break
        }
        digits[g] = 0
        for (let p = 0; p < at.length; p++) at[p]! -= steps[p]![g]! * (sizes[g]! - 1)
      }
    }
    for (const t of this.tablesOf[unit]!) this.remove(t)
    this.alive[unit] = 0
    this.eliminated.push({ unit, scope, choice })
    this.add({ scope, scores: result, factor: -1, opaque: false })
  }

  /** Fills in the eliminated units, last first, given a value of every other unit. */
  backSubstitute(chosen: Int32Array): void {
    for (let e = this.eliminated.length - 1; e >= 0; e--) {
      const { unit, scope, choice } = this.eliminated[e]!
      let c = 0
      for (const u of scope) c = c * this.units.size(u) + chosen[u]!
      chosen[unit] = choice[c]!
    }
  }

  /** Values of the problem's slots from a value of every unit. */
  slotValues(chosen: Int32Array): Uint8Array {
    const { fixed, slots } = this.problem
    const values = new Uint8Array(slots)
    for (let s = 0; s < slots; s++) if (fixed[s] === 1) values[s] = 1
    for (let u = 0; u < this.units.count; u++) this.units.write(u, chosen[u]!, values)
    return values
  }

  private add(table: Table): void {
    if (!table.opaque && table.scope.length === 0) {
      this.constant += this.scoresOf(table)[0]!
      return
    }
    if (!table.opaque && table.scope.length === 1) {
      const unary = this.unary[table.scope[0]!]!
      const scores = this.scoresOf(table)
      for (let v = 0; v < unary.length; v++) unary[v]! += scores[v]!
      return
    }
    for (const u of table.scope) this.tablesOf[u]!.add(this.tables.length)
    this.tables.push(table)
  }

  private remove(t: number): void {
    const table = this.tables[t]!
    for (const u of table.scope) this.tablesOf[u]!.delete(t)
    table.scores = null
    table.scope = []
    table.factor = -1
  }

  /** How far one more of each unit moves in a table over `scope`; 0 for units that are not in it. */
  private strides(scope: readonly number[], units: readonly number[]): Int32Array {
    const strides = new Int32Array(units.length)
    let stride = 1
    for (let g = scope.length - 1; g >= 0; g--) {
      const where = units.indexOf(scope[g]!)
      if (where >= 0) strides[where] = stride
      stride *= this.units.size(scope[g]!)
    }
    return strides
  }
}
