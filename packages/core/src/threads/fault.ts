// The form in which errors cross threads and machines: structured clone keeps built-in errors, but not
// `ParleyError`.
import { type ErrorCode, type ErrorPlace, ParleyError } from '../error.js'

/** An error as plain data. */
export interface Fault {
  /** The code of a `ParleyError`; null for any other error, which is a bug. */
  readonly code: ErrorCode | null
  /** The name of its class. */
  readonly name: string
  readonly message: string
  readonly place: ErrorPlace
  readonly stack: string
}

/** An error, or any other thrown value, as plain data. */
export function faultOf(error: unknown): Fault {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const known = error instanceof ParleyError ? error : { code: null, place: {} }
  return { code: known.code, name, message, place: known.place, stack }
}

/** The built-in classes that keep their identity. */
const BUILT_IN = new Map(
  [RangeError, ReferenceError, SyntaxError, TypeError].map((type) => [type.name, type] as const),
)

/** The error that was sent as a fault: a `ParleyError`, a built-in error, or an `Error` with its name. */
export function errorOf({ code, name, message, place, stack }: Fault): Error {
  const Type = BUILT_IN.get(name) ?? Error
  const error = code === null ? new Type(message) : new ParleyError(code, message, place)
  if (error.name !== name) error.name = name
  error.stack = stack
  return error
}
