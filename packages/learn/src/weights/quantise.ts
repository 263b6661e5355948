// Weights in a byte each. Small weights are many and need the finer steps, so that a byte holds a root of a
// weight. The greatest weights must not be cut down: they are few, but belong to features that fire
// everywhere.
import type { Fields } from '../model/fields.js'
import { MARGIN, Weights } from './weights.js'

/** How to read a byte b: sign(b) · most · |b / 127|^power. */
export interface Scale {
  most: number
  power: number
}

/** The scale of an array in the header of a model. */
export function scaleOf(scales: Fields, name: string): Scale {
  const scale = scales.fields(name)
  return { most: scale.number('most', 0), power: scale.positive('power') }
}

/** On a treebank as accurate as 32 bits, and 10 % smaller than 2 when compressed. */
const POWER = 1.5

/** Weights as bytes. */
export function quantise({ values }: Weights): { bytes: Int8Array<ArrayBuffer>; scale: Scale } {
  return quantiseValues(values)
}

/** Numbers as bytes. */
export function quantiseValues(values: Float32Array | Float64Array): {
  bytes: Int8Array<ArrayBuffer>
  scale: Scale
} {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]))
  const scale = { most: Math.fround(most), power: POWER }
  const steps = stepsOf(scale)
  const bytes = new Int8Array(values.length)
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue
    const code = nearest(Math.abs(values[i]), steps, scale)
    bytes[i] = values[i] < 0 ? -code : code
  }
  return { bytes, scale }
}

/** The weights that bytes stand for. */
export function restore(bytes: Int8Array, scale: Scale): Weights {
  const codes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  return new Weights(Math.log2(bytes.length - MARGIN), undefined, { codes, steps: tableOf(scale) })
}

/** The numbers that bytes stand for. */
export function restoreValues(bytes: Int8Array, scale: Scale): Float32Array {
  const table = tableOf(scale)
  const values = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) values[i] = table[bytes[i] & 255]
  return values
}

/** Numbers that stay one byte each in the bytes of the file, which threads share; `copy` unpacks a range. */
export class PackedValues {
  private readonly table: Float32Array

  constructor(
    readonly bytes: Int8Array,
    readonly scale: Scale,
  ) {
    this.table = tableOf(scale)
  }

  get length(): number {
    return this.bytes.length
  }

  /** Unpacks `count` numbers, beginning at `from`, into an array at `at`. */
  copy(from: number, count: number, into: Float32Array, at: number): void {
    const { bytes, table } = this
    for (let i = 0; i < count; i++) into[at + i] = table[bytes[from + i] & 255]
  }
}

/** What every byte stands for. */
function tableOf(scale: Scale): Float32Array {
  const steps = stepsOf(scale)
  const table = new Float32Array(256)
  for (let code = -127; code <= 127; code++) table[code & 255] = Math.sign(code) * steps[Math.abs(code)]
  return table
}

/**
 * What the bytes 0 … 127 stand for, as exact as a weight is: bytes that were weights become the same bytes.
 */
function stepsOf({ most, power }: Scale): Float64Array {
  return Float64Array.from({ length: 128 }, (_, code) => Math.fround(most * (code / 127) ** power))
}

/** The code whose step is nearest to a size. */
function nearest(size: number, steps: Float64Array, { most, power }: Scale): number {
  const code = Math.min(127, Math.floor(127 * (size / most) ** (1 / power)))
  return code < 127 && steps[code + 1] - size < size - steps[code] ? code + 1 : code
}
