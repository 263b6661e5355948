// Errors of requests. Every error answer has the form {"error": {"code", "message", "where"?}}.
import type { ErrorCode, ErrorPlace } from '@parleyjs/core'

export type RequestErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-slow'
  | 'too-large'
  | 'unsupported-type'
  | 'unsupported'
  | 'busy'
  | 'shutting-down'
  | 'internal'

const STATUS = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-type': 415,
  unsupported: 422,
  busy: 429,
  internal: 500,
  'shutting-down': 503,
  'too-slow': 504,
} as const satisfies Record<RequestErrorCode, number>

/** Place in the input: a line, a field, a variable. */
export type Where = Omit<ErrorPlace, 'file'> & { readonly field?: string }

export class RequestError extends Error {
  readonly status: (typeof STATUS)[RequestErrorCode]

  constructor(
    readonly code: RequestErrorCode,
    message: string,
    readonly where: Where = {},
  ) {
    super(message)
    this.status = STATUS[code]
  }

  toJSON() {
    const { code, message, where } = this
    return { error: { code, message, ...(Object.keys(where).length > 0 && { where }) } }
  }
}

/** The reason why a task is cancelled when its client has gone. It is not a bug and is not logged. */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone.')
  }
}

const CODES = {
  'bad-argument': 'bad-request',
  'bad-input': 'bad-request',
  'bad-factor': 'bad-request',
  'too-large': 'too-large',
  unsupported: 'unsupported',
  interrupted: 'too-slow',
  'thread-ended': 'internal',
} as const satisfies Record<ErrorCode, RequestErrorCode>

/** Converts an error of the library, which describes the content of the request. */
export function fromLibrary(
  code: ErrorCode,
  message: string,
  { file: _, ...where }: ErrorPlace,
): RequestError {
  return new RequestError(CODES[code], message, where)
}

/** The error for a bug. The details go to the log only, not to the client. */
export const internalError = () =>
  new RequestError('internal', 'This is a bug in Parley. The log of the server says more.')
