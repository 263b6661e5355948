// Measures the time of a function.

export interface Timed<T> {
  readonly result: T
  /** Milliseconds of the fastest run. */
  readonly ms: number
}

/** Runs a function once. */
export function timed<T>(run: () => T): Timed<T> {
  const start = performance.now()
  const result = run()
  return { result, ms: performance.now() - start }
}

/** Long enough for the compiler to have optimised the hot loops. */
const WARM_UP_MS = 300

/** Runs a function for a while to warm up, then `repeats` times, and keeps the fastest run. */
export function bestOf<T>(repeats: number, run: () => T): Timed<T> {
  let best = timed(run)
  for (let spent = best.ms; spent < WARM_UP_MS; ) spent += timed(run).ms
  for (let k = 0; k < repeats; k++) {
    const once = timed(run)
    if (k === 0 || once.ms < best.ms) best = once
  }
  return best
}

/** As `bestOf`, but a run of more than `patience` milliseconds is not repeated. */
export function bestWithin<T>(repeats: number, patience: number, run: () => T): Timed<T> {
  const first = timed(run)
  return first.ms > patience ? first : bestOf(repeats, run)
}
