// The loops over rows in plain JavaScript: Math.fround rounds each operation as the lanes of a vector do.
import { DIVISOR, EPSILON, ERF, EXP, LEAST_MEAN, type RowKernels } from './row-kernels.js'

const { fround, sqrt } = Math

const bits = new Int32Array(1)
const power = new Float32Array(bits.buffer)
const [LOG2E, LN2_HIGH, LN2_LOW] = [EXP.log2e, EXP.ln2High, EXP.ln2Low].map(fround)
const EXP_TERMS = EXP.polynomial.map(fround)
const ERF_TERMS = ERF.polynomial.map(fround)
const P = fround(ERF.p)
const SQRT_HALF = fround(Math.SQRT1_2)
const DENSITY = fround(1 / sqrt(2 * Math.PI))

/** e^x for x ≤ 88, in 32 bits. */
export function exp32(x: number): number {
  if (!(x > EXP.least)) return 0
  power[0] = fround(fround(x * LOG2E) + EXP.round)
  const n = fround(power[0] - EXP.round)
  const r = fround(fround(x - fround(n * LN2_HIGH)) - fround(n * LN2_LOW))
  let sum = EXP_TERMS[0]
  for (let k = 1; k < EXP_TERMS.length; k++) sum = fround(fround(sum * r) + EXP_TERMS[k])
  const result = fround(fround(fround(fround(sum * r) * r) + r) + 1)
  bits[0] = (bits[0] << 23) + 0x3f800000
  return fround(result * power[0])
}

/** Φ(x), the normal distribution; `bell` is exp(−x²/2). */
function normal(x: number, bell: number): number {
  const t = fround(1 / fround(1 + fround(P * fround(Math.abs(x) * SQRT_HALF))))
  let sum = ERF_TERMS[0]
  for (let k = 1; k < ERF_TERMS.length; k++) sum = fround(fround(sum * t) + ERF_TERMS[k])
  const tail = fround(0.5 * fround(fround(sum * t) * bell))
  return x > 0 ? fround(1 - tail) : tail
}

const bellOf = (x: number) => exp32(fround(-0.5 * fround(x * x)))

/** Sums four lanes. */
class Lanes {
  private readonly sums = new Float32Array(4)

  clear(): void {
    this.sums.fill(0)
  }

  add(j: number, value: number): void {
    this.sums[j & 3] += fround(value)
  }

  get total(): number {
    const [a, b, c, d] = this.sums
    return fround(fround(a + b) + fround(c + d))
  }
}

export class PlainRows implements RowKernels {
  private readonly lanes = new Lanes()
  private readonly more = new Lanes()

  constructor(private readonly memory: { readonly floats: Float32Array }) {}

  softmax(x: number, rows: number, columns: number, step: number, share: number): void {
    const { lanes } = this
    const { floats } = this.memory
    const factor = fround(share)
    for (let i = 0; i < rows; i++) {
      const at = (x + i * step) >> 2
      let largest = Number.NEGATIVE_INFINITY
      for (let j = 0; j < columns; j++) if (floats[at + j] > largest) largest = floats[at + j]
      lanes.clear()
      for (let j = 0; j < columns; j++) {
        floats[at + j] = exp32(fround(factor * fround(floats[at + j] - largest)))
        lanes.add(j, floats[at + j])
      }
      const part = fround(1 / lanes.total)
      for (let j = 0; j < columns; j++) floats[at + j] *= part
    }
  }

  softmaxBack(p: number, slopes: number, rows: number, columns: number, step: number, share: number): void {
    const { lanes } = this
    const { floats } = this.memory
    const factor = fround(share)
    for (let i = 0; i < rows; i++) {
      const at = (p + i * step) >> 2
      const to = (slopes + i * step) >> 2
      lanes.clear()
      for (let j = 0; j < columns; j++) lanes.add(j, fround(floats[at + j] * floats[to + j]))
      const mean = lanes.total
      for (let j = 0; j < columns; j++)
        floats[to + j] = fround(fround(factor * floats[at + j]) * fround(floats[to + j] - mean))
    }
  }

  normalise(
    x: number,
    rows: number,
    columns: number,
    gain: number,
    bias: number,
    hat: number,
    inverse: number,
    y: number,
  ): void {
    const { lanes } = this
    const { floats } = this.memory
    const part = fround(1 / columns)
    for (let i = 0; i < rows; i++) {
      const from = (x >> 2) + i * columns
      lanes.clear()
      for (let j = 0; j < columns; j++) lanes.add(j, floats[from + j])
      const mean = fround(lanes.total * part)
      lanes.clear()
      for (let j = 0; j < columns; j++) {
        const off = fround(floats[from + j] - mean)
        lanes.add(j, fround(off * off))
      }
      const spread = fround(1 / fround(sqrt(fround(fround(lanes.total * part) + fround(EPSILON)))))
      floats[(inverse >> 2) + i] = spread
      for (let j = 0; j < columns; j++) {
        const value = fround(fround(floats[from + j] - mean) * spread)
        floats[(hat >> 2) + i * columns + j] = value
        floats[(y >> 2) + i * columns + j] = fround(floats[(gain >> 2) + j] * value) + floats[(bias >> 2) + j]
      }
    }
  }

