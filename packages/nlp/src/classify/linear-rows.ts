// The weights of a classifier, feature by feature: as they are collected in training and written to a file, and from there into the tables that
// `linear-format.ts` describes. Features are ascending numbers, so their differences are kept, in groups of 7 bits; so are the labels within a
// row.
import { ParleyError } from '@parley/core'
import { grown } from '../numeric/grown.js'
import { FEATURE_BITS, FEATURE_SPACE } from './hash.js'
import { LinearModel } from './linear.js'
import {
  BLOCK,
  BLOCK_BITS,
  LAST_BLOCK,
  MIDDLE,
  MOVED,
  MOVED_BITS,
  ROOM,
  UNIT,
  WEIGHT_BITS,
} from './linear-format.js'

/** Tables are filled to this share at most, and have at least so many bits. */
const MOST_FILLED = 0.7
const LEAST_BITS = 12
/** How often a table is doubled before its features are found to be no hashes. */
const MOST_DOUBLINGS = 4

/** Rows one after the other. */
export interface PackedRows {
  /** How many, and their weights altogether. */
  readonly features: number
  readonly entries: number
  /** From one feature to the next, weights in each row, and from one label of a row to the next. */
  readonly steps: Uint8Array
  readonly sizes: Uint8Array
  readonly labels: Uint8Array
  readonly weights: Int8Array
}

/** A classifier in the making, one feature after the other. */
export class LinearRows {
  private readonly steps = new Bytes()
  private readonly sizes = new Bytes()
  private readonly labels = new Bytes()
  private readonly weights = new Bytes()
  private features = 0
  private lastFeature = 0
  /** What is at hand. */
  private row: { readonly label: number; readonly units: number }[] = []

  /** Adds a label's weight to the row at hand, in units; none of 0. */
  add(label: number, units: number): void {
    if (units !== 0) this.row.push({ label, units })
  }

  /** The row is this feature's; without weights there is none. Features come in ascending order. */
  end(feature: number): void {
    const { row } = this
    if (row.length === 0) return
    this.steps.pushNumber(feature - this.lastFeature)
    this.sizes.pushNumber(row.length)
    let last = 0
    for (const { label, units } of row.sort((a, b) => a.label - b.label)) {
      this.labels.pushNumber(label - last)
      this.weights.push(units)
      last = label
    }
    this.lastFeature = feature
    this.row = []
    this.features++
  }

  packed(): PackedRows {
    const { features, steps, sizes, labels, weights } = this
    const bytes = weights.done()
    return {
      features,
      entries: bytes.length,
      steps: steps.done(),
      sizes: sizes.done(),
      labels: labels.done(),
      weights: new Int8Array(bytes.buffer),
    }
  }

  model(labels: number, scale: number): LinearModel {
    const model = modelOf(this.packed(), labels, scale)
    if (model === null)
      throw new RangeError('Features must ascend, and labels be among those that there are.')
    return model
  }
}

/** The classifier of packed rows; null if they do not fit together. */
export function modelOf(packed: PackedRows, labels: number, scale: number): LinearModel | null {
  const rows = unpack(packed)
  if (rows === null) return null
  let bits = LEAST_BITS
  while (2 ** bits * MOST_FILLED < packed.features && bits < FEATURE_BITS) bits++
  for (const most = Math.min(FEATURE_BITS, bits + MOST_DOUBLINGS); bits <= most; bits++) {
    const parts = layOut(rows, labels, bits)
    if (parts === null) return null
    if (parts !== 'crowded') return new LinearModel(labels, scale, parts.table, parts.rows)
  }
  throw new ParleyError(
    'bad-input',
    'Features of a classifier are not spread over their numbers, as hashes are. Train it again.',
  )
}

/** Rows with their numbers unpacked. */
interface Rows {
  readonly steps: Int32Array
  readonly sizes: Int32Array
  readonly labelSteps: Int32Array
  readonly weights: Int8Array
}

/** Null if there are more numbers than rows have, or fewer. */
function unpack(packed: PackedRows): Rows | null {
  const { features, entries, weights } = packed
  const steps = numbersIn(packed.steps, features)
  const sizes = numbersIn(packed.sizes, features)
  const labelSteps = numbersIn(packed.labels, entries)
  const isWhole = steps !== null && sizes !== null && labelSteps !== null && weights.length === entries
  return isWhole ? { steps, sizes, labelSteps, weights } : null
}

/** So many numbers in groups of 7 bits; null if there are more or fewer. */
function numbersIn(bytes: Uint8Array, count: number): Int32Array | null {
  if (count > bytes.length) return null
  const numbers = new Int32Array(count)
  let n = 0
  let value = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    value |= (byte & 127) << shift
    shift += 7
    if (byte < 128) {
      if (n < count) numbers[n] = value
      n++
      value = shift = 0
    }
  }
  return n === count && shift === 0 ? numbers : null
}

/** Table and rows for a number of bits: 'crowded' if a feature has to move too far, null if the parts do not fit together. */
function layOut(
  { steps, sizes, labelSteps, weights }: Rows,
  labels: number,
  bits: number,
): { table: Int32Array; rows: Int8Array } | 'crowded' | null {
  const restBits = FEATURE_BITS - bits
  const restMask = (1 << restBits) - 1
  const tagBits = restBits + MOVED_BITS
  const mostLabels = 1 << (bits - WEIGHT_BITS)
  const table = new Int32Array(2 ** bits + ROOM)
  // A unit for every weight is the most there can be.
  const rows = new Int8Array(weights.length * UNIT)
  let feature = 0
  let units = 0
  let free = 0
  let entry = 0
  for (let i = 0; i < steps.length; i++) {
    feature += steps[i]
    const end = entry + sizes[i]
    if (!(feature >= 0 && feature < FEATURE_SPACE && end > entry && end <= weights.length)) return null
    const home = feature >>> restBits
    const place = home < free ? free : home
    const moved = place - home + 1
    // The last number is nobody's, so that whoever looks stops there.
    if (moved >= MOVED) return 'crowded'
    let payload = units << 1
    let label = labelSteps[entry]
    if (end === entry + 1 && label < mostLabels) {
      if (!(label >= 0 && label < labels)) return null
      payload = (label << (WEIGHT_BITS + 1)) | ((weights[entry++] + MIDDLE) << 1) | 1
    } else {
      if (units >= 2 ** bits) return 'crowded'
      for (let block = -1; ; label += labelSteps[entry]) {
        if (!(label >= 0 && label < labels)) return null
        if (label >> BLOCK_BITS !== block) {
          block = label >> BLOCK_BITS
          rows[units * UNIT] = block
          rows[units * UNIT + 1] = block >> 8
          units++
        }
        rows[(units - 1) * UNIT + 2 + (label & (BLOCK - 1))] = weights[entry++]
        if (entry === end) break
      }
      rows[(units - 1) * UNIT + 1] |= LAST_BLOCK >> 8
    }
    table[place] = (payload << tagBits) | ((feature & restMask) << MOVED_BITS) | moved
    free = place + 1
  }
  return entry === weights.length ? { table, rows: rows.slice(0, units * UNIT) } : null
}

/** Bytes that become more. */
class Bytes {
  private bytes = new Uint8Array(1 << 12)
  private size = 0

  push(byte: number): void {
    if (this.size === this.bytes.length) this.bytes = grown(this.bytes)
    this.bytes[this.size++] = byte
  }

  /** In groups of 7 bits, the lowest first; the highest bit says that more follow. */
  pushNumber(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.push((rest & 127) | 128)
    this.push(rest)
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.size)
  }
}
