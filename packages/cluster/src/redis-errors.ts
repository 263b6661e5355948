// Translates Redis errors to messages that a user can act on.
import { ParleyError } from '@parleyjs/core'
import { oneLine } from './schema.js'

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /\bOOM\b/,
    'Redis has no memory left (maxmemory). Give it more, or remove other data from it, and continue: finished shards are kept.',
  ],
  [/\b(NOAUTH|WRONGPASS)\b/, 'Redis refuses the password, or needs one: redis://:PASSWORD@HOST.'],
  [/\bNOPERM\b/, 'Redis does not allow this user the commands that the queue needs.'],
  [/\bREADONLY\b/, 'This Redis is a replica, which accepts no writes. Give the address of the primary.'],
  [/\bMISCONF\b/, 'Redis cannot write to its disk, and accepts no writes until it can.'],
]
/** Errors that waiting cannot cure while the address stays the same. */
const LASTING = /\b(NOAUTH|WRONGPASS|NOPERM)\b/

/** Converts a Redis error to a `ParleyError`. */
export function wordsFor(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error
  const said = oneLine(error instanceof Error ? error.message : String(error))
  const reason = REASONS.find(([pattern]) => pattern.test(said))?.[1]
  return new ParleyError(
    'unsupported',
    reason === undefined ? `Redis: ${said}` : `${reason} It says: ${said}`,
  )
}

export function isLasting(error: unknown): boolean {
  return LASTING.test(error instanceof Error ? error.message : '')
}

/** Waits for a Redis reply; converts refusals to `ParleyError`s. */
export async function inWords<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isRefusal(error) ? wordsFor(error) : error
  }
}

/** Whether Redis replied with an error, as opposed to not replying. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && REASONS.some(([pattern]) => pattern.test(error.message))
}
