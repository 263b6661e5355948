// Adds the file and the line to errors of readers and solvers, which do not know where their input is from.
import { type ErrorPlace, ParleyError } from '@parley/core'

/** The error with the fields of `place` that it does not have, if it is a `ParleyError`; else the error itself. */
export function withPlace(error: unknown, place: ErrorPlace): unknown {
  if (!(error instanceof ParleyError)) return error
  return new ParleyError(error.code, error.message, { ...place, ...error.place })
}

/** Runs `work`, and adds `place` to what it throws. */
export function placed<T>(place: ErrorPlace, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withPlace(error, place)
  }
}
