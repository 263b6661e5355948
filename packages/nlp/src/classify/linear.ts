// A trained linear classifier: the score of a label is the sum of the weights of the features at hand,
// s(y) = Σ_f w(f, y), with few labels per feature. Weights are small integers; `scale` turns them into log-odds. `linear-format.ts` says how they lie
// in memory.
import { ParleyError } from '@parley/core'
import { FEATURE_BITS } from './hash.js'
import {
  BLOCK,
  BLOCK_BITS,
  BLOCK_MASK,
  LAST_BLOCK,
  MIDDLE,
  MOVED,
  MOVED_BITS,
  ROOM,
  UNIT,
  WEIGHT_BITS,
} from './linear-format.js'
import type { ClassifierPlace, ScoreMemory } from './score-kernel.js'

/** Of an entry of a classifier in the making: weight, 1 if it is its feature's last one, label (16 bits). */
const LABEL = 0xffff
const LAST = 0x10000
const WEIGHT_SHIFT = 17

/** Tables are filled to this share at most, and have at least so many bits. */
const MOST_FILLED = 0.7
const LEAST_BITS = 12
/** How often a table is doubled before its features are found to be no hashes. */
const MOST_DOUBLINGS = 4

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
  /** Bits of a feature that are kept in its place, and those of everything but the payload. */
  private readonly restBits: number
  private readonly tagBits: number

  /**
   * @param labels number of labels
   * @param scale what one unit of a weight is worth
   * @param table places of the features, as `LinearRows` makes them
   * @param rows weights of features that have several
   */
  constructor(
    readonly labels: number,
    readonly scale: number,
    readonly table: Int32Array,
    readonly rows: Int8Array,
    /** Where they lie, if WebAssembly can read them. */
    private readonly place: ClassifierPlace | null = null,
  ) {
    this.restBits = FEATURE_BITS - (31 - Math.clz32(table.length - ROOM))
    this.tagBits = this.restBits + MOVED_BITS
  }

  /** The same classifier in a memory where WebAssembly scores it. */
  in(memory: ScoreMemory): LinearModel {
    const place = memory.place(this.table, this.rows, this.labels)
    return new LinearModel(this.labels, this.scale, place.table, place.rows, place)
  }

  /** Sums the weights of the first `count` features, for each label, or for those from `from` to `to` − 1: scores of others say nothing then. */
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

  /** Finds the payloads of features, before any row is read: so the processor waits for many places of memory at once. */
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
      // Whoever moved less than the feature would have is one behind it: it is not there.
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

/** A classifier in the making, one feature after the other. */
export class LinearRows {
  private features: Int32Array
  private entries: Int32Array
  private count = 0
  /** Entries so far, and where the row at hand begins. */
  private size = 0
  private start = 0

  /** @param features about how many there will be, and how many entries */
  constructor(features = 1024, entries = 2 * features) {
    this.features = new Int32Array(features)
    this.entries = new Int32Array(entries)
  }

  /** Adds a label's weight to the row at hand, in units; none of 0. */
  add(label: number, units: number): void {
    if (units === 0) return
    if (this.size === this.entries.length) this.entries = larger(this.entries)
    this.entries[this.size++] = (units << WEIGHT_SHIFT) | label
  }

  /** The row is this feature's; without weights there is none. Features come in ascending order. */
  end(feature: number): void {
    if (this.size === this.start) return
    this.entries[this.size - 1] |= LAST
    this.start = this.size
    if (this.count === this.features.length) this.features = larger(this.features)
    this.features[this.count++] = feature
  }

  model(labels: number, scale: number): LinearModel {
    let bits = LEAST_BITS
    while (2 ** bits * MOST_FILLED < this.count && bits < FEATURE_BITS) bits++
    for (const most = Math.min(FEATURE_BITS, bits + MOST_DOUBLINGS); bits <= most; bits++) {
      const parts = this.layOut(bits)
      if (parts !== undefined) return new LinearModel(labels, scale, parts.table, parts.rows)
    }
    throw new ParleyError(
      'bad-input',
      'Features of a classifier are not spread over their numbers, as hashes are. Train it again.',
    )
  }

  /** At most so many units are needed. */
  private units(): number {
    let units = 0
    for (let e = 0, block = -1; e < this.size; e++) {
      if ((this.entries[e] & LABEL) >> BLOCK_BITS !== block) units++
      block = (this.entries[e] & LAST) !== 0 ? -1 : (this.entries[e] & LABEL) >> BLOCK_BITS
    }
    return units
  }

  /** Table and rows for a number of bits, or undefined if they do not fit. */
  private layOut(bits: number): { table: Int32Array; rows: Int8Array } | undefined {
    const { features, entries, count } = this
    const restBits = FEATURE_BITS - bits
    const restMask = (1 << restBits) - 1
    const tagBits = restBits + MOVED_BITS
    const mostLabels = 1 << (bits - WEIGHT_BITS)
    const table = new Int32Array(2 ** bits + ROOM)
    const rows = new Int8Array(this.units() * UNIT)
    let size = 0
    let free = 0
    for (let i = 0, e = 0; i < count; i++) {
      const home = features[i] >>> restBits
      const place = Math.max(home, free)
      const moved = place - home + 1
      // The last number is nobody's, so that whoever looks stops there.
      if (moved >= MOVED) return undefined
      let payload: number
      if ((entries[e] & LAST) !== 0 && (entries[e] & LABEL) < mostLabels) {
        const weight = (entries[e] >> WEIGHT_SHIFT) + MIDDLE
        payload = ((entries[e++] & LABEL) << (WEIGHT_BITS + 1)) | (weight << 1) | 1
      } else {
        if (size >= 2 ** bits) return undefined
        payload = size << 1
        for (let block = -1, isLast = false; !isLast; e++) {
          isLast = (entries[e] & LAST) !== 0
          const label = entries[e] & LABEL
          if (label >> BLOCK_BITS !== block) {
            block = label >> BLOCK_BITS
            rows[size * UNIT] = block
            rows[size * UNIT + 1] = block >> 8
            size++
          }
          const unit = (size - 1) * UNIT
          rows[unit + 2 + (label & (BLOCK - 1))] = entries[e] >> WEIGHT_SHIFT
          if (isLast) rows[unit + 1] |= LAST_BLOCK >> 8
        }
      }
      table[place] = (payload << tagBits) | ((features[i] & restMask) << MOVED_BITS) | moved
      free = place + 1
    }
    return { table, rows: rows.slice(0, size * UNIT) }
  }
}

/** The number of the block that a unit of rows holds. */
function blockAt(rows: Int8Array, at: number): number {
  return ((rows[at] & 0xff) | (rows[at + 1] << 8)) & BLOCK_MASK
}

function larger(array: Int32Array): Int32Array {
  const result = new Int32Array(Math.max(16, 2 * array.length))
  result.set(array)
  return result
}

/** About e^x, from multiplications alone: the same bits in every engine. */
export function softExp(x: number): number {
  if (x < -40) return 0
  if (x > 40) return softExp(40)
  let y = 1 + x / 4096
  for (let i = 0; i < 12; i++) y *= y
  return y
}
