// Converts scores to penalties and back (paper 4, section 8): a(i, j) = − Σ over j′ ≠ j of c(i, j′), up to a
// constant.
import { ParleyError } from '../error.js'

/** Penalties c ≥ 0, and the constant by which scores and penalties differ. */
export interface Penalties {
  penalties: Float64Array
  constant: number
}

/**
 * The penalties that are equivalent to a table of scores with `columns` scores per row (supplement, Eq. 39
 * and 40, corrected): c(i, j) = a(i, j) − Σ_j′ a(i, j′) / (k − 1), after adding the constant to all scores
 * that makes the smallest penalty 0.
 *
 * @example
 * penaltiesOf([0, -3, -1, 0], 2) // { penalties: [3, 0, 0, 1], constant: 0 }
 */
export function penaltiesOf(table: ArrayLike<number>, columns: number): Penalties {
  if (columns < 2 || table.length % columns !== 0)
    throw new ParleyError(
      'bad-argument',
      `A table of ${table.length} scores in rows of ${columns} cannot become penalties: the second variable needs two values or more.`,
    )
  const penalties = new Float64Array(table.length)
  let least = Number.POSITIVE_INFINITY
  for (let row = 0; row < table.length; row += columns) {
    let sum = 0
    for (let j = 0; j < columns; j++) sum += table[row + j]
    if (!Number.isFinite(sum))
      throw new ParleyError('bad-argument', 'The scores of a soft constraint must be finite numbers.')
    for (let j = 0; j < columns; j++) {
      penalties[row + j] = table[row + j] - sum / (columns - 1)
      if (penalties[row + j] < least) least = penalties[row + j]
    }
  }
  for (let i = 0; i < penalties.length; i++) penalties[i] -= least
  return { penalties, constant: -(columns - 1) * least }
}

/** Writes the table of scores − Σ over j′ ≠ j of c(i, j′), for the penalties that begin at `from`. */
export function scoresOf(
  penalties: Float64Array,
  from: number,
  rows: number,
  columns: number,
  table: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    const row = i * columns
    let sum = 0
    for (let j = 0; j < columns; j++) sum += penalties[from + row + j]
    for (let j = 0; j < columns; j++) table[row + j] = penalties[from + row + j] - sum
  }
}

/** Writes the table of an agreement: −c(i) where i ≠ j. */
export function agreementTable(
  penalties: Float64Array,
  from: number,
  size: number,
  table: Float64Array,
): void {
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) table[i * size + j] = i === j ? 0 : -penalties[from + i]
}
