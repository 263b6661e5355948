/** What went wrong, as a word that programs can test. */
export type ErrorCode =
  | 'bad-argument' // a call was given something it cannot use
  | 'bad-input' // a file does not follow its format
  | 'too-large' // a limit would be exceeded
  | 'unsupported' // correct, but not something this function can do
  | 'bad-factor' // a user's factor broke its contract
  | 'interrupted' // a time limit or a signal ended work that has nothing to show before it is done
  | 'thread-ended' // a thread failed, or ended before its work was done

/** Where it went wrong: any of these that are known. */
export interface ErrorPlace {
  file?: string
  line?: number
  column?: number
  variable?: string
  factor?: string
}

/**
 * The only error that Parley throws on purpose: a code, a message a user can act on, and where.
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
