// Whole numbers in groups of 7 bits, the lowest first; the highest bit marks that more follow. Small numbers
// take one byte.
import { ParleyError } from '@parleyjs/core'
import { GrowableBytes } from '@parleyjs/core/internal'
import type { ModelArray } from './container.js'

/** Numbers from 0 to 2³¹ − 1 as bytes. */
export function packNumbers(values: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes = new GrowableBytes(values.length + 16)
  for (let i = 0; i < values.length; i++) pushNumber(bytes, values[i])
  return bytes.copy()
}

/** Appends a number from 0 to 2³¹ − 1. */
export function pushNumber(bytes: GrowableBytes, value: number): void {
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  bytes.push(rest)
}

/** The numbers of an array of a model; `what` names the model if the array is missing. */
export function unpackNumbers(what: string, bytes: ModelArray | undefined): Int32Array {
  if (bytes === undefined) throw new ParleyError('bad-input', `${what} lacks a part. Train it again.`)
  const values = new Int32Array(bytes.length)
  let count = 0
  let shift = 0
  for (let i = 0; i < bytes.length; i++) {
    values[count] |= (bytes[i] & 127) << shift
    shift += 7
    if (bytes[i] > 127) continue
    count++
    shift = 0
  }
  return values.slice(0, count)
}
