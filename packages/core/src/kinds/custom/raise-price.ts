// Makes a factor respect a demand by prices on its links.

/** How far a price is raised. */
export interface Raises {
  /** Factor by which the price grows. Default 8. */
  readonly by?: number
  /** Number of prices that are tried before the demand counts as impossible. Default 40. */
  readonly most?: number
}

/**
 * Raises a price until the demand behind it is respected. `ask` calls the factor with this price; it returns
 * the result (−Infinity if the factor allows nothing), or null if the price was too low. Returns that result,
 * or −Infinity if no price is high enough.
 *
 * @example
 * raisePrice(1, (price) => (price > 100 ? 2.5 : null)) // 2.5
 */
export function raisePrice(
  first: number,
  ask: (price: number) => number | null,
  { by = 8, most = 40 }: Raises = {},
): number {
  for (let n = 0, price = first; n < most; n++, price *= by) {
    const result = ask(price)
    if (result !== null) return result
  }
  return Number.NEGATIVE_INFINITY
}
