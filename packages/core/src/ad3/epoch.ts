// Restarts of AD³'s Halpern iteration: when one is due, and which penalty follows it.

/** A restart is due when the step length is at most this share of the first one after the last restart. */
const SUFFICIENT = 0.2
/** A restart is due when the step length is at most this share of the first one, and has grown again. */
const NECESSARY = 0.8
/** A restart is due when the epoch has at least this share of all iterations. */
const LONG = 0.36

/** The iterations since the last restart. */
export class Epoch {
  private iterations = 0
  private firstStep = Number.POSITIVE_INFINITY
  private lastStep = Number.POSITIVE_INFINITY

  begin(): void {
    this.iterations = 0
    this.firstStep = Number.POSITIVE_INFINITY
    this.lastStep = Number.POSITIVE_INFINITY
  }

  /** Weight of the step in Halpern's iteration; the anchor gets the rest. */
  get keep(): number {
    return (this.iterations + 1) / (this.iterations + 2)
  }

  /** Records the step length of an iteration. True if a restart is due. */
  isOver(step: number, iterationsInAll: number): boolean {
    this.iterations++
    if (this.iterations === 1) this.firstStep = step
    else if (
      step <= SUFFICIENT * this.firstStep ||
      (step <= NECESSARY * this.firstStep && step > this.lastStep) ||
      this.iterations >= LONG * iterationsInAll
    )
      return true
    this.lastStep = step
    return false
  }
}

/**
 * η after a restart, from the squared distances that beliefs and multipliers travelled. Unchanged if the new
 * η is close to the old one.
 */
export function movedPenalty(eta: number, beliefs: number, multipliers: number, scale: number): number {
  if (!(beliefs > 1e-20) || !(multipliers > 1e-20 * scale * scale)) return eta
  const wanted = Math.sqrt(Math.sqrt(multipliers / beliefs) * eta)
  const next = Math.min(4 * eta, Math.max(eta / 4, wanted))
  return next > 1.1 * eta || next < 0.9 * eta ? next : eta
}

/** η that balances the squared residuals (Boyd et al. 2011, section 3.4.1). */
export function balancedPenalty(eta: number, primal: number, dual: number): number {
  if (primal > 100 * dual) return 2 * eta
  return dual > 100 * primal ? eta / 2 : eta
}