  normaliseBack(
    dy: number,
    rows: number,
    columns: number,
    gain: number,
    hat: number,
    inverse: number,
    dx: number,
    dGain: number,
    dBias: number,
  ): void {
    const { lanes, more } = this
    const { floats } = this.memory
    const part = fround(1 / columns)
    for (let i = 0; i < rows; i++) {
      const slopes = (dy >> 2) + i * columns
      const hats = (hat >> 2) + i * columns
      const to = (dx >> 2) + i * columns
      lanes.clear()
      more.clear()
      for (let j = 0; j < columns; j++) {
        const slope = floats[slopes + j]
        const along = fround(slope * floats[hats + j])
        floats[(dGain >> 2) + j] += along
        floats[(dBias >> 2) + j] += slope
        lanes.add(j, fround(slope * floats[(gain >> 2) + j]))
        more.add(j, fround(along * floats[(gain >> 2) + j]))
      }
      const mean = fround(lanes.total * part)
      const slant = fround(more.total * part)
      const spread = floats[(inverse >> 2) + i]
      for (let j = 0; j < columns; j++) {
        const own = fround(fround(floats[slopes + j] * floats[(gain >> 2) + j]) - mean)
        floats[to + j] += fround(spread * fround(own - fround(floats[hats + j] * slant)))
      }
    }
  }

  gelu(x: number, count: number, y: number): void {
    const { floats } = this.memory
    for (let i = 0; i < count; i++) {
      const value = floats[(x >> 2) + i]
      floats[(y >> 2) + i] = fround(value * normal(value, bellOf(value)))
    }
  }

  geluBack(x: number, count: number, dy: number, dx: number): void {
    const { floats } = this.memory
    for (let i = 0; i < count; i++) {
      const value = floats[(x >> 2) + i]
      const bell = bellOf(value)
      const slope = fround(normal(value, bell) + fround(fround(value * bell) * DENSITY))
      floats[(dx >> 2) + i] += fround(floats[(dy >> 2) + i] * slope)
    }
  }

  sums(a: number, b: number, count: number, y: number): void {
    const { floats } = this.memory
    for (let i = 0; i < count; i++) floats[(y >> 2) + i] = floats[(a >> 2) + i] + floats[(b >> 2) + i]
  }

  dots(a: number, count: number, length: number, b: number, y: number): void {
    const { floats } = this.memory
    const right = b >> 2
    for (let i = 0; i < count; i++) {
      const left = (a >> 2) + i * length
      let [s0, s1, s2, s3] = [0, 0, 0, 0]
      let k = 0
      for (; k + 3 < length; k += 4) {
        s0 += floats[left + k] * floats[right + k]
        s1 += floats[left + k + 1] * floats[right + k + 1]
        s2 += floats[left + k + 2] * floats[right + k + 2]
        s3 += floats[left + k + 3] * floats[right + k + 3]
      }
      for (; k < length; k++) s0 += floats[left + k] * floats[right + k]
      floats[(y >> 2) + i] = s0 + s1 + (s2 + s3)
    }
  }

  adamW(
    w: number,
    count: number,
    toSlopes: number,
    toMean: number,
    toSquares: number,
    rate: number,
    shrink: number,
    keep: number,
    meanShare: number,
    squaresShare: number,
  ): void {
    const { floats } = this.memory
    const [pace, less, kept, share, squares] = [rate, shrink, keep, meanShare, squaresShare].map(fround)
    const [divisor, least] = [DIVISOR, LEAST_MEAN].map(fround)
    for (let i = w >> 2; i < (w >> 2) + count; i++) {
      const [m, v] = [i + (toMean >> 2), i + (toSquares >> 2)]
      const slope = fround(floats[i + (toSlopes >> 2)] * less)
      const mean = fround(floats[m] + fround(share * fround(slope - floats[m])))
      floats[m] = Math.abs(mean) > least ? mean : 0
      const square = fround(floats[v] + fround(squares * fround(fround(slope * slope) - floats[v])))
      floats[v] = square > least ? square : 0
      const step = fround(fround(pace * floats[m]) / fround(fround(sqrt(floats[v])) + divisor))
      floats[i] = fround(floats[i] * kept) - step
    }
  }
}
