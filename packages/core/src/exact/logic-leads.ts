// The effect of a unit's values on logic factors that are too large for a table: how many of the factor's
// literals each value makes true, or their cost.
import { grown } from '../numeric/grown.js'
import type { Network, Table } from './network.js'

export class LogicLeads {
  /** Links of unit u in opaque factors: links[start[u] … start[u + 1]), in ascending order. */
  private readonly start: Int32Array
  private readonly links: Int32Array
  /** Rows of the loaded unit: for each of its opaque tables a sum for every value, up to a constant. */
  private sums = new Float64Array(16)
  private size = 0

  constructor(private readonly network: Network) {
    const { units, problem, tables } = network
    const { factorStart, linkSlot } = problem
    this.start = new Int32Array(units.count + 1)
    const opaque = tables.filter((table) => table.opaque).map((table) => table.factor)
    const each = (visit: (unit: number, link: number) => void) => {
      for (const f of opaque)
        for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
          const u = units.slotUnit[linkSlot[l]]
          if (u >= 0) visit(u, l)
        }
    }
    each((u) => this.start[u + 1]++)
    for (let u = 0; u < units.count; u++) this.start[u + 1] += this.start[u]
    const next = this.start.slice()
    this.links = new Int32Array(this.start[units.count])
    each((u, l) => {
      this.links[next[u]++] = l
    })
  }

  /** Whether `lead` has a rule for the table's factor. */
  knows(table: Table): boolean {
    const { groups, factorGroup } = this.network.problem
    return groups[factorGroup[table.factor]].staysAllowed !== undefined
  }

  /** Loads the unit that `lead` compares. All of its opaque tables must be known. */
  load(unit: number): void {
    const { units, problem } = this.network
    const size = units.size(unit)
    this.size = size
    let row = -size
    let factor = -1
    for (let k = this.start[unit]; k < this.start[unit + 1]; k++) {
      const l = this.links[k]
      if (problem.linkFactor[l] !== factor) {
        factor = problem.linkFactor[l]
        row += size
        this.clearRow(row)
      }
      const slot = problem.linkSlot[l]
      const group = problem.groups[problem.factorGroup[factor]]
      const weight = group.cost?.(l) ?? 1
      // Only differences matter: a negated literal counts against its value instead of for all other values.
      this.sums[row + units.slotValue[slot]] += problem.linkNegated[l] === 1 ? -weight : weight
    }
  }

  private clearRow(row: number): void {
    if (row + this.size > this.sums.length) this.sums = grown(this.sums, 2 * (row + this.size))
    this.sums.fill(0, row, row + this.size)
  }

  /** 0 if b satisfies the unit's opaque table number `row` wherever a does, else −Infinity. */
  lead(table: Table, row: number, b: number, a: number): number {
    const { problem } = this.network
    const f = table.factor
    const group = problem.groups[problem.factorGroup[f]]
    const more = this.sums[row * this.size + b] - this.sums[row * this.size + a]
    return group.staysAllowed?.(f, more) === true ? 0 : Number.NEGATIVE_INFINITY
  }
}
