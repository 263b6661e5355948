// Formats errors for users: `parley: FILE:LINE: message`. Stack traces are printed only with PARLEY_DEBUG=1.
import { ParleyError } from '@parleyjs/core'
import { say, visible } from './say.js'
import { UsageError } from './usage-error.js'

export const EXIT = {
  ok: 0,
  infeasible: 1,
  faulty: 1,
  badInput: 2,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const

/** An error as plain data that a thread can send to another. */
export interface Failure {
  readonly message: string
  readonly exitCode: number
  readonly stack?: string
}

/** The message to print for an error, and the exit code. */
export function describeFailure(error: unknown): Failure {
  const stack =
    process.env.PARLEY_DEBUG === '1' && error instanceof Error && error.stack ? { stack: error.stack } : {}
  if (error instanceof ParleyError) {
    const { file, line } = error.place
    // Readers repeat the line in the message, for programs that print the message only. Here the prefix has
    // it.
    const said = /^Line \d+(?:, column (\d+))?: /.exec(error.message)
    const column = said?.[1] === undefined ? '' : `${said[1]}:`
    const place = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}:${column} `
    const message = place === '' ? error.message : error.message.slice(said?.[0].length ?? 0)
    return { message: visible(`parley: ${place}${message}`), exitCode: EXIT.badInput, ...stack }
  }
  if (error instanceof UsageError) {
    const hint = error.command === undefined ? '' : ` See: parley help ${error.command}`
    return { message: `parley: ${error.message}${hint}`, exitCode: EXIT.badInput, ...stack }
  }
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError) {
    const reason = error instanceof Error ? error.message : String(error)
    if (/memory|allocation|array length|string length/i.test(reason))
      return {
        message:
          `parley: Out of memory (${reason}). The graph is too large for this machine, ` +
          'or give Node more: NODE_OPTIONS=--max-old-space-size=8192',
        exitCode: EXIT.badInput,
        ...stack,
      }
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    message: `parley: This is a bug in Parley, please report it with the file: ${reason} (PARLEY_DEBUG=1 shows where.)`,
    exitCode: EXIT.bug,
    ...stack,
  }
}

export function printFailure(failure: Failure): void {
  say(`${failure.message}\n${failure.stack === undefined ? '' : `${failure.stack}\n`}`)
}
