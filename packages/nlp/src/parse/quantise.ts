// Weights in a byte each. Small weights are many and need the finer steps, so that a byte holds the root of a weight.
import { MARGIN, Weights } from './weights.js'

/** Weights as bytes, with the size of the greatest. */
export function quantise(weights: Weights): { bytes: Int8Array<ArrayBuffer>; most: number } {
  const { values } = weights
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]))
  const bytes = new Int8Array(values.length)
  if (most === 0) return { bytes, most }
  for (let i = 0; i < values.length; i++) {
    const root = Math.round(127 * Math.sqrt(Math.abs(values[i]) / most))
    bytes[i] = values[i] < 0 ? -root : root
  }
  return { bytes, most }
}

/** The weights that bytes stand for. */
export function restore(bytes: Int8Array, most: number): Weights {
  const table = new Float32Array(256)
  for (let code = -127; code <= 127; code++)
    table[code & 255] = (Math.sign(code) * most * code * code) / (127 * 127)
  const values = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) values[i] = table[bytes[i] & 255]
  return new Weights(Math.log2(bytes.length - MARGIN), values)
}
