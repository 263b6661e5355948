// The local operations of dense factors: maxima by reading the whole table, the quadratic step by the
// active-set method.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { ActiveSet, type LocalMaximizer, Scratch } from '../common/active-set.js'
import { LocalGroup } from '../common/group.js'
import { addTable } from './add-table.js'

/**
 * Tables of scores over groups of literals. A group of width 0 is one binary literal with values 0 and 1. A
 * group of width k ≥ 1 is a variable with k values: exactly one of its k literals is true. Tables are in
 * row-major order.
 */
export class DenseGroup extends LocalGroup implements LocalMaximizer {
  readonly kind = 'dense'
  own = 0
  rounds = 30
  private readonly sets: (ActiveSet | undefined)[]
  private readonly scratch: Scratch
  /** Score of each value of each group of the current factor, without the table. */
  private readonly valueScores: Float64Array
  private readonly valueBest: Float64Array
  private readonly digits: Int32Array
  private readonly partial: Float64Array
  private current = 0
  private readonly z: Float64Array

  /**
   * Factor k has the widths widths[widthStart[k] … widthStart[k+1]) and the scores table[tableStart[k] …).
   */
  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    readonly widthStart: Int32Array,
    readonly widths: Int32Array,
    readonly tableStart: Int32Array,
    readonly table: Float64Array,
  ) {
    super(links, first, count)
    this.sets = new Array<ActiveSet | undefined>(count)
    this.scratch = new Scratch(this.t.length)
    this.valueScores = new Float64Array(2 * this.t.length)
    this.valueBest = new Float64Array(2 * this.t.length)
    let most = 1
    for (let k = 0; k < count; k++) most = Math.max(most, widthStart[k + 1] - widthStart[k])
    this.digits = new Int32Array(most)
    this.partial = new Float64Array(most + 1)
    this.z = new Float64Array(this.t.length)
  }

  override get remembers() {
    return true
  }

  override get parts() {
    return [this.widthStart, this.widths, this.tableStart, this.table]
  }

  /** Number of entries of the table of factor k. */

  /** valueScores := `scale`·s, with two entries for a binary literal; returns the number of values. */
  private loadValues(k: number, s: Float64Array, scale: number): number {
    const { widthStart, widths, valueScores } = this
    let link = 0
    let value = 0
    for (let g = widthStart[k]; g < widthStart[k + 1]; g++) {
      const width = widths[g]
      if (width === 0) {
        valueScores[value++] = 0
        valueScores[value++] = s[link++] * scale
      } else for (let v = 0; v < width; v++) valueScores[value++] = s[link++] * scale
    }
    return value
  }

  /** Table index of the best configuration under valueScores; −1 if all are forbidden. Sets `bestScore`. */
  private argmax(k: number): number {
    const { widthStart, widths, valueScores, table } = this
    const from = widthStart[k]
    const groups = widthStart[k + 1] - from
    const base = this.tableStart[k]
    let best = Number.NEGATIVE_INFINITY
    let where = -1
    if (groups === 2) {
      const rows = widths[from] === 0 ? 2 : widths[from]
      const columns = widths[from + 1] === 0 ? 2 : widths[from + 1]
      let c = base
      for (let i = 0; i < rows; i++) {
        const row = valueScores[i]
        for (let j = 0; j < columns; j++, c++) {
          const score = table[c] + row + valueScores[rows + j]
          if (score > best) {
            best = score
            where = c
          }
        }
      }
      this.bestScore = best
      return where < 0 ? -1 : where - base
    }
    const { digits, partial } = this
    if (groups === 0) {
      this.bestScore = table[base]
      return this.bestScore === Number.NEGATIVE_INFINITY ? -1 : 0
    }
    const lastWidth = widths[from + groups - 1] === 0 ? 2 : widths[from + groups - 1]
    const lastValue = this.startOdometer(k)
    let c = base
    for (;;) {
      const head = partial[groups - 1]
      for (let j = 0; j < lastWidth; j++, c++) {
        const score = table[c] + head + valueScores[lastValue + j]
        if (score > best) {
          best = score
          where = c
        }
      }
      if (!this.turnOdometer(k, digits, partial)) break
    }
    this.bestScore = best
    return where < 0 ? -1 : where - base
  }
  private bestScore = 0

  /**
   * Sets all digits but the last to 0, and `partial` to their sums; returns the first value of the last
   * group.
   */
  private startOdometer(k: number): number {
    const { widthStart, widths, valueScores, digits, partial } = this
    const from = widthStart[k]
    const groups = widthStart[k + 1] - from
    let value = 0
    partial[0] = 0
    for (let g = 0; g < groups - 1; g++) {
      digits[g] = 0
      partial[g + 1] = partial[g] + valueScores[value]
      value += widths[from + g] === 0 ? 2 : widths[from + g]
    }
    return value
  }

  /** Advances to the next combination of all groups but the last; false after the final one. */
  private turnOdometer(k: number, digits: Int32Array, partial: Float64Array): boolean {
    const { widthStart, widths, valueScores } = this
    const from = widthStart[k]
    const groups = widthStart[k + 1] - from
    let g = groups - 2
    while (g >= 0) {
      const size = widths[from + g] === 0 ? 2 : widths[from + g]
      if (digits[g] + 1 < size) break
      digits[g] = 0
      g--
    }
    if (g < 0) return false
    digits[g]++
    let value = 0
    for (let h = 0; h < groups - 1; h++) {
      if (h >= g) partial[h + 1] = partial[h] + valueScores[value + digits[h]]
      value += widths[from + h] === 0 ? 2 : widths[from + h]
    }
    return true
  }

  /** Writes the links that are 1 in configuration c (a table index); returns their number. */
  private decode(k: number, c: number, on: Int32Array): number {
    const { widthStart, widths } = this
    let link = 0
    for (let g = widthStart[k]; g < widthStart[k + 1]; g++) link += widths[g] === 0 ? 1 : widths[g]
    let n = 0
    for (let g = widthStart[k + 1] - 1; g >= widthStart[k]; g--) {
      const width = widths[g]
      const size = width === 0 ? 2 : width
      const digit = c % size
      c = (c - digit) / size
      link -= width === 0 ? 1 : width
      if (width > 0) on[n++] = link + digit
      else if (digit === 1) on[n++] = link
    }
    return n
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const k = factor - this.first
    this.loadValues(k, s, 1)
    const c = this.argmax(k)
    for (let i = 0; i < n; i++) z[i] = 0
    if (c < 0) return Number.NEGATIVE_INFINITY
    const on = this.scratch.on
    const count = this.decode(k, c, on)
    for (let j = 0; j < count; j++) z[on[j]] = 1
    return this.bestScore
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    const k = this.current
    this.loadValues(k, w, eta)
    const c = this.argmax(k)
    this.own = this.table[this.tableStart[k] + c]
    return this.decode(k, c, on)
  }

  protected projectLocal(factor: number, t: Float64Array, n: number, eta: number): void {
    const k = factor - this.first
    let set = this.sets[k]
    if (set === undefined) {
      set = new ActiveSet(n, this.widthStart[k + 1] - this.widthStart[k])
      this.sets[k] = set
    }
    this.current = k
    set.solve(t, eta, this, this.rounds, this.z, this.scratch)
    for (let i = 0; i < n; i++) t[i] = this.z[i]
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    _n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const k = factor - this.first
    const { widthStart, widths, valueScores, valueBest, table, digits, partial } = this
    const values = this.loadValues(k, s, 1)
    const from = widthStart[k]
    const groups = widthStart[k + 1] - from
    const base = this.tableStart[k]
    if (groups === 0) return table[base]
    for (let v = 0; v < values; v++) valueBest[v] = Number.NEGATIVE_INFINITY
    const lastWidth = widths[from + groups - 1] === 0 ? 2 : widths[from + groups - 1]
    const lastValue = this.startOdometer(k)
    let best = Number.NEGATIVE_INFINITY
    let c = base
    for (;;) {
      const head = partial[groups - 1]
      let top = Number.NEGATIVE_INFINITY
      for (let j = 0; j < lastWidth; j++, c++) {
        const score = table[c] + head + valueScores[lastValue + j]
        if (score > valueBest[lastValue + j]) valueBest[lastValue + j] = score
        if (score > top) top = score
      }
      let value = 0
      for (let g = 0; g < groups - 1; g++) {
        const at = value + digits[g]
        if (top > valueBest[at]) valueBest[at] = top
        value += widths[from + g] === 0 ? 2 : widths[from + g]
      }
      if (top > best) best = top
      if (!this.turnOdometer(k, digits, partial)) break
    }
    let link = 0
    let value = 0
    for (let g = from; g < from + groups; g++) {
      const width = widths[g]
      if (width === 0) {
        off[link] = valueBest[value++]
        on[link++] = valueBest[value++]
        continue
      }
      let first = Number.NEGATIVE_INFINITY
      let second = Number.NEGATIVE_INFINITY
      let arg = -1
      for (let v = 0; v < width; v++) {
        const score = valueBest[value + v]
        if (score > first) {
          second = first
          first = score
          arg = v
        } else if (score > second) second = score
      }
      for (let v = 0; v < width; v++) {
        on[link + v] = valueBest[value + v]
        off[link + v] = v === arg ? second : first
      }
      link += width
      value += width
    }
    return best
  }

  override reset(): void {
    for (const set of this.sets) set?.reset()
  }

  protected scoreLocal(factor: number, z: Float64Array, _n: number): number {
    const k = factor - this.first
    let c = 0
    let link = 0
    for (let g = this.widthStart[k]; g < this.widthStart[k + 1]; g++) {
      const width = this.widths[g]
      if (width === 0) {
        c = 2 * c + (z[link++] === 1 ? 1 : 0)
        continue
      }
      let digit = -1
      for (let v = 0; v < width; v++) {
        if (z[link + v] !== 1) continue
        if (digit >= 0) return Number.NEGATIVE_INFINITY
        digit = v
      }
      if (digit < 0) return Number.NEGATIVE_INFINITY
      c = c * width + digit
      link += width
    }
    return this.table[this.tableStart[k] + c]
  }

  override relaxedScore(factor: number, _z: Float64Array): number {
    return this.sets[factor - this.first]?.ownScore() ?? 0
  }

  override leastScore(factor: number): number {
    const k = factor - this.first
    let least = Number.POSITIVE_INFINITY
    for (let c = this.tableStart[k]; c < this.tableStart[k + 1]; c++) {
      const score = this.table[c]
      if (score < least && score !== Number.NEGATIVE_INFINITY) least = score
    }
    return least
  }

  /** Mean distance of the allowed scores from their mean. */
  override scale(): number {
    let total = 0
    for (let k = 0; k < this.count; k++) {
      let sum = 0
      let count = 0
      for (let c = this.tableStart[k]; c < this.tableStart[k + 1]; c++) {
        if (this.table[c] === Number.NEGATIVE_INFINITY) continue
        sum += this.table[c]
        count++
      }
      let distance = 0
      for (let c = this.tableStart[k]; c < this.tableStart[k + 1]; c++)
        if (this.table[c] !== Number.NEGATIVE_INFINITY) distance += Math.abs(this.table[c] - sum / count)
      if (count > 0) total += distance / count
    }
    return total / this.count
  }

  override ownWork(factor: number): number {
    const k = factor - this.first
    return this.tableStart[k + 1] - this.tableStart[k]
  }

  addForm(forms: LinearForms, factor: number): void {
    const k = factor - this.first
    const table = this.table.subarray(this.tableStart[k], this.tableStart[k + 1])
    forms.table(table)
    let link = this.links.factorStart[factor]
    let stride = table.length
    for (const width of this.widthsOf(factor)) {
      stride /= width === 0 ? 2 : width
      if (width === 0) forms.link(link++, stride)
      else for (let v = 0; v < width; v++) forms.link(link++, v * stride)
    }
  }

  addMoreForms(forms: LinearForms, factor: number): void {
    let link = this.links.factorStart[factor]
    for (const width of this.widthsOf(factor)) {
      if (width > 0) forms.exactlyOne(link, width)
      link += width === 0 ? 1 : width
    }
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    const k = factor - this.first
    const table = this.table.subarray(this.tableStart[k], this.tableStart[k + 1])
    addTable(graph, literals, this.widthsOf(factor), table)
  }

  private widthsOf(factor: number): Int32Array {
    const k = factor - this.first
    return this.widths.subarray(this.widthStart[k], this.widthStart[k + 1])
  }
}
