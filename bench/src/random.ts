// A seeded generator (mulberry32), so that every run measures the same instances.

export interface Random {
  /** Uniform in [0, 1). */
  readonly uniform: () => number
  /** A whole number from 0 to n − 1. */
  readonly below: (n: number) => number
  /** Standard normal. */
  readonly normal: () => number
}

/**
 * A generator that gives the same numbers for the same seed.
 *
 * @example
 * seeded(1).below(10) // 6
 */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    uniform,
    below: (n) => Math.floor(uniform() * n),
    // Box and Muller; 1 − u is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}
