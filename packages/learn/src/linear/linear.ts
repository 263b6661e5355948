// A trained linear classifier: the score of a label is the sum of the weights of the given features,
// s(y) = Σ_f w(f, y), with few labels per feature. Weights are small integers; `scale` turns them into
// log-odds. The memory layout is described in `linear-format.ts`.
import { FEATURE_BITS } from './hash.js'
import { BLOCK, BLOCK_MASK, MIDDLE, MOVED, MOVED_BITS, ROOM, UNIT, WEIGHT_BITS } from './linear-format.js'
import type { ClassifierPlace, ScoreMemory } from './score-kernel.js'

/** Payloads of the known features of the current call. Shared: only one model scores at a time. */
let found = new Int32Array(128)

/** A label is sure if it is e⁴ times as probable as any other. */
const MARGIN = 4

/**
 * Scores labels by the features of an example.
 *
 * @example
 * model.score(features, count, scores) // scores[label] = Σ weights, in units of `model.scale`
 */
export class LinearModel {
  /** Bits of a feature that a table entry keeps, and bits of an entry without the payload. */
  private readonly restBits: number
  private readonly tagBits: number

  /**
   * @param labels number of labels
   * @param scale log-odds per unit of a weight
   * @param table places of the features, as `LinearRows` makes them
   * @param rows weights of features that have several
   */
  constructor(
    readonly labels: number,
    readonly scale: number,
    readonly table: Int32Array,
    readonly rows: Int8Array,
    /** Address of the table and the rows in a WebAssembly memory, or null. */
    private readonly place: ClassifierPlace | null = null,
  ) {
    this.restBits = FEATURE_BITS - (31 - Math.clz32(table.length - ROOM))
    this.tagBits = this.restBits + MOVED_BITS
  }

  /** The same classifier, placed in a WebAssembly memory and scored there. */
  in(memory: ScoreMemory): LinearModel {
    const place = memory.place(this.table, this.rows, this.labels)
    return new LinearModel(this.labels, this.scale, place.table, place.rows, place)
  }

  /**
   * Sums the weights of the first `count` features for the labels `from` … `to` − 1 (default: all). Other
   * scores are undefined.
   */
  score(features: Int32Array, count: number, scores: Int32Array, from = 0, to = this.labels): void {
    const { rows, labels, place } = this
    if (place !== null) {
      place.memory.score(place, this.restBits, features, count, scores, from, to)
      return
    }
    scores.fill(0, from, to)
    const known = this.find(features, count)
    const payloads = found
    for (let i = 0; i < known; i++) {
      const payload = payloads[i]
      if ((payload & 1) === 1) scores[payload >>> (WEIGHT_BITS + 1)] += ((payload >>> 1) & 0xff) - MIDDLE
      else {
        let at = (payload >>> 1) * UNIT
        for (let isLast = false; !isLast; at += UNIT) {
          isLast = rows[at + 1] < 0
          const first = blockAt(rows, at) * BLOCK
          const some = Math.min(BLOCK, labels - first)
          for (let k = 0; k < some; k++) scores[first + k] += rows[at + 2 + k]
        }
      }
    }
  }

  /** Finds the payloads of all features before any row is read, so that the cache misses overlap. */
  private find(features: Int32Array, count: number): number {
    if (found.length < count) found = new Int32Array(2 * count)
    const { table, restBits, tagBits } = this
    const restMask = (1 << restBits) - 1
    const tagMask = (1 << tagBits) - 1
    const payloads = found
    let known = 0
    for (let i = 0; i < count; i++) {
      const feature = features[i]
      let at = feature >>> restBits
      let tag = ((feature & restMask) << MOVED_BITS) | 1
      let there = table[at]
      // Robin Hood order: an entry with a smaller displacement means that the feature is absent.
      while ((there & tagMask) !== tag && (there & MOVED) >= (tag & MOVED)) {
        there = table[++at]
        tag++
      }
      payloads[known] = there >>> tagBits
      known += (there & tagMask) === tag ? 1 : 0
    }
    return known
  }

  /** Visits every label and weight; features ascend, and the last entry of each is marked. */
  forEach(visit: (feature: number, label: number, weight: number, isLast: boolean) => void): void {
    const { table, rows, restBits, tagBits } = this
    for (let place = 0; place < table.length; place++) {
      const there = table[place]
      if (there === 0) continue
      const rest = (there >>> MOVED_BITS) & ((1 << restBits) - 1)
      const feature = ((place + 1 - (there & MOVED)) << restBits) | rest
      const payload = there >>> tagBits
      if ((payload & 1) === 1) {
        visit(feature, payload >>> (WEIGHT_BITS + 1), ((payload >>> 1) & 0xff) - MIDDLE, true)
        continue
      }
      const row: [label: number, weight: number][] = []
      let at = (payload >>> 1) * UNIT
      for (let isLast = false; !isLast; at += UNIT) {
        isLast = rows[at + 1] < 0
        for (let k = 0; k < BLOCK; k++)
          if (rows[at + 2 + k] !== 0) row.push([blockAt(rows, at) * BLOCK + k, rows[at + 2 + k]])
      }
      row.forEach(([label, weight], i) => {
        visit(feature, label, weight, i === row.length - 1)
      })
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

/** The block number in a unit of `rows`. */
function blockAt(rows: Int8Array, at: number): number {
  return ((rows[at] & 0xff) | (rows[at + 1] << 8)) & BLOCK_MASK
}

/** Approximates e^x by multiplications alone: the same bits in every engine. */
export function softExp(x: number): number {
  if (x < -40) return 0
  if (x > 40) return softExp(40)
  let y = 1 + x / 4096
  for (let i = 0; i < 12; i++) y *= y
  return y
}
