import type { SoftMonitor } from './soft-monitor.js'

/** Sweeps that gain less than this share of the gap take more factors in. */
const SLOW = 0.002
/** A round that gains less than this share of the tolerance counts as none … */
export const GAIN = 0.1
/** … and after so many of them in a row the descent has come to rest. */
export const PATIENCE = 3

/** What is to be done next, by whoever has the factors. */
export type SweepStep =
  | { readonly kind: 'respond' }
  | { readonly kind: 'sweep'; readonly threshold: number; readonly isWide: boolean }

/** What the rounds must know of the descent. */
export interface SweptProblem {
  /** The number of factors, by which the tolerance is shared. */
  readonly models: number
  dual(): number
  /** Puts the answers where the monitor reads them. */
  publish(): void
}

/** The rounds of a descent by sweeps: answers to the sets' choices, then a sweep of the factors that add to the gap. */
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
