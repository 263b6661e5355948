// The error class of Parley.

/** The kind of error, as a word that programs can test. */
export type ErrorCode =
  | 'bad-argument' // an argument of a call is not valid
  | 'bad-input' // a file does not follow its format
  | 'too-large' // a limit would be exceeded
  | 'unsupported' // valid input that this function does not support
  | 'bad-factor' // a custom factor violated its contract
  | 'interrupted' // a time limit or a signal ended work that has no partial result
  | 'thread-ended' // a thread failed, or ended before its work was done

/** Where the error occurred, as far as it is known. */
export interface ErrorPlace {
  file?: string
  line?: number
  column?: number
  variable?: string
  factor?: string
}

/**
 * The only error class that Parley throws on purpose: a code, a message that says what to do, and the place.
 *
 * @example
 * try { graph.binary(Number.NaN) } catch (e) { if (e instanceof ParleyError) e.code }
 * // 'bad-argument'
 */
export class ParleyError extends Error {
  readonly code: ErrorCode
  readonly place: ErrorPlace

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}) {
    super(message)
    this.name = 'ParleyError'
    this.code = code
    this.place = place
  }
}
