// Weights in a byte each. Small weights are many and need the finer steps: a byte holds a root of a weight, and the few
// greatest weights are cut down where that makes all others more exact.
import { MARGIN, Weights } from './weights.js'

/** How to read a byte b: sign(b) · most · |b / 127|^power. */
export interface Scale {
  most: number
  power: number
}

const POWERS = [1.5, 2, 2.5, 3]
const CUTS = [1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12]

/** Weights as bytes, on the scale with the least squared error. */
export function quantise(weights: Weights): { bytes: Int8Array<ArrayBuffer>; scale: Scale } {
  const { values } = weights
  let greatest = 0
  for (let i = 0; i < values.length; i++) greatest = Math.max(greatest, Math.abs(values[i]))
  let best: Scale = { most: greatest, power: 2 }
  let least = Number.POSITIVE_INFINITY
  for (const power of greatest > 0 ? POWERS : [])
    for (const cut of CUTS) {
      const scale = { most: Math.fround(cut * greatest), power }
      const error = squaredError(values, scale)
      if (error >= least) continue
      least = error
      best = scale
    }
  const bytes = new Int8Array(values.length)
  const steps = stepsOf(best)
  for (let i = 0; i < values.length; i++) {
    const code = nearest(Math.abs(values[i]), steps, best)
    bytes[i] = values[i] < 0 ? -code : code
  }
  return { bytes, scale: best }
}

/** The weights that bytes stand for. */
export function restore(bytes: Int8Array, scale: Scale): Weights {
  const steps = stepsOf(scale)
  const table = new Float32Array(256)
  for (let code = -127; code <= 127; code++) table[code & 255] = Math.sign(code) * steps[Math.abs(code)]
  const values = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) values[i] = table[bytes[i] & 255]
  return new Weights(Math.log2(bytes.length - MARGIN), values)
}

/** What the bytes 0 … 127 stand for, as exact as a weight is: bytes that were weights become the same bytes. */
function stepsOf({ most, power }: Scale): Float64Array {
  return Float64Array.from({ length: 128 }, (_, code) => Math.fround(most * (code / 127) ** power))
}

/** The code whose step is nearest to a size. */
function nearest(size: number, steps: Float64Array, { most, power }: Scale): number {
  if (most === 0) return 0
  const code = Math.min(127, Math.floor(127 * (size / most) ** (1 / power)))
  return code < 127 && steps[code + 1] - size < size - steps[code] ? code + 1 : code
}

/** Over a sample of some 100,000 weights. */
function squaredError(values: Float32Array, scale: Scale): number {
  const steps = stepsOf(scale)
  const stride = 1 + Math.floor(values.length / 100_000)
  let sum = 0
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(values[i])
    sum += (size - steps[nearest(size, steps, scale)]) ** 2
  }
  return sum
}
