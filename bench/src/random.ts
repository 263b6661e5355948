// A seeded generator , so that every run measures the same instances.

import { Random as Generator } from '@parleyjs/core/internal'

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
  const generator = new Generator(seed)
  const uniform = () => generator.uniform()
  return {
    uniform,
    below: (n) => generator.below(n),
    // Box and Muller; 1 − u is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}
