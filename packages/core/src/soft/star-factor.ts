// A consensus set as a custom factor, for the form of a soft problem with copied variables.
import type { Factor } from '../kinds/custom/factor.js'
import type { SoftProblem } from './soft-problem.js'

/**
 * A consensus set as one factor (paper 4, Fig. 2): a tree of the set's variable and copies of the members.
 * The links are one-hot groups, first the members' in order and then the set's own.
 */
export class StarFactor implements Factor {
  readonly name = 'consensus set'
  private readonly size: number
  private readonly count: number
  /**
   * Best total with each value z of the set; best score of each member if it disagrees, and its choice then.
   */
  private readonly total: Float64Array
  private readonly apart: Float64Array
  private readonly choice: Int32Array

  /** A factor of the pairs `from` … `to` − 1 of the problem: agreements with the same lone variable. */
  constructor(
    private readonly problem: SoftProblem,
    private readonly from: number,
    to: number,
  ) {
    this.count = to - from
    this.size = problem.sizeOf(problem.pairSecond.data[from])
    this.total = new Float64Array(this.size)
    this.apart = new Float64Array(this.count)
    this.choice = new Int32Array(this.count)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { size, count, choice, apart } = this
    const z = this.collect(scores)
    configuration.fill(0)
    configuration[count * size + z] = 1
    let own = 0
    for (let k = 0; k < count; k++) {
      const agrees = scores[k * size + z] >= apart[k]
      configuration[k * size + (agrees ? z : choice[k])] = 1
      if (!agrees && choice[k] !== z) own -= this.penalty(k, choice[k])
    }
    return own
  }

  score(configuration: Float64Array): number {
    const { size, count } = this
    const chosen = (k: number) => {
      let value = -1
      for (let y = 0; y < size; y++)
        if (configuration[k * size + y] === 1) value = value === -1 ? y : Number.NaN
      return value
    }
    const z = chosen(count)
    let own = 0
    for (let k = 0; k < count; k++) {
      const y = chosen(k)
      if (!(y >= 0)) return Number.NEGATIVE_INFINITY
      if (y !== z) own -= this.penalty(k, y)
    }
    return z >= 0 ? own : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { size, count, apart, total } = this
    const best = total[this.collect(scores)]
    for (let k = 0; k < count; k++) {
      // The total of the others with each z. The two best suffice, as a member excludes only its own value.
      let first = -1
      let second = -1
      const row = k * size
      for (let z = 0; z < size; z++) {
        const rest = total[z] - Math.max(scores[row + z], apart[k])
        off[row + z] = rest
        if (first < 0 || rest > off[row + first]) {
          second = first
          first = z
        } else if (second < 0 || rest > off[row + second]) second = z
      }
      for (let y = 0; y < size; y++) {
        const other = y === first ? second : first
        const alone = other < 0 ? Number.NEGATIVE_INFINITY : off[row + other] - this.penalty(k, y)
        on[row + y] = scores[row + y] + Math.max(off[row + y], alone)
      }
    }
    for (let z = 0; z < size; z++) on[count * size + z] = total[z]
    for (let k = 0; k <= count; k++) offFromOthers(on, off, k * size, size)
    return best
  }

  /** Computes the total of every z. Returns the best z. */
  private collect(scores: Float64Array): number {
    const { size, count, total, apart, choice } = this
    for (let z = 0; z < size; z++) total[z] = scores[count * size + z]
    for (let k = 0; k < count; k++) {
      apart[k] = Number.NEGATIVE_INFINITY
      for (let y = 0; y < size; y++) {
        const alone = scores[k * size + y] - this.penalty(k, y)
        if (alone > apart[k]) {
          apart[k] = alone
          choice[k] = y
        }
      }
      for (let z = 0; z < size; z++) total[z] += Math.max(scores[k * size + z], apart[k])
    }
    let best = 0
    for (let z = 1; z < size; z++) if (total[z] > total[best]) best = z
    return best
  }

  private penalty(member: number, value: number): number {
    const { tables, pairTable } = this.problem
    return tables.data[pairTable.data[this.from + member] + value]
  }
}

/** In a one-hot group a link is off exactly when another is on. */
export function offFromOthers(on: Float64Array, off: Float64Array, from: number, size: number): void {
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  let best = -1
  for (let i = from; i < from + size; i++)
    if (on[i] > first) {
      second = first
      first = on[i]
      best = i
    } else if (on[i] > second) second = on[i]
  for (let i = from; i < from + size; i++) off[i] = i === best ? second : first
}
