// Seeded random numbers for tests of factors: every run is the same, and the sorts of scores are those that
// break solvers.

export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number
  /** A whole number from 0 to n − 1. */
  below(n: number): number
  /** True with probability p. */
  chance(p: number): boolean
}

/** A small seeded generator (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed | 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    uniform,
    below: (n) => Math.floor(uniform() * n),
    chance: (p) => uniform() < p,
  }
}

/** Sorts of scores; each function draws one score. */
export const SCORES: Readonly<Record<string, (random: Random) => number>> = {
  ordinary: (random) => random.uniform() * 4 - 2,
  ties: (random) => random.below(3) - 1,
  zero: () => 0,
  tiny: (random) => (random.uniform() * 2 - 1) * 1e-9,
  huge: (random) => (random.uniform() * 2 - 1) * 1e6,
  'huge ties': (random) => (random.below(3) - 1) * 1e6,
  mixed: (random) => (random.chance(0.3) ? Math.sign(random.uniform() - 0.5) * 1e6 : random.uniform() - 0.5),
  'near ties': (random) => 1e6 + (random.uniform() - 0.5) * 1e-6,
}

export const SORTS = Object.keys(SCORES)
