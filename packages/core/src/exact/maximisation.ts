// One step of bucket elimination: the best value of a unit for every configuration of its neighbours.
import type { Units } from './units.js'

interface Part {
  readonly scope: readonly number[]
  readonly scores: Float64Array
}

export class Maximisation {
  /** The best score for every configuration of the scope, and the unit's value that reaches it. */
  readonly result: Float64Array
  readonly choice: Uint8Array | Int32Array
  private readonly scores: Float64Array[]
  private readonly steps: Int32Array[]
  private readonly unitStep: number[]
  private readonly sizes: number[]
  private readonly digits: Int32Array
  private readonly at: Int32Array
  private next = 0

  constructor(
    units: Units,
    readonly unit: number,
    private readonly own: Float64Array,
    parts: readonly Part[],
    /** The unit's neighbours. */
    readonly scope: number[],
  ) {
    this.result = new Float64Array(units.configurations(scope))
    this.choice = own.length <= 256 ? new Uint8Array(this.result.length) : new Int32Array(this.result.length)
    this.scores = parts.map((part) => part.scores)
    this.steps = parts.map((part) => strides(units, part.scope, scope))
    this.unitStep = parts.map((part) => strides(units, part.scope, [unit])[0])
    this.sizes = scope.map((u) => units.size(u))
    this.digits = new Int32Array(scope.length)
    this.at = new Int32Array(parts.length)
  }

  /** Continues for about this many additions. True when all configurations are done. */
  advance(additions: number): boolean {
    const { own, result, choice, scores, steps, unitStep, sizes, digits, at } = this
    const size = own.length
    const to = Math.min(result.length, this.next + Math.ceil(additions / (size * (1 + at.length))))
    for (let c = this.next; c < to; c++) {
      let best = Number.NEGATIVE_INFINITY
      let arg = 0
      for (let v = 0; v < size; v++) {
        let sum = own[v]
        for (let p = 0; p < at.length; p++) sum += scores[p][at[p] + v * unitStep[p]]
        if (sum > best) {
          best = sum
          arg = v
        }
      }
      result[c] = best
      choice[c] = arg
      for (let g = digits.length - 1; g >= 0; g--) {
        if (++digits[g] < sizes[g]) {
          for (let p = 0; p < at.length; p++) at[p] += steps[p][g]
          break
        }
        digits[g] = 0
        for (let p = 0; p < at.length; p++) at[p] -= steps[p][g] * (sizes[g] - 1)
      }
    }
    this.next = to
    return to === result.length
  }
}

/** The stride of each unit of `moved` in a table over `scope`; 0 for units that are not in it. */
function strides(units: Units, scope: readonly number[], moved: readonly number[]): Int32Array {
  const found = new Int32Array(moved.length)
  let stride = 1
  for (let g = scope.length - 1; g >= 0; g--) {
    const where = moved.indexOf(scope[g])
    if (where >= 0) found[where] = stride
    stride *= units.size(scope[g])
  }
  return found
}
