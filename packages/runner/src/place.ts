// Adds the file and the line to errors of readers and solvers, which do not know where their input came from.
import { type ErrorPlace, ParleyError } from '@parleyjs/core'

/**
 * For a `ParleyError`: the error with the missing fields of its place taken from `place`. Other errors are
 * unchanged.
 */
export function withPlace(error: unknown, place: ErrorPlace): unknown {
  if (!(error instanceof ParleyError)) return error
  return new ParleyError(error.code, error.message, { ...place, ...error.place })
}

/** Runs `work` and adds `place` to the errors that it throws. */
export function placed<T>(place: ErrorPlace, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withPlace(error, place)
  }
}
