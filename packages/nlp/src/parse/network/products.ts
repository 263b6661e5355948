// Products of small matrices, the one kernel that the network spends its time in.

/**
 * y[i, j] += Σ_k a[i, k] · b[j, k], for i < rows, j < columns and k < length. A matrix lies row by row from a place on, and a
 * step leads from a row to the next. Eight sums at a time, so that what is read is used more than once.
 */
export function addProducts(
  a: Float64Array,
  aAt: number,
  aStep: number,
  rows: number,
  b: Float64Array,
  bAt: number,
  bStep: number,
  columns: number,
  length: number,
  y: Float64Array,
  yAt: number,
  yStep: number,
): void {
  let i = 0
  for (; i + 1 < rows; i += 2) {
    const a0 = aAt + i * aStep
    const a1 = a0 + aStep
    const y0 = yAt + i * yStep
    const y1 = y0 + yStep
    let j = 0
    for (; j + 3 < columns; j += 4) {
      const b0 = bAt + j * bStep
      const b1 = b0 + bStep
      const b2 = b1 + bStep
      const b3 = b2 + bStep
      let s00 = 0
      let s01 = 0
      let s02 = 0
      let s03 = 0
      let s10 = 0
      let s11 = 0
      let s12 = 0
      let s13 = 0
      for (let k = 0; k < length; k++) {
        const p = a[a0 + k]
        const q = a[a1 + k]
        const w0 = b[b0 + k]
        const w1 = b[b1 + k]
        const w2 = b[b2 + k]
        const w3 = b[b3 + k]
        s00 += p * w0
        s01 += p * w1
        s02 += p * w2
        s03 += p * w3
        s10 += q * w0
        s11 += q * w1
        s12 += q * w2
        s13 += q * w3
      }
      y[y0 + j] += s00
      y[y0 + j + 1] += s01
      y[y0 + j + 2] += s02
      y[y0 + j + 3] += s03
      y[y1 + j] += s10
      y[y1 + j + 1] += s11
      y[y1 + j + 2] += s12
      y[y1 + j + 3] += s13
    }
    for (; j < columns; j++) {
      y[y0 + j] += product(a, a0, b, bAt + j * bStep, length)
      y[y1 + j] += product(a, a1, b, bAt + j * bStep, length)
    }
  }
  for (; i < rows; i++)
    for (let j = 0; j < columns; j++)
      y[yAt + i * yStep + j] += product(a, aAt + i * aStep, b, bAt + j * bStep, length)
}

function product(a: Float64Array, aAt: number, b: Float64Array, bAt: number, length: number): number {
  let s0 = 0
  let s1 = 0
  let k = 0
  for (; k + 1 < length; k += 2) {
    s0 += a[aAt + k] * b[bAt + k]
    s1 += a[aAt + k + 1] * b[bAt + k + 1]
  }
  if (k < length) s0 += a[aAt + k] * b[bAt + k]
  return s0 + s1
}

/** The transpose of a matrix that lies row by row: out[j, i] := m[i, j]. */
export function transpose(
  m: Float64Array,
  at: number,
  rows: number,
  columns: number,
  out: Float64Array,
): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = m[at + i * columns + j]
}
