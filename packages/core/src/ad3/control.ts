// Indices and constants of the shared array by which a crew of threads stays in step.

/** Indices into the control array of a crew. */
export const Control = {
  /** Number of the current phase; grows by one with each phase. */
  generation: 0,
  /** Number of threads that have completed the phase. */
  done: 1,
  /** Index of the phase in PHASES. */
  phase: 2,
  /** 1 once a thread has thrown. */
  failed: 3,
} as const

/** Number of polls before a thread goes to sleep: that many take about as long as waking up. */
export const SPINS = 5_000

/** Whether this thread may block; the main thread of a page may not. */
export function mayBlock(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0)
    return true
  } catch {
    return false
  }
}
