/** Places in the memory by which a crew keeps step. */
export const Control = {
  /** Grows by one with each phase. */
  generation: 0,
  /** How many threads have ended the phase. */
  done: 1,
  /** Its number in PHASE_NAMES. */
  phase: 2,
  /** 1 once a thread has thrown. */
  failed: 3,
} as const

/** How often a thread looks before it goes to sleep: waking up takes about as long as that. */
export const SPINS = 5_000

/** Whether this thread may sleep: a page's own may not. */
export function mayBlock(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0)
    return true
  } catch {
    return false
  }
}
