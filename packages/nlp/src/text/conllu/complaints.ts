// What a reader reports about a file: errors that end the reading, and deviations that a tolerant reader
// accepts with a warning.
import { ParleyError } from '@parleyjs/core'

/** Code of a deviation from the format, for programs to test. */
export type ConlluDeviation =
  | 'byte-order-mark'
  | 'newline' // CR or CR LF ends a line
  | 'final-line' // the last sentence has no empty line after it
  | 'empty-line' // more than one empty line between sentences
  | 'blank-line' // a line that looks empty but holds spaces or tabs
  | 'no-words' // comments without a sentence
  | 'unicode' // not in normal form C
  | 'empty-field'
  | 'space' // spaces where none are allowed
  | 'range-field' // a multiword token with more than a form and MISC
  | 'head' // HEAD is no number, or points outside of the sentence

/** A deviation that was tolerated. */
export interface ConlluWarning {
  readonly code: ConlluDeviation
  readonly line: number
  /** What is wrong, and how the reader dealt with it. */
  readonly message: string
}

/**
 * How to read. A strict reader (the default) refuses what the official validator refuses at its level 1. A
 * tolerant reader accepts treebanks with small deviations and calls `onWarning` for each, with the warning
 * and the error message of a strict reader.
 */
export type ConlluOptions = (
  | { readonly strict?: true }
  | { readonly strict: false; readonly onWarning: (warning: ConlluWarning, refusal: string) => void }
) & {
  readonly file?: string
  /** The number of the first line, if the text is a piece of a larger one. Default 1. */
  readonly firstLine?: number
}

/** Throws or reports, depending on the options. */
export class Complaints {
  constructor(private readonly options: ConlluOptions) {}

  get strict(): boolean {
    return this.options.strict !== false
  }

  /** A deviation that a tolerant reader accepts; `remedy` says how it is dealt with. */
  tolerable(code: ConlluDeviation, line: number, fact: string, advice: string, remedy: string): void {
    const refusal = `${fact} ${advice}`
    if (this.options.strict !== false) throw this.fatal(line, refusal)
    this.options.onWarning({ code, line, message: `${fact} ${remedy}` }, refusal)
  }

  /** Makes the error that ends the reading; the caller throws it. */
  fatal(line: number, message: string): ParleyError {
    const { file } = this.options
    return new ParleyError('bad-input', `Line ${line}: ${message}`, {
      line,
      ...(file !== undefined && { file }),
    })
  }
}

/** A piece of a file for a message: shortened, in quotes, with invisible characters escaped. */
export function quote(text: string): string {
  const points = Array.from(text)
  return JSON.stringify(points.length > 40 ? `${points.slice(0, 40).join('')}…` : text)
}
