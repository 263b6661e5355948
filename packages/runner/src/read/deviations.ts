// Collects deviations of a file from CoNLL-U: the first line and the count for each kind.
import type { ConlluWarning } from '@parleyjs/nlp'
import type { ConlluDeviation } from '@parleyjs/nlp/internal'

/** A kind of deviation. */
export interface Deviation extends ConlluWarning {
  readonly count: number
}

/** Collects the warnings of a reader. */
export class Deviations {
  private readonly found = new Map<ConlluDeviation, Deviation>()

  constructor(private readonly file: string) {}

  /** The callback for `onWarning` of a reader. */
  readonly add = (warning: ConlluWarning): void => {
    const before = this.found.get(warning.code)
    this.found.set(warning.code, before ? { ...before, count: before.count + 1 } : { ...warning, count: 1 })
  }

  get list(): readonly Deviation[] {
    return [...this.found.values()]
  }

  /** One line for each kind. */
  describe(prefix = ''): string {
    return this.list
      .map(({ line, message, count }) => {
        const more = count > 1 ? ` (${count} such places)` : ''
        return `${prefix}${this.file}:${line}: ${message}${more}\n`
      })
      .join('')
  }
}
