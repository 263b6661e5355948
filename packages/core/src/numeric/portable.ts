// Logarithm and exponential from additions and multiplications alone. ECMAScript leaves the last digit of
// Math.log and Math.exp to the engine; these functions give the same bits in every engine, and so do the
// solvers.

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
/** 2⁶⁴ */
const LARGE = 2 ** 64

/** Natural logarithm of a positive number, to about one unit in the last place. */
export function portableLog(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return Math.log(x)
  // x = m·2^e with m in [√½, √2)
  let e = 0
  let m = x
  while (m >= LARGE) {
    m /= LARGE
    e += 64
  }
  while (m < 1 / LARGE) {
    m *= LARGE
    e -= 64
  }
  while (m >= Math.SQRT2) {
    m /= 2
    e++
  }
  while (m < Math.SQRT1_2) {
    m *= 2
    e--
  }
  // log m = 2·artanh((m − 1)/(m + 1))
  const s = (m - 1) / (m + 1)
  const square = s * s
  let series = 0
  for (let k = 21; k >= 1; k -= 2) series = series * square + 1 / k
  return e * LN2_HIGH + (2 * s * series + e * LN2_LOW)
}

/** e^x, to about one unit in the last place. */
export function portableExp(x: number): number {
  if (!(x > -745)) return Number.isNaN(x) ? x : 0
  if (x > 709.7) return Math.exp(x)
  const k = Math.round(x / Math.LN2)
  const r = x - k * LN2_HIGH - k * LN2_LOW
  let series = 1
  for (let n = 16; n >= 1; n--) series = 1 + (r * series) / n
  // 2^k in two factors, because it may be below the smallest normal number
  const half = k >> 1
  return series * power(half) * power(k - half)
}

/** 2^k for −1022 ≤ k ≤ 1023, exactly. */
function power(k: number): number {
  let result = 1
  let base = k < 0 ? 0.5 : 2
  for (let n = Math.abs(k); n > 0; n >>= 1) {
    if ((n & 1) === 1) result *= base
    base *= base
  }
  return result
}
