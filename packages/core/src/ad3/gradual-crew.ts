// Uses threads if they are measured to be faster. A run begins on the calling thread, threads join it after a
// while, and the faster way continues; the comparison is repeated from time to time. Phases give the same
// bits on any number of threads, so the clock decides only the speed.
import type { Crew } from './crew.js'
import { type Kernel, type Phase, Phases } from './kernel.js'
import type { Ad3Memory } from './memory.js'

/** Milliseconds after which threads are started. Shorter runs end before threads would be ready. */
const ALONE = 1000
/** A window of measurement has at least this many milliseconds and iterations. */
const WINDOW = { milliseconds: 25, iterations: 4 }
/** Threads must be faster by this factor, because they take processor time from other programs. */
const WORTH = 1.1
/** Milliseconds from one comparison to the next; doubled up to `longest` while the answer stays the same. */
const PERIOD = { first: 1000, longest: 16_000 }

/** The work that was done in a window. */
interface Window {
  milliseconds: number
  iterations: number
  /** Number of factors solved. */
  factors: number
}

/** A crew of one that becomes a crew of many if that is faster. */
export class GradualCrew implements Crew {
  private threads: Crew | undefined
  private state: 'alone' | 'starting' | 'ready' | 'closed' = 'alone'
  /** Whether the threads take part, and whether that is only a trial. */
  private together = false
  private trial = false
  /** The current window of the way in use, and the last window of the other way. */
  private now: Window = emptyWindow()
  private before: Window = emptyWindow()
  /** Milliseconds between two comparisons, and since the last one. */
  private period = PERIOD.first
  private sinceComparison = 0

  /** `start` starts threads; `ready` resolves once they have the memory. */
  constructor(
    private readonly kernel: Kernel,
    private readonly memory: Ad3Memory,
    private readonly start: () => { readonly crew: Crew; readonly ready: Promise<void> },
  ) {}

  /** Whether threads take part in the phases. */
  get inThreads(): boolean {
    return this.together
  }

  run(phase: Phase): void {
    const since = performance.now()
    if (this.together) this.threads!.run(phase)
    else this.kernel.run(phase)
    this.now.milliseconds += performance.now() - since
    if (phase === Phases.project) this.now.factors += sum(this.memory.counts)
    if (phase === Phases.gatherAccelerated || phase === Phases.gatherPlain) {
      this.now.iterations++
      this.decide()
    }
  }

  close(): void {
    this.threads?.close?.()
    this.threads = undefined
    this.together = false
    this.state = 'closed'
  }

  /** Decides after each iteration whether to start threads, to try the other way, or to end a trial. */
  private decide(): void {
    const { now, state } = this
    if (state === 'alone' && now.milliseconds >= ALONE) this.recruit()
    if (state !== 'ready' || !isLongEnough(now)) return
    if (this.trial) this.endTrial()
    else if (this.sinceComparison + now.milliseconds >= this.period) this.beginTrial()
    else {
      this.sinceComparison += now.milliseconds
      this.now = emptyWindow()
    }
  }

  private recruit(): void {
    this.state = 'starting'
    const { crew, ready } = this.start()
    this.threads = crew
    ready.then(
      () => {
        if (this.state === 'closed') return
        this.state = 'ready'
        this.now = emptyWindow()
        // The first comparison is due at once.
        this.sinceComparison = this.period
      },
      // If threads cannot be started, this thread does all the work.
      () => crew.close?.(),
    )
  }

  private beginTrial(): void {
    this.before = this.now
    this.now = emptyWindow()
    this.together = !this.together
    this.trial = true
  }

  private endTrial(): void {
    const { together, now, before } = this
    const gain = together ? speed(now) / speed(before) : speed(before) / speed(now)
    const best = gain >= WORTH
    const stays = best !== together
    this.together = best
    this.trial = false
    this.sinceComparison = 0
    this.period = stays ? Math.min(2 * this.period, PERIOD.longest) : PERIOD.first
    this.now = emptyWindow()
  }
}

function emptyWindow(): Window {
  return { milliseconds: 0, iterations: 0, factors: 0 }
}

function isLongEnough({ milliseconds, iterations }: Window): boolean {
  return milliseconds >= WINDOW.milliseconds && iterations >= WINDOW.iterations
}

/** Factors and iterations per millisecond, so that it is positive when no factor is left to solve. */
function speed({ milliseconds, iterations, factors }: Window): number {
  return (factors + iterations) / Math.max(milliseconds, 1e-3)
}

function sum(values: Float64Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total
}
