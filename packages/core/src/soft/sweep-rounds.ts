// The rounds of a descent by sweeps, for factors on this thread or in shards.
import type { SoftMonitor } from './soft-monitor.js'

/** A sweep that gains less than this share of the gap makes the next one include more factors. */
const SLOW = 0.002
/** A round that gains less than this share of the tolerance counts as no progress. */
export const GAIN = 0.1
/** The descent has come to rest after this many rounds without progress in a row. */
export const PATIENCE = 3

/** The next step, which the owner of the factors carries out. */
export type SweepStep =
  | { readonly kind: 'respond' }
  | { readonly kind: 'sweep'; readonly threshold: number; readonly isWide: boolean }

/** The view of the descent that the rounds need. */
export interface SweptProblem {
  /** Number of factors, among which the tolerance is shared. */
  readonly models: number
  dual(): number
  /** Copies the answers to the state that the monitor reads. */
  publish(): void
}

/**
 * The rounds of a descent by sweeps: factors answer to the choices of the sets, then the factors that add to
 * the gap are swept.
 */
export class SweepRounds {
  iteration = 0
  /** False once a factor turned out to have no output at all. */
  isFeasible = true

  constructor(
    private readonly monitor: SoftMonitor,
    private readonly swept: SweptProblem,
  ) {}

  *steps(): Generator<SweepStep, void, undefined> {
    const { monitor, swept } = this
    let last = Number.POSITIVE_INFINITY
    let idle = 0
    for (;;) {
      const dual = swept.dual()
      swept.publish()
      const stopped = monitor.check(this.iteration, dual)
      this.isFeasible = dual > Number.NEGATIVE_INFINITY
      if (!this.isFeasible || stopped) return
      yield { kind: 'respond' }
      swept.publish()
      monitor.offer()
      const gain = last - dual
      last = dual
      idle = gain <= GAIN * monitor.slack ? idle + 1 : 0
      if (monitor.closed || idle >= PATIENCE || this.iteration >= monitor.maxIterations) return
      this.iteration++
      const isWide = gain <= SLOW * (monitor.bound - monitor.value)
      yield { kind: 'sweep', threshold: monitor.slack / swept.models, isWide }
    }
  }
}
