// The weights in training, and what their averages need: w̄ = w − u/T, where u is the sum of every change
// times the number of steps before it.

import { addFeatures, SparseSum } from '../features/segment.js'
import type { Template } from '../templates/template.js'

export class WeightVector {
  values: Float64Array = new Float64Array(0)
  /** Steps that are done. */
  steps = 0
  private late = new Float64Array(0)
  private readonly change = new SparseSum()

  /** With `shared`, the values are in memory that threads share, and grow once only. */
  constructor(
    private readonly averaged: boolean,
    private readonly shared = false,
  ) {}

  /** Makes room for this many weights. */
  reserve(size: number): void {
    this.change.reserve(size)
    if (this.values.length >= size) return
    const room = this.shared ? size : size + (size >> 2)
    const values = this.shared ? new Float64Array(new SharedArrayBuffer(8 * room)) : new Float64Array(room)
    values.set(this.values)
    this.values = values
    if (this.averaged) this.late = enlarged(this.late, room)
  }

  /** The features of `plus` minus those of `minus`, until the next call. */
  difference(template: Template, plus: Float64Array, minus: Float64Array): SparseSum {
    const { change } = this
    change.clear()
    const counts = new Float64Array(plus.length)
    let differs = false
    for (let p = 0; p < plus.length; p++) {
      counts[p] = plus[p] - minus[p]
      if (counts[p] !== 0) differs = true
    }
    if (!differs) return change
    for (const { segment, at } of template.segments) addFeatures(segment, counts, at, 1, change)
    return change
  }

  /** Adds `change` to one weight. */
  add(index: number, change: number): void {
    this.values[index] += change
    if (this.averaged) this.late[index] += (this.steps - 1) * change
  }

  /** Adds a multiple of a sparse vector. */
  addScaled({ values, touched, count }: SparseSum, scale: number): void {
    for (let i = 0; i < count; i++) {
      const index = touched[i]
      if (values[index] !== 0) this.add(index, scale * values[index])
    }
  }

  dot({ values, touched, count }: SparseSum): number {
    let sum = 0
    for (let i = 0; i < count; i++) sum += this.values[touched[i]] * values[touched[i]]
    return sum
  }

  /** The averages over all steps, or the weights themselves if there are none. */
  average(size: number): Float64Array {
    const average = this.values.slice(0, size)
    if (this.averaged && this.steps > 0)
      for (let i = 0; i < size; i++) average[i] -= this.late[i] / this.steps
    return average
  }

  /** The state, for a checkpoint. */
  state(size: number): Record<string, Float64Array> {
    const values = this.values.slice(0, size)
    return this.averaged ? { values, late: this.late.slice(0, size) } : { values }
  }

  restore({ values, late }: Readonly<Record<string, Float64Array>>, steps: number): void {
    this.reserve(values.length)
    this.values.set(values)
    if (this.averaged) this.late.set(late)
    this.steps = steps
  }
}

function enlarged(old: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(size)
  next.set(old)
  return next
}
