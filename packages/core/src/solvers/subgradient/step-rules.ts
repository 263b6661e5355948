// The step sizes of the subgradient method. All rules use the units of the scores, so that a graph with
// scores ten times as large takes the same path.

/**
 * - `polyak`: γ·(dual − target)/‖g‖², where the target lies between the best value and the best dual so far;
 *   γ halves when the dual makes no progress.
 * - `koo`: η₀/(1 + number of dual increases), where η₀ is the best of several after 20 iterations (paper 1,
 *   footnote 14).
 * - `rush`: ½·scale, halved at every dual increase (paper 3, appendix B).
 * - `sqrt`: η₀/√t; `harmonic`: η₀/t (paper 2, Proposition 1.1 holds for both).
 */
export type StepRule = 'polyak' | 'koo' | 'rush' | 'sqrt' | 'harmonic'

export const STEP_RULES: readonly StepRule[] = ['polyak', 'koo', 'rush', 'sqrt', 'harmonic']

/** The numbers from which a rule computes a step. */
export interface Progress {
  /** Number of steps so far, including this one. */
  iteration: number
  dual: number
  /** Number of dual values that were higher than the one before. */
  increases: number
  bestDual: number
  bestValue: number
  /** ‖g‖²: how much the factors disagree. */
  disagreement: number
}

export interface Steps {
  next(progress: Progress): number
}

/** The rule with first step η₀ = `first`; `polyak` finds its own. */
export function makeSteps(rule: StepRule, first: number): Steps {
  switch (rule) {
    case 'koo':
      return { next: ({ increases }) => first / (1 + increases) }
    case 'rush':
      return { next: ({ increases }) => first * 2 ** -increases }
    case 'sqrt':
      return { next: ({ iteration }) => first / Math.sqrt(iteration) }
    case 'harmonic':
      return { next: ({ iteration }) => first / iteration }
    case 'polyak':
      return new PolyakSteps(first)
  }
}

/** Iterations without progress before γ shrinks. */
const PATIENCE = 10

class PolyakSteps implements Steps {
  private gamma = 1
  private record = Number.POSITIVE_INFINITY
  private since = 0

  constructor(private readonly first: number) {}

  next({ dual, bestDual, bestValue, disagreement }: Progress): number {
    // While there is no value, aim one typical step below.
    const target = bestValue > Number.NEGATIVE_INFINITY ? bestValue : bestDual - this.first * disagreement
    const distance = Math.max(0, dual - target)
    if (this.record - bestDual > 1e-3 * this.gamma * distance) {
      this.record = bestDual
      this.since = 0
    } else if (++this.since >= PATIENCE) {
      this.gamma /= 2
      this.since = 0
    }
    return (this.gamma * distance) / disagreement
  }
}
