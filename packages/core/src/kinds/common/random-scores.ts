// Seeded random numbers for tests of factors: every run is the same, and the sorts of scores are those that
// break solvers.
import { Random } from '../../numeric/random.js'

export type { Random }

/** A generator for tests. */
export function seeded(seed: number): Random {
  return new Random(seed)
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
