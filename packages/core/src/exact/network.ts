// A problem as tables over units, from which units can be eliminated in turn (bucket elimination, Dechter
// 1999): the tables around a unit are replaced by one table over its neighbours with the maximum over the
// unit's values.
import { STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { Maximisation } from './maximisation.js'
import { Units } from './units.js'

/** Factors with more configurations than this are not written as tables. */
const LARGEST_FACTOR = 1 << 12
/** As `LARGEST_FACTOR`, for custom factors, whose score may need many calls. */
const LARGEST_CUSTOM = 1 << 6
/** Shared by all units without tables: of a million units most may have none. */
const EMPTY: Set<number> = new Set()

export interface Table {
  scope: number[]
  /** Scores, with the last unit varying fastest; null while only the problem's factor holds them. */
  scores: Float64Array | null
  /** The problem's factor behind the table; −1 for a table that elimination made. */
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
  /** The tables of each unit, in ascending order, without dead ones. */
  readonly tablesOf: Set<number>[]
  /** Scores of the units' values, unit u's from valueStart[u] on. */
  readonly unary: Float64Array
  readonly alive: Uint8Array
  constant: number
  private readonly eliminated: Elimination[] = []

  private constructor(readonly problem: Problem) {
    this.units = new Units(problem)
    const { count } = this.units
    this.constant = problem.constant
    this.alive = new Uint8Array(count).fill(1)
    this.unary = this.units.allScores()
    this.tablesOf = new Array<Set<number>>(count).fill(EMPTY)
  }

  /** Builds the network of a problem. Null if stopped. */
  static *of(problem: Problem): Steps<Network | null> {
    const network = new Network(problem)
    const { units } = network
    let work = 0
    for (let f = 0; f < problem.factors; f++) {
      const scope = units.scope(f)
      const { kind } = problem.groups[problem.factorGroup[f]]
      const links = problem.factorStart[f + 1] - problem.factorStart[f]
      const configurations = units.configurations(scope)
      const opaque = configurations > (kind === 'custom' ? LARGEST_CUSTOM : LARGEST_FACTOR)
      work += links
      if (!opaque && scope.length < 2) work += configurations * links
      if (kind === 'xor' && network.saysNothing(f, scope)) continue
      if (!opaque && scope.length < 2)
        network.add({ scope, scores: units.tabulate(f, scope), factor: -1, opaque })
      else network.add({ scope, scores: null, factor: f, opaque })
      if (work < STEP) continue
      work = 0
      if (yield) return null
    }
    return network
  }

  /** Whether the XOR covers exactly the values of one variable, so that it always holds. */
  private saysNothing(f: number, scope: readonly number[]): boolean {
    const { factorStart, linkNegated } = this.problem
    const start = factorStart[f]
    const end = factorStart[f + 1]
    if (scope.length !== 1 || this.units.isBinary(scope[0]) || this.units.size(scope[0]) !== end - start)
      return false
    for (let l = start; l < end; l++) if (linkNegated[l] === 1) return false
    return true
  }

  scoresOf(table: Table): Float64Array {
    table.scores ??= this.units.tabulate(table.factor, table.scope)
    return table.scores
  }

  scoresOfUnit(unit: number): Float64Array {
    const { valueStart } = this.units
    return this.unary.subarray(valueStart[unit], valueStart[unit + 1])
  }

  /** Whether every factor around the unit can be a table. */
  isOpen(unit: number): boolean {
    for (const t of this.tablesOf[unit]) if (this.tables[t].opaque) return false
    return true
  }

  /** Neighbours of a unit, in ascending order; null if there are more than `most`. */
  neighbours(unit: number): number[]
  neighbours(unit: number, most: number): number[] | null
  neighbours(unit: number, most = Number.POSITIVE_INFINITY): number[] | null {
    const found = new Set<number>()
    for (const t of this.tablesOf[unit])
      for (const u of this.tables[t].scope) {
        if (u === unit) continue
        found.add(u)
        if (found.size > most) return null
      }
    return [...found].sort((a, b) => a - b)
  }

  /** Eliminates a unit by maximising over its values. */
  eliminate(unit: number): void {
    const work = this.maximisation(unit)
    work.advance(Number.POSITIVE_INFINITY)
    this.replace(work)
  }

  /** `eliminate` as a generator, for large tables. False if stopped; the network must not be used then. */
  *eliminateSteps(unit: number): Steps<boolean> {
    const work = this.maximisation(unit)
    while (!work.advance(STEP)) if (yield) return false
    this.replace(work)
    return true
  }

  private maximisation(unit: number): Maximisation {
    const parts = [...this.tablesOf[unit]].map((t) => {
      const table = this.tables[t]
      return { scope: table.scope, scores: this.scoresOf(table) }
    })
    return new Maximisation(this.units, unit, this.scoresOfUnit(unit), parts, this.neighbours(unit))
  }

  private replace({ unit, scope, result, choice }: Maximisation): void {
    for (const t of this.tablesOf[unit]) this.remove(t)
    this.alive[unit] = 0
    this.eliminated.push({ unit, scope, choice })
    this.add({ scope, scores: result, factor: -1, opaque: false })
  }

  /** Fills in the values of the eliminated units, last first, given a value of every other unit. */
  backSubstitute(chosen: Int32Array): void {
    for (let e = this.eliminated.length - 1; e >= 0; e--) {
      const { unit, scope, choice } = this.eliminated[e]
      let c = 0
      for (const u of scope) c = c * this.units.size(u) + chosen[u]
      chosen[unit] = choice[c]
    }
  }

  /** Values of the problem's slots from a value of every unit. */
  slotValues(chosen: Int32Array): Uint8Array {
    const { fixed, slots } = this.problem
    const values = new Uint8Array(slots)
    for (let s = 0; s < slots; s++) if (fixed[s] === 1) values[s] = 1
    for (let u = 0; u < this.units.count; u++) this.units.write(u, chosen[u], values)
    return values
  }

  private add(table: Table): void {
    if (!table.opaque && table.scope.length === 0) {
      this.constant += this.scoresOf(table)[0]
      return
    }
    if (!table.opaque && table.scope.length === 1) {
      const start = this.units.valueStart[table.scope[0]]
      const scores = this.scoresOf(table)
      for (let v = 0; v < scores.length; v++) this.unary[start + v] += scores[v]
      return
    }
    for (const u of table.scope) {
      if (this.tablesOf[u] === EMPTY) this.tablesOf[u] = new Set()
      this.tablesOf[u].add(this.tables.length)
    }
    this.tables.push(table)
  }

  private remove(t: number): void {
    const table = this.tables[t]
    for (const u of table.scope) this.tablesOf[u].delete(t)
    table.scores = null
    table.scope = []
    table.factor = -1
  }
}
