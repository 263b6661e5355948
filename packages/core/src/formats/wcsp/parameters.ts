// Reads and checks the parameters of a named cost function.
import type { ParleyError } from '../../error.js'
import type { TokenReader } from '../tokens.js'

export class Parameters {
  /** Positions in the scope: 0 to its length − 1. */
  readonly places: readonly number[]

  constructor(
    readonly tokens: TokenReader,
    readonly which: string,
    readonly keyword: string,
    readonly scope: readonly number[],
    /** Number of values of each variable of the file. */
    private readonly sizes: readonly number[],
    /** Costs from here on are forbidden. */
    readonly top: number,
  ) {
    this.places = scope.map((_, i) => i)
  }

  size(place: number): number {
    return this.sizes[this.scope[place]]
  }

  /** All values that a variable at these positions can have. */
  valuesOf(places: readonly number[]): number[] {
    return Array.from({ length: places.reduce((most, i) => Math.max(most, this.size(i)), 0) }, (_, v) => v)
  }

  integer(): number {
    return this.tokens.integer(`a parameter of ${this.which} (${this.keyword})`, Number.MIN_SAFE_INTEGER)
  }

  /** A number of items that follow, with `wordsEach` words each; 0 if it does not announce items. */
  count(wordsEach = 0): number {
    const value = this.tokens.integer(`a count of ${this.which} (${this.keyword})`)
    if (wordsEach > 0) this.tokens.requireWords(value * wordsEach, `parameters of ${this.which}`)
    return value
  }

  /** A cost of at least 0. */
  cost(): number {
    const value = this.tokens.number(`a cost of ${this.which} (${this.keyword})`)
    if (value < 0) throw this.error(`has the cost ${value}, which must not be negative`)
    return value
  }

  /** Reads a number of integers, and the integers. */
  list(): number[] {
    return Array.from({ length: this.count(1) }, () => this.integer())
  }

  /** Reads a variable of the file; returns its position in the scope. */
  place(): number {
    const variable = this.integer()
    const place = this.scope.indexOf(variable)
    if (place < 0) throw this.error(`names variable ${variable}, which is not in its scope`)
    return place
  }

  word(words: readonly string[]): string {
    const word = this.tokens.word(`one of ${words.join(', ')}`)
    if (words.includes(word)) return word
    throw this.error(`has "${word.slice(0, 40)}" where ${words.join(', ')} is supported`, 'unsupported')
  }

  /**
   * Reads the number of delta costs, which may be missing. They are the state of another program; only 0 is
   * supported.
   */
  noDeltas(): void {
    if (!this.tokens.moreOnLine) return
    if (this.count() > 0) throw this.error('has delta costs, which are not supported', 'unsupported')
  }

  error(fact: string, code: 'bad-input' | 'unsupported' | 'too-large' = 'bad-input'): ParleyError {
    return this.tokens.error(`${this.which} (${this.keyword}) ${fact}.`, code)
  }
}
