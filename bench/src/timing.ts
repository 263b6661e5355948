// The clock around a function.

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

/** Runs a function once to warm up, then `repeats` times, and keeps the fastest run. */
export function bestOf<T>(repeats: number, run: () => T): Timed<T> {
  let result = run()
  let ms = Number.POSITIVE_INFINITY
  for (let k = 0; k < repeats; k++) {
    const once = timed(run)
    result = once.result
    ms = Math.min(ms, once.ms)
  }
  return { result, ms }
}

/** As `bestOf`, but a run beyond `patience` milliseconds is not repeated. */
export function bestWithin<T>(repeats: number, patience: number, run: () => T): Timed<T> {
  const first = timed(run)
  return first.ms > patience ? first : bestOf(repeats, run)
}
