// The learned scores of parts, called places, in flat arrays: the score of a place is a constant plus the sum
// of its features' values times their weights.
import { GrowableFloats, GrowableInts } from '@parleyjs/core/internal'
import type { FeatureTable } from './feature-table.js'
import { type Score, visitScore } from './score.js'

/**
 * Entry e adds value[e] · weights[row[e] + j] to place first[e] + j, for j from 0 to width[e] − 1: places
 * next to each other may share a feature, with a weight for each.
 */
export interface Segment {
  readonly places: number
  readonly constants: Float64Array
  readonly first: Int32Array
  readonly width: Int32Array
  readonly row: Int32Array
  readonly value: Float64Array
}

/** Records places and their features. */
export class SegmentRecorder {
  private readonly constants = new GrowableFloats()
  private readonly first = new GrowableInts()
  private readonly width = new GrowableInts()
  private readonly row = new GrowableInts()
  private readonly value = new GrowableFloats()

  constructor(private readonly table: FeatureTable) {}

  get places(): number {
    return this.constants.length
  }

  /** Adds a place; returns its number. */
  add(score: Score, where: () => string): number {
    const place = this.constants.length
    this.constants.push(0)
    visitScore(
      score,
      where,
      (fixed) => {
        this.constants.data[place] += fixed
      },
      (name, value) => {
        if (typeof value === 'number') return this.entry(place, 1, this.table.row(name, 1), value)
        const row = this.table.row(name, value.length)
        if (row >= 0) for (let i = 0; i < value.length; i++) this.entry(place, 1, row + i, value[i])
      },
    )
    return place
  }

  /** Adds a place per text of a crossing; every feature has a weight for each of them. Returns the first. */
  addCrossed(score: Score, crossing: number, count: number, where: () => string): number {
    const place = this.constants.length
    for (let j = 0; j < count; j++) this.constants.push(0)
    visitScore(
      score,
      where,
      (fixed) => {
        for (let j = 0; j < count; j++) this.constants.data[place + j] += fixed
      },
      (name, value) => {
        if (typeof value === 'number')
          return this.entry(place, count, this.table.row(name, count, crossing), value)
        for (let i = 0; i < value.length; i++)
          this.entry(place, count, this.table.row(`${name}[${i}]`, count, crossing), value[i])
      },
    )
    return place
  }

  /** True if the constant of a place is −Infinity, which then becomes 0. */
  takeForbidden(place: number): boolean {
    if (this.constants.data[place] !== Number.NEGATIVE_INFINITY) return false
    this.constants.data[place] = 0
    return true
  }

  /** What was recorded. */
  finish(): Segment {
    return {
      places: this.constants.length,
      constants: this.constants.copy(),
      first: this.first.copy(),
      width: this.width.copy(),
      row: this.row.copy(),
      value: this.value.copy(),
    }
  }

  private entry(first: number, width: number, row: number, value: number): void {
    if (row < 0 || value === 0) return
    this.first.push(first)
    this.width.push(width)
    this.row.push(row)
    this.value.push(value)
  }
}

/** A text that is the same for equal segments. */
export function segmentKey({ constants, first, width, row, value }: Segment): string {
  return [constants, first, width, row, value].map((list) => list.join()).join(';')
}

/** scores[at + p] := the score of place p under these weights. */
export function scorePlaces(segment: Segment, weights: Float64Array, scores: Float64Array, at: number): void {
  const { constants, first, width, row, value } = segment
  for (let p = 0; p < constants.length; p++) scores[at + p] = constants[p]
  for (let e = 0; e < first.length; e++) {
    const place = at + first[e]
    const from = row[e]
    const factor = value[e]
    for (let j = 0; j < width[e]; j++) scores[place + j] += factor * weights[from + j]
  }
}

/** sums[f] += scale · Σ counts · value over the places that have feature f. Calls `touch` for each f. */
export function addFeatures(
  segment: Segment,
  counts: Float64Array,
  at: number,
  scale: number,
  into: SparseSum,
): void {
  const { first, width, row, value } = segment
  for (let e = 0; e < first.length; e++) {
    const place = at + first[e]
    const from = row[e]
    const factor = scale * value[e]
    for (let j = 0; j < width[e]; j++) {
      const count = counts[place + j]
      if (count !== 0) into.add(from + j, factor * count)
    }
  }
}

/** A vector over all weights of which few are not 0. */
export class SparseSum {
  values = new Float64Array(0)
  touched = new Int32Array(64)
  count = 0
  private marks = new Uint8Array(0)

  /** Makes room for this many weights. */
  reserve(size: number): void {
    if (this.values.length >= size) return
    const values = new Float64Array(size + (size >> 2))
    values.set(this.values)
    this.values = values
    const marks = new Uint8Array(values.length)
    marks.set(this.marks)
    this.marks = marks
  }

  add(index: number, value: number): void {
    if (this.marks[index] === 0) {
      this.marks[index] = 1
      if (this.count === this.touched.length) {
        const touched = new Int32Array(2 * this.count)
        touched.set(this.touched)
        this.touched = touched
      }
      this.touched[this.count++] = index
    }
    this.values[index] += value
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) {
      this.values[this.touched[i]] = 0
      this.marks[this.touched[i]] = 0
    }
    this.count = 0
  }

  squares(): number {
    let sum = 0
    for (let i = 0; i < this.count; i++) sum += this.values[this.touched[i]] ** 2
    return sum
  }
}
