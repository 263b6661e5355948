// The configurations of a custom factor that `checkFactor` knows, with their own scores.
import { ParleyError } from '../../error.js'
import type { Factor } from './factor.js'
import { raisePrice } from './raise-price.js'

/** Prices on links that make one configuration the best if it is allowed: 1e3 to 1e12. */
const PRICE = 1e3
const RAISES = { by: 1e3, most: 4 }

/** A configuration and its own score. */
export interface Configuration {
  readonly on: Float64Array
  readonly own: number
}

/** The known configurations of a factor: all that it allows, or those that it has returned so far. */
export class Known {
  /** True if all allowed configurations are known. */
  complete = false
  private readonly byKey = new Map<string, Configuration>()

  constructor(
    readonly factor: Factor,
    readonly links: number,
  ) {}

  get size(): number {
    return this.byKey.size
  }

  [Symbol.iterator](): Iterator<Configuration> {
    return this.byKey.values()
  }

  get(on: ArrayLike<number>): Configuration | undefined {
    return this.byKey.get(Array.from(on).join(''))
  }

  add(on: Float64Array, own: number): void {
    this.byKey.set(on.join(''), { on: on.slice(), own })
  }

  /** Tries all 2ⁿ configurations. Returns a problem in words, or null. */
  enumerate(): string | null {
    const on = new Float64Array(this.links)
    for (let bits = 0; bits < 2 ** this.links; bits++) {
      for (let i = 0; i < this.links; i++) on[i] = (bits >> i) & 1
      const own = this.ownScore(on)
      if (own === Number.NEGATIVE_INFINITY) continue
      if (!Number.isFinite(own))
        return `\`score\` of ${list(on)} is ${own}; it must be a number or −Infinity.`
      this.add(on, own)
    }
    this.complete = true
    return null
  }

  /** Takes the caller's list as complete. Returns a problem in words, or null. */
  addAll(configurations: readonly ArrayLike<number>[]): string | null {
    for (const given of configurations) {
      const on = Float64Array.from(given)
      const own = this.ownScore(on)
      if (!Number.isFinite(own))
        return this.factor.score === undefined
          ? `\`maximize\` never finds ${list(on)}, however high the scores of its links are.`
          : `\`score\` of ${list(on)} is ${own}, but it is among the configurations.`
      this.add(on, own)
    }
    this.complete = true
    return null
  }

  /** The own score: by `score`, or by `maximize` with prices that force the configuration. */
  private ownScore(on: Float64Array): number {
    if (this.factor.score !== undefined) return this.factor.score(on.slice())
    const found = new Float64Array(this.links)
    const ask = (price: number) => {
      const scores = on.map((value) => (value === 1 ? price : -price))
      const own = this.factor.maximize(scores, found)
      return own === Number.NEGATIVE_INFINITY || found.every((value, i) => value === on[i]) ? own : null
    }
    return raisePrice(PRICE, ask, RAISES)
  }
}

/** Throws if a list is not a configuration. */
export function requireConfigurations(configurations: readonly ArrayLike<number>[], links: number): void {
  for (const given of configurations)
    if (given.length !== links || !Array.from(given).every((value) => value === 0 || value === 1))
      throw new ParleyError(
        'bad-argument',
        `${list(given)} is not a configuration of ${links} links: a configuration has a 0 or 1 for each link.`,
      )
}

/** Formats a list of numbers for a message. */
export function list(numbers: ArrayLike<number>): string {
  return `[${Array.from(numbers).join(', ')}]`
}
