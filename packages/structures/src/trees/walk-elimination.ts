// Steps of the elimination of words from a random walk, for `matrix-tree.ts`: with weights, and with their
// logarithms. A matrix has a row for each word, and a column for each word and one for the root at the end.
// Row i holds the weights of the steps from word i; its diagonal element is not used.

/** Below this a weight may have lost digits to underflow. */
export const TINY = 1e-200

/** Copies a matrix of rows · (rows + 1) numbers, with word `shift` as the first. */
export function copyRotated(
  matrix: Float64Array,
  from: number,
  stride: number,
  to: number,
  rows: number,
  shift: number,
): void {
  for (let i = 0; i < rows; i++) {
    const source = from + (i + shift < rows ? i + shift : i + shift - rows) * stride
    const target = to + i * (rows + 1)
    const turn = rows - shift
    for (let j = 0; j < turn; j++) matrix[target + j] = matrix[source + shift + j]
    for (let j = turn; j < rows; j++) matrix[target + j] = matrix[source + j - turn]
    matrix[target + rows] = matrix[source + stride - 1]
  }
}

/**
 * Eliminates the last rows until `kept` are left: walks through word c become direct steps. Row c is left
 * with the probabilities of where the walk goes on from c. Returns the logarithm of the product of the
 * pivots, −∞ if one is too small.
 */
export function eliminateWeights(matrix: Float64Array, at: number, rows: number, kept: number): number {
  const stride = rows + 1
  let logarithm = 0
  for (let c = rows - 1; c >= kept; c--) {
    const row = at + c * stride
    let sum = matrix[row + rows]
    for (let j = 0; j < c; j++) sum += matrix[row + j]
    if (!(sum >= TINY)) return Number.NEGATIVE_INFINITY
    logarithm += Math.log(sum)
    const scale = 1 / sum
    for (let j = 0; j < c; j++) matrix[row + j] *= scale
    matrix[row + rows] *= scale
    const toRoot = matrix[row + rows]
    for (let i = 0; i < c; i++) {
      const other = at + i * stride
      const f = matrix[other + c]
      if (f === 0) continue
      for (let j = 0; j < c; j++) matrix[other + j] += f * matrix[row + j]
      matrix[other + rows] += f * toRoot
    }
  }
  return logarithm
}

/**
 * E(c, m) = Σ_j P(c goes on to j) · E(j, m) for the words c that were eliminated and the m that were kept.
 */
export function substituteWeights(
  matrix: Float64Array,
  at: number,
  rows: number,
  kept: number,
  avoid: Float64Array,
  words: number,
  from: number,
  others: number,
): void {
  for (let c = kept; c < rows; c++) {
    const row = at + c * (rows + 1)
    const target = (others + c - kept) * words + from
    const toRoot = matrix[row + rows]
    for (let m = 0; m < kept; m++) avoid[target + m] = toRoot
    for (let j = 0; j < c; j++) {
      const p = matrix[row + j]
      if (p === 0) continue
      const source = (j < kept ? from + j : others + j - kept) * words + from
      for (let m = 0; m < kept; m++) avoid[target + m] += p * avoid[source + m]
    }
  }
}

/** The same with logarithms. */
export function eliminateLogs(matrix: Float64Array, at: number, rows: number, kept: number): number {
  const stride = rows + 1
  let logarithm = 0
  for (let c = rows - 1; c >= kept; c--) {
    const row = at + c * stride
    let sum = matrix[row + rows]
    for (let j = 0; j < c; j++) sum = addLogs(sum, matrix[row + j])
    if (sum === Number.NEGATIVE_INFINITY) return sum
    logarithm += sum
    for (let j = 0; j < c; j++) matrix[row + j] -= sum
    matrix[row + rows] -= sum
    const toRoot = matrix[row + rows]
    for (let i = 0; i < c; i++) {
      const other = at + i * stride
      const f = matrix[other + c]
      if (f === Number.NEGATIVE_INFINITY) continue
      for (let j = 0; j < c; j++) matrix[other + j] = addLogs(matrix[other + j], f + matrix[row + j])
      matrix[other + rows] = addLogs(matrix[other + rows], f + toRoot)
    }
  }
  return logarithm
}

/** The same with logarithms. */
export function substituteLogs(
  matrix: Float64Array,
  at: number,
  rows: number,
  kept: number,
  avoid: Float64Array,
  words: number,
  from: number,
  others: number,
): void {
  for (let c = kept; c < rows; c++) {
    const row = at + c * (rows + 1)
    const target = (others + c - kept) * words + from
    for (let m = 0; m < kept; m++) avoid[target + m] = matrix[row + rows]
    for (let j = 0; j < c; j++) {
      const p = matrix[row + j]
      if (p === Number.NEGATIVE_INFINITY) continue
      const source = (j < kept ? from + j : others + j - kept) * words + from
      for (let m = 0; m < kept; m++) avoid[target + m] = addLogs(avoid[target + m], p + avoid[source + m])
    }
  }
}

/** log(exp a + exp b). */
function addLogs(a: number, b: number): number {
  if (b === Number.NEGATIVE_INFINITY) return a
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b))
}
