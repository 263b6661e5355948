// The weights of a classifier, feature by feature: collected in training, written to a file, and unpacked
// into the tables that `linear-format.ts` describes. Features ascend, so the file holds their differences, as
// variable-length integers in groups of 7 bits; the same for the labels within a row.
import { ParleyError } from '@parleyjs/core'
import { GrowableBytes } from '@parleyjs/core/internal'
import { pushNumber } from '../model/numbers.js'
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

/** Maximum load of a table, and its minimum size as a power of two. */
const MOST_FILLED = 0.7
const LEAST_BITS = 12
/** How often a table is doubled before the features are refused: they are not spread like hashes. */
const MOST_DOUBLINGS = 4

/** Rows in one piece, packed as variable-length integers. */
export interface PackedRows {
  /** Number of features, and total number of weights. */
  readonly features: number
  readonly entries: number
  /**
   * Differences of the features, number of weights in each row, and differences of the labels within a row.
   */
  readonly steps: Uint8Array
  readonly sizes: Uint8Array
  readonly labels: Uint8Array
  readonly weights: Int8Array
}

/** Builds a classifier feature by feature. */
export class LinearRows {
  private readonly steps = new GrowableBytes()
  private readonly sizes = new GrowableBytes()
  private readonly labels = new GrowableBytes()
  private readonly weights = new GrowableBytes()
  private features = 0
  private lastFeature = 0
  /** Weights of the current row. */
  private row: { readonly label: number; readonly units: number }[] = []

  /** Adds a label's weight, in units, to the current row. Weights of 0 are skipped. */
  add(label: number, units: number): void {
    if (units !== 0) this.row.push({ label, units })
  }

  /** Ends the current row as that of `feature`; an empty row is dropped. Features must ascend. */
  end(feature: number): void {
    const { row } = this
    if (row.length === 0) return
    pushNumber(this.steps, feature - this.lastFeature)
    pushNumber(this.sizes, row.length)
    let last = 0
    for (const { label, units } of row.sort((a, b) => a.label - b.label)) {
      pushNumber(this.labels, label - last)
      this.weights.push(units)
      last = label
    }
    this.lastFeature = feature
    this.row = []
    this.features++
  }

  packed(): PackedRows {
    const { features, steps, sizes, labels, weights } = this
    const bytes = weights.copy()
    return {
      features,
      entries: bytes.length,
      steps: steps.copy(),
      sizes: sizes.copy(),
      labels: labels.copy(),
      weights: new Int8Array(bytes.buffer),
    }
  }

  model(labels: number, scale: number): LinearModel {
    const model = modelOf(this.packed(), labels, scale)
    if (model === null)
      throw new RangeError('Features must ascend, and labels must be below the number of labels.')
    return model
  }
}

/** The classifier in packed rows; null if their lengths are inconsistent. */
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
    'The features of a classifier are not spread evenly, as hashes are. The file may be damaged; train the model again.',
  )
}

/** Rows with their numbers unpacked. */
interface Rows {
  readonly steps: Int32Array
  readonly sizes: Int32Array
  readonly labelSteps: Int32Array
  readonly weights: Int8Array
}

/** Unpacks the rows; null if there are more numbers than the counts say, or fewer. */
function unpack(packed: PackedRows): Rows | null {
  const { features, entries, weights } = packed
  const steps = numbersIn(packed.steps, features)
  const sizes = numbersIn(packed.sizes, features)
  const labelSteps = numbersIn(packed.labels, entries)
  const isWhole = steps !== null && sizes !== null && labelSteps !== null && weights.length === entries
  return isWhole ? { steps, sizes, labelSteps, weights } : null
}

/** Decodes `count` variable-length integers; null if the bytes hold more or fewer. */
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

/**
 * Hash table and rows for 2^bits places: 'crowded' if a displacement is too large, null if the input is
 * inconsistent.
 */
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
  // At most one unit per weight.
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
    // The largest displacement is a sentinel, so every probe terminates.
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
