// Errors about programs that are too large.
import { ParleyError } from '@parleyjs/core'
import { errorAt, type Source } from './place.js'

/** A number in a message. */
export function figure(n: number): string {
  return n < 1e15 ? Math.round(n).toLocaleString('en-US') : n.toExponential(1)
}

/**
 * Converts the stack overflow caused by a long chain of definitions to an error about the program; rethrows
 * any other error.
 */
export function notTooDeep(error: unknown, source: Source | null): ParleyError {
  if (error instanceof ParleyError) return error
  if (!(error instanceof RangeError && /call stack/i.test(error.message))) throw error
  return errorAt(
    source,
    null,
    'The definitions are nested too deeply: each uses the next, too many times in a row. Declare some of the defined ' +
      'predicates as open; those that conditions use, as given.',
    'too-large',
  )
}
