// A table of weights that features are hashed into, with averaging while it is trained.
import type { TableMemory, TablePlace } from './table-memory.js'

/**
 * Number of places after the last hash: the variants of a feature follow its place, on the same cache lines.
 */
export const MARGIN = 256

/** A table in the middle of training. */
export interface WeightsState {
  bits: number
  clock: number
  values: Float32Array
  sums: Float64Array | null
  squares: Float32Array | null
}

/** Weights in a byte each, and what every byte stands for. */
export interface PackedWeights {
  readonly codes: Uint8Array
  readonly steps: Float32Array
}

/**
 * Weights by hash: the place of feature v is v >>> shift, and its variants follow there. Those of a model
 * file stay packed: a table of bytes is a quarter as large, and what it costs to look a weight up is the way
 * to memory.
 */
export class Weights {
  readonly shift: number
  private own: Float32Array | null
  private sums: Float64Array | null = null
  private squares: Float32Array | null = null // sums of squared gradients, starting at 1
  private clock = 1
  private place: TablePlace | null = null
  private memory: TableMemory | null = null

  constructor(
    readonly bits: number,
    values?: Float32Array,
    /** The same weights in bytes, until they are trained on. */
    public packed: PackedWeights | null = null,
  ) {
    this.shift = 32 - bits
    this.own = values ?? (packed === null ? new Float32Array(2 ** bits + MARGIN) : null)
  }

  /** All weights as numbers; packed ones are unpacked. */
  get values(): Float32Array {
    this.own ??= unpack(this.packed!)
    return this.own
  }

  /** No weight is greater than this; at least 0. */
  get most(): number {
    const values = this.packed?.steps ?? this.values
    let most = 0
    for (let i = 0; i < values.length; i++) most = Math.max(most, values[i])
    return most
  }

  /** Moves packed weights into the memory for look-ups. */
  moveTo(memory: TableMemory): void {
    const { packed } = this
    if (packed === null) return
    const { place, codes } = memory.place(packed.codes, packed.steps)
    this.memory = memory
    this.place = place
    this.packed = { codes, steps: packed.steps }
  }

  /** Addresses of the table in a memory; null if the table is not there. */
  placeIn(memory: TableMemory | null): TablePlace | null {
    return this.memory === memory ? this.place : null
  }

  /** The sum of the weights of places[0 … count). */
  score(places: Int32Array, count: number): number {
    let a = 0
    let b = 0
    let i = 0
    if (this.packed !== null) {
      const { codes, steps } = this.packed
      for (; i + 1 < count; i += 2) {
        a += steps[codes[places[i]]]
        b += steps[codes[places[i + 1]]]
      }
      if (i < count) a += steps[codes[places[i]]]
      return a + b
    }
    const { values } = this
    for (; i + 1 < count; i += 2) {
      a += values[places[i]]
      b += values[places[i + 1]]
    }
    if (i < count) a += values[places[i]]
    return a + b
  }

  /** sums[i] := the sum of the weights of places[0 … count), each moved on by offsets[from + i]. */
  scoreRows(
    places: Int32Array,
    count: number,
    offsets: Int32Array,
    from: number,
    to: number,
    sums: Float64Array,
  ): void {
    if (this.packed === null) sumRows(this.values, places, count, offsets, from, to, sums)
    else sumPackedRows(this.packed, places, count, offsets, from, to, sums)
  }

  /** Adds a step to the weights of places[0 … count), each moved on by `offset`. */
  add(places: Int32Array, count: number, offset: number, step: number): void {
    const { values, clock } = this
    this.unpackForGood()
    this.sums ??= new Float64Array(values.length)
    const { sums } = this
    for (let i = 0; i < count; i++) {
      const at = places[i] + offset
      values[at] += step
      sums[at] += step * clock
    }
  }

  /**
   * Moves the weights of places[0 … count) along a gradient that is the same for all of them, each by a step
   * of its own (AdaGrad, Duchi et al. 2011): frequent features soon move little, rare ones still
   * learn.
   */
  climb(places: Int32Array, count: number, gradient: number, rate: number): void {
    const { values, clock } = this
    this.unpackForGood()
    this.sums ??= new Float64Array(values.length)
    this.squares ??= new Float32Array(values.length).fill(1)
    const { sums, squares } = this
    const square = gradient * gradient
    for (let i = 0; i < count; i++) {
      const at = places[i]
      squares[at] += square
      const step = (rate * gradient) / Math.sqrt(squares[at])
      values[at] += step
      sums[at] += step * clock
    }
  }

  private unpackForGood(): void {
    this.packed = null
    this.place = null
  }

  /** Advances the clock of the averaged perceptron. */
  tick(): void {
    this.clock++
  }

  /** Restarts the averaging. */
  restart(): void {
    this.sums?.fill(0)
    this.clock = 1
  }

  /** The complete state, for `Weights.from`. */
  get state(): WeightsState {
    const { bits, clock, values, sums, squares } = this
    return { bits, clock, values, sums, squares }
  }

  /** Weights that continue from a state, whose arrays they then own. */
  static from({ bits, clock, values, sums, squares }: WeightsState): Weights {
    const weights = new Weights(bits, values)
    weights.sums = sums
    weights.squares = squares
    weights.clock = clock
    return weights
  }

  /** The mean of the weights over time. */
  averaged(): Weights {
    const { values, sums, clock } = this
    const mean = new Float32Array(values.length)
    for (let i = 0; i < mean.length; i++) mean[i] = sums === null ? values[i] : values[i] - sums[i] / clock
    return new Weights(this.bits, mean)
  }
}

function unpack({ codes, steps }: PackedWeights): Float32Array {
  const values = new Float32Array(codes.length)
  for (let i = 0; i < codes.length; i++) values[i] = steps[codes[i]]
  return values
}

/** Four sums at a time stay in registers. */
function sumRows(
  values: Float32Array,
  places: Int32Array,
  count: number,
  offsets: Int32Array,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  let i = from
  for (; i + 3 < to; i += 4) {
    const [o, p, q, r] = [offsets[i], offsets[i + 1], offsets[i + 2], offsets[i + 3]]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let k = 0; k < count; k++) {
      const at = places[k]
      a += values[at + o]
      b += values[at + p]
      c += values[at + q]
      d += values[at + r]
    }
    sums[i - from] = a
    sums[i - from + 1] = b
    sums[i - from + 2] = c
    sums[i - from + 3] = d
  }
  for (; i < to; i++) {
    let a = 0
    for (let k = 0; k < count; k++) a += values[places[k] + offsets[i]]
    sums[i - from] = a
  }
}

function sumPackedRows(
  { codes, steps }: PackedWeights,
  places: Int32Array,
  count: number,
  offsets: Int32Array,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  let i = from
  for (; i + 3 < to; i += 4) {
    const [o, p, q, r] = [offsets[i], offsets[i + 1], offsets[i + 2], offsets[i + 3]]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let k = 0; k < count; k++) {
      const at = places[k]
      a += steps[codes[at + o]]
      b += steps[codes[at + p]]
      c += steps[codes[at + q]]
      d += steps[codes[at + r]]
    }
    sums[i - from] = a
    sums[i - from + 1] = b
    sums[i - from + 2] = c
    sums[i - from + 3] = d
  }
  for (; i < to; i++) {
    let a = 0
    for (let k = 0; k < count; k++) a += steps[codes[places[k] + offsets[i]]]
    sums[i - from] = a
  }
}
