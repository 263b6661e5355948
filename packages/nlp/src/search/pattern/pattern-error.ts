// Errors in a pattern.
import { ParleyError } from '@parleyjs/core'

/** The error at a column of the pattern, counted from 1. */
export function patternError(column: number, message: string): ParleyError {
  return new ParleyError('bad-argument', `Column ${column} of the pattern: ${message}`, { column })
}
