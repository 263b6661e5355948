import { ParleyError } from '../error.js'
import type { CustomFactor } from './custom.js'

/** Prices that make one configuration the best, if it is allowed. */
const PRICES = [1e3, 1e6, 1e12]

/** A configuration and the factor's own score of it. */
export interface Configuration {
  readonly on: Float64Array
  readonly own: number
}

/** What is known of the configurations that a factor allows: all of them, or those that came up so far. */
export class Known {
  /** Whether all that the factor allows are known. */
  complete = false
  private readonly byKey = new Map<string, Configuration>()

  constructor(
    readonly factor: CustomFactor,
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

  /** Tries all 2ⁿ configurations. Returns what is wrong, or null. */
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

  /** Takes the caller's list as all that there are. Returns what is wrong, or null. */
  addAll(configurations: readonly ArrayLike<number>[]): string | null {
    for (const given of configurations) {
      const on = Float64Array.from(given)
      const own = this.ownScore(on)
      if (!Number.isFinite(own))
        return this.factor.score === undefined
          ? `\`maximize\` never finds ${list(on)}, however much its links are worth.`
          : `\`score\` of ${list(on)} is ${own}, but it is among the configurations.`
      this.add(on, own)
    }
    this.complete = true
    return null
  }

  /** The own score by `score`, or by making everything else too dear. */
  private ownScore(on: Float64Array): number {
    if (this.factor.score !== undefined) return this.factor.score(on.slice())
    const found = new Float64Array(this.links)
    for (const price of PRICES) {
      const own = this.factor.maximize(
        on.map((value) => (value === 1 ? price : -price)),
        found,
      )
      if (own === Number.NEGATIVE_INFINITY) return own
      if (found.every((value, i) => value === on[i])) return own
    }
    return Number.NEGATIVE_INFINITY
  }
}

/** Refuses lists that are no configurations. */
export function requireConfigurations(configurations: readonly ArrayLike<number>[], links: number): void {
  for (const given of configurations)
    if (given.length !== links || !Array.from(given).every((value) => value === 0 || value === 1))
      throw new ParleyError(
        'bad-argument',
        `${list(given)} is no configuration of ${links} links: it takes a 0 or 1 for each.`,
      )
}

/** A list of numbers in a message. */
export function list(numbers: ArrayLike<number>): string {
  return `[${Array.from(numbers).join(', ')}]`
}
