// Parity factors are linear equations over GF(2). The surest units are free, and the others are solved for
// (ordered-statistics decoding). Every choice of the free units then satisfies all equations, and changing
// one free unit changes a known set of others. So a search over the free units stays feasible.
import { type RoundingModel, Shape } from './model.js'

/** Largest number of word operations; larger systems are not solved. */
const LARGEST = 2e7

export class ParityBasis {
  /** Whether there are parity factors, and few enough. */
  readonly usable: boolean
  private readonly equations: Int32Array
  private readonly words: number
  /** Rows of the system: a bit per unit, and the right-hand side as the last bit. */
  private readonly rows: Int32Array
  private readonly pivot: Int32Array

  constructor(private readonly model: RoundingModel) {
    const { shape, factors, units } = model
    this.equations = Int32Array.from({ length: factors }, (_, f) => f).filter(
      (f) => shape[f] === Shape.parity,
    )
    const count = this.equations.length
    this.words = (units + 32) >> 5
    this.usable = count > 0 && count * count * this.words < LARGEST
    this.rows = new Int32Array(this.usable ? count * this.words : 0)
    this.pivot = new Int32Array(count)
  }

  /**
   * Changes `value` until all parity factors hold, first the units late in `order`. False if the factors
   * contradict each other.
   */
  solve(order: Int32Array, value: Int32Array): boolean {
    const { model, rows, words, equations, pivot } = this
    const rest = model.units
    rows.fill(0)
    for (let r = 0; r < equations.length; r++) {
      const f = equations[r]
      let side = (model.base[f] & 1) ^ model.params[model.param[f]]
      for (let k = model.factorUnitStart[f]; k < model.factorUnitStart[f + 1]; k++) {
        const u = model.factorUnits[k]
        const size = model.valueStart[u + 1] - model.valueStart[u]
        const step = model.stepStart[u] + (model.factorEdges[k] - model.edgeStart[u]) * size
        // Only binary units can be solved for; the value of a domain is taken as given.
        if (model.valueSlot[model.valueStart[u]] === -1) rows[r * words + (u >> 5)] ^= 1 << (u & 31)
        else side ^= model.steps[step + value[u]] & 1
      }
      if (side === 1) rows[r * words + (rest >> 5)] ^= 1 << (rest & 31)
    }
    let rank = 0
    for (let k = order.length - 1; k >= 0 && rank < equations.length; k--) {
      const u = order[k]
      const word = u >> 5
      const bit = 1 << (u & 31)
      let row = rank
      while (row < equations.length && (rows[row * words + word] & bit) === 0) row++
      if (row === equations.length) continue
      if (row !== rank) this.swap(row, rank)
      for (let r = 0; r < equations.length; r++)
        if (r !== rank && (rows[r * words + word] & bit) !== 0) this.add(rank, r)
      pivot[rank++] = u
    }
    for (let r = rank; r < equations.length; r++)
      if ((rows[r * words + (rest >> 5)] & (1 << (rest & 31))) !== 0) return false
    this.substitute(rank, value)
    this.climb(rank, value)
    return true
  }

  /** Gives every pivot the value that its row requires. */
  private substitute(rank: number, value: Int32Array): void {
    const { model, rows, words, pivot } = this
    for (let r = 0; r < rank; r++) {
      let sum = (rows[r * words + (model.units >> 5)] >>> (model.units & 31)) & 1
      for (let u = 0; u < model.units; u++)
        if (u !== pivot[r] && ((rows[r * words + (u >> 5)] >>> (u & 31)) & 1) === 1) sum ^= value[u]
      value[pivot[r]] = sum
    }
  }

  /** Flips free units, with the pivots that depend on them, while the units' own scores gain. */
  private climb(rank: number, value: Int32Array): void {
    const { model, rows, words, pivot } = this
    const gain = (u: number) => {
      const first = model.valueStart[u]
      return (model.valueScore[first + 1] - model.valueScore[first]) * (value[u] === 1 ? -1 : 1)
    }
    const fixed = new Uint8Array(model.units)
    for (let r = 0; r < rank; r++) fixed[pivot[r]] = 1
    for (let round = 0, improved = true; round < 5 && improved; round++) {
      improved = false
      for (let u = 0; u < model.units; u++) {
        if (fixed[u] === 1 || model.valueSlot[model.valueStart[u]] !== -1) continue
        let total = gain(u)
        for (let r = 0; r < rank; r++)
          if (((rows[r * words + (u >> 5)] >>> (u & 31)) & 1) === 1) total += gain(pivot[r])
        if (!(total > 1e-12)) continue
        value[u] ^= 1
        for (let r = 0; r < rank; r++)
          if (((rows[r * words + (u >> 5)] >>> (u & 31)) & 1) === 1) value[pivot[r]] ^= 1
        improved = true
      }
    }
  }

  private swap(a: number, b: number): void {
    const { rows, words } = this
    for (let w = 0; w < words; w++) {
      const hold = rows[a * words + w]
      rows[a * words + w] = rows[b * words + w]
      rows[b * words + w] = hold
    }
  }

  private add(from: number, to: number): void {
    const { rows, words } = this
    for (let w = 0; w < words; w++) rows[to * words + w] ^= rows[from * words + w]
  }
}
