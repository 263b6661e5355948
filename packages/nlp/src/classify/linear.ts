// A trained linear classifier: the score of a label is the sum of the weights of the features at hand,
// s(y) = Σ_f w(f, y), with few labels per feature. Weights are small integers; `scale` turns them into log-odds.

/** A label is sure if it is e⁴ times as probable as any other. */
const MARGIN = 4

/**
 * Scores labels by the features at hand.
 *
 * @example
 * model.score(features, count, scores) // scores[label] = Σ weights, in units of `model.scale`
 */
export class LinearModel {
  /** Open addressing, two numbers per place: a feature (0 is free) and the number of its row. */
  readonly table: Int32Array
  private readonly mask: number

  /**
   * @param labels number of labels
   * @param scale what one unit of a weight is worth
   * @param features numbers of the features, ascending
   * @param starts where the row of each feature begins in `entries`, and the end of all
   * @param entries label + 65536·weight
   * @param table if it is made already, the places of the features
   */
  constructor(
    readonly labels: number,
    readonly scale: number,
    readonly features: Int32Array,
    readonly starts: Int32Array,
    readonly entries: Int32Array,
    table?: Int32Array,
  ) {
    this.table = table ?? tableOf(features)
    this.mask = this.table.length / 2 - 1
  }

  /** Sums the weights of the first `count` features, for each label. */
  score(features: Int32Array, count: number, scores: Int32Array): void {
    const { table, mask, starts, entries, labels } = this
    for (let y = 0; y < labels; y++) scores[y] = 0
    for (let i = 0; i < count; i++) {
      const feature = features[i]
      let at = place(feature) & mask
      let found = table[at * 2]
      while (found !== feature && found !== 0) {
        at = (at + 1) & mask
        found = table[at * 2]
      }
      if (found === 0) continue
      const row = table[at * 2 + 1]
      const end = starts[row + 1]
      for (let e = starts[row]; e < end; e++) {
        const entry = entries[e]
        scores[entry & 0xffff] += entry >> 16
      }
    }
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

function tableOf(features: Int32Array): Int32Array {
  let size = 16
  while (size < features.length * 2) size *= 2
  const mask = size - 1
  const table = new Int32Array(size * 2)
  for (let i = 0; i < features.length; i++) {
    let at = place(features[i]) & mask
    while (table[at * 2] !== 0) at = (at + 1) & mask
    table[at * 2] = features[i]
    table[at * 2 + 1] = i
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
