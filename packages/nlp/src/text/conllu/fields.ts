// The rules for the text of columns: never empty, spaces only in certain columns.
import { ParleyError } from '@parleyjs/core'
import { COLUMN_COUNT, COLUMNS, FEATS, FORM, LEMMA, MISC } from './columns.js'
import { type Complaints, quote } from './complaints.js'

// A byte-order mark inside a word is an ordinary character.
const WHITE_SPACE = /[^\S\ufeff]/
const REPEATED = /[^\S\ufeff]{2}/

/** Checks the columns of a line that has an empty column, a space, or a character that may be a space. */
export function checkFields(
  fields: readonly string[],
  isRange: boolean,
  line: number,
  say: Complaints,
): void {
  for (let column = 0; column < COLUMN_COUNT; column++) {
    const field = fields[column]
    const name = COLUMNS[column].toUpperCase()
    if (field === '') {
      say.tolerable(
        'empty-field',
        line,
        `${name} is empty.`,
        'Write _ where there is nothing.',
        'Left as it is.',
      )
      continue
    }
    if (!WHITE_SPACE.test(field)) continue
    const fault = faultOf(field, column, isRange)
    if (fault !== null)
      say.tolerable(
        'space',
        line,
        `${name} ${quote(field)} ${fault}.`,
        'Remove the spaces.',
        'Left as it is.',
      )
  }
}

/** Checks that a multiword token has only a form and MISC (FEATS may mark a typing error). */
export function checkRange(fields: readonly string[], line: number, say: Complaints): void {
  for (let column = LEMMA; column < MISC; column++) {
    const field = fields[column]
    if (field === '_' || field === '' || (column === FEATS && field === 'Typo=Yes')) continue
    const name = COLUMNS[column].toUpperCase()
    say.tolerable(
      'range-field',
      line,
      `The multiword token ${fields[0]} has ${quote(field)} as ${name}.`,
      'Its words have lemmas, tags and heads; write _ here.',
      'Left as it is.',
    )
  }
}

function faultOf(field: string, column: number, isRange: boolean): string | null {
  if (WHITE_SPACE.test(field[0])) return 'begins with a space'
  if (WHITE_SPACE.test(field[field.length - 1])) return 'ends with a space'
  if (REPEATED.test(field)) return 'has two spaces in a row'
  if (column === MISC) return null
  if (column !== FORM && column !== LEMMA)
    return 'has a space inside, which only FORM, LEMMA and MISC may have'
  return isRange ? 'has a space inside, but a multiword token is one token' : null
}

/** Refuses text that a column cannot hold. */
export function requireField(name: string, value: string): void {
  const fault =
    value === ''
      ? 'is empty; write _ for nothing'
      : /[\t\n\r]/.test(value)
        ? 'has a tab or the end of a line inside'
        : null
  if (fault !== null)
    throw new ParleyError('bad-argument', `${name.toUpperCase()} ${JSON.stringify(value)} ${fault}.`)
}
