// Positions in a rules file, and errors that point at them.
import { type ErrorCode, ParleyError } from '@parleyjs/core'

/** A position in a text; line and column count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The text that places refer to. */
export interface Source {
  readonly text: string
  readonly file: string | null
}

/**
 * An error with the line and the column; the message also shows the line with a caret under the column.
 * Programs built in TypeScript have no places: then there is only the message.
 */
export function errorAt(
  source: Source | null,
  place: Place | null,
  message: string,
  code: ErrorCode = 'bad-input',
): ParleyError {
  if (source === null || place === null) return new ParleyError(code, message)
  const { line, column } = place
  const text = `Line ${line}, column ${column}: ${message}${excerpt(source.text, place)}`
  return new ParleyError(code, text, { ...(source.file !== null && { file: source.file }), line, column })
}

const WIDTH = 100

/** The line of a place with a caret under its column; long lines are cut. */
function excerpt(text: string, { line, column }: Place): string {
  const whole = (text.split(/\r\n|\r|\n/, line)[line - 1] ?? '').replaceAll('\t', ' ')
  if (whole.trim() === '') return ''
  const start = Math.max(0, Math.min(column - 1 - WIDTH / 2, whole.length - WIDTH))
  const shown = whole.slice(start, start + WIDTH)
  return `\n  ${shown.trimEnd()}\n  ${' '.repeat(Math.max(0, column - 1 - start))}^`
}
