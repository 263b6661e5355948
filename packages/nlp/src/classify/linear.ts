// A trained linear classifier: the score of a label is the sum of the weights of the features at hand,
// s(y) = Σ_f w(f, y), with few labels per feature. Weights are small integers; `scale` turns them into log-odds.

/** Of the features at hand: the rows of those that are known. Only one model scores at a time. */
let found = new Int32Array(128)

/** A label is sure if it is e⁴ times as probable as any other. */
const MARGIN = 4

/**
 * Scores labels by the features at hand.
 *
 * @example
 * model.score(features, count, scores) // scores[label] = Σ weights, in units of `model.scale`
 */
export class LinearModel {
  /** Open addressing, two numbers per place: a feature (0 is free) and where its row is. */
  readonly table: Int32Array
  private readonly mask: number

  /**
   * @param labels number of labels
   * @param scale what one unit of a weight is worth
   * @param features numbers of the features, ascending
   * @param rows for each feature the number of its entries, and these: label + 65536·weight
   * @param table if it is made already, the places of the features
   */
  constructor(
    readonly labels: number,
    readonly scale: number,
    readonly features: Int32Array,
    readonly rows: Int32Array,
    table?: Int32Array,
  ) {
    this.table = table ?? tableOf(features, rows)
    this.mask = this.table.length / 2 - 1
  }

  /** Sums the weights of the first `count` features, for each label. */
  score(features: Int32Array, count: number, scores: Int32Array): void {
    const { rows, labels } = this
    scores.fill(0, 0, labels)
    const known = this.find(features, count)
    const places = found
    for (let i = 0; i < known; i++) {
      const row = places[i]
      const last = row + rows[row]
      for (let e = row + 1; e <= last; e++) {
        const entry = rows[e]
        scores[entry & 0xffff] += entry >> 16
      }
    }
  }

  /** Finds the rows of features, before any of them is read: so the processor waits for many places of memory at once. */
  private find(features: Int32Array, count: number): number {
    if (found.length < count) found = new Int32Array(2 * count)
    const { table, mask } = this
    const places = found
    let known = 0
    for (let i = 0; i < count; i++) {
      const feature = features[i]
      let at = (place(feature) & mask) * 2
      let there = table[at]
      while (there !== feature && there !== 0) {
        at = (at + 2) & (2 * mask + 1)
        there = table[at]
      }
      places[known] = table[at + 1]
      known += there === 0 ? 0 : 1
    }
    return known
  }

  /** The label with the best score, the first among equals. */
  best(scores: Int32Array): number {
    let best = 0
    for (let y = 1; y < this.labels; y++) if (scores[y] > scores[best]) best = y
    return best
  }

  /** Whether another label comes close to the best one. */
  isUnsure(scores: Int32Array, best: number): boolean {
    const least = scores[best] - MARGIN / this.scale
    for (let y = 0; y < this.labels; y++) if (scores[y] > least && y !== best) return true
    return false
  }

  /** The probability of a label. */
  probability(scores: Int32Array, label: number): number {
    let sum = 0
    for (let y = 0; y < this.labels; y++) sum += softExp((scores[y] - scores[label]) * this.scale)
    return 1 / sum
  }
}

/** The rows of a classifier in the making, one feature after the other. */
export class LinearRows {
  private readonly features: number[] = []
  private readonly rows: number[] = [0]
  private start = 0

  /** Adds a label's weight to the row at hand, in units; none of 0. */
  add(label: number, units: number): void {
    if (units === 0) return
    this.rows.push((units << 16) | label)
    this.rows[this.start]++
  }

  /** The row is this feature's; without weights there is none. Features come in ascending order. */
  end(feature: number): void {
    if (this.rows[this.start] === 0) return
    this.features.push(feature)
    this.start = this.rows.push(0) - 1
  }

  model(labels: number, scale: number): LinearModel {
    const { features, rows, start } = this
    return new LinearModel(labels, scale, Int32Array.from(features), Int32Array.from(rows.slice(0, start)))
  }
}

function tableOf(features: Int32Array, rows: Int32Array): Int32Array {
  let size = 16
  while (size < features.length * 2) size *= 2
  const mask = size - 1
  const table = new Int32Array(size * 2)
  for (let i = 0, row = 0; i < features.length; i++, row += 1 + rows[row]) {
    let at = place(features[i]) & mask
    while (table[at * 2] !== 0) at = (at + 1) & mask
    table[at * 2] = features[i]
    table[at * 2 + 1] = row
  }
  return table
}

function place(feature: number): number {
  const h = Math.imul(feature, 0x9e3779b1)
  return h ^ (h >>> 15)
}

/** About e^x, from multiplications alone: the same bits in every engine. */
export function softExp(x: number): number {
  if (x < -40) return 0
  if (x > 40) return softExp(40)
  let y = 1 + x / 4096
  for (let i = 0; i < 12; i++) y *= y
  return y
}
