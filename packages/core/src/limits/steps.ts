// Work in small steps, so that it can be stopped and interleaved with other work.

/**
 * Work that can be stopped: a generator that yields about once per millisecond. Its results do not depend on
 * when it is resumed. If `yield` returns true, the work must end at once with what it has; every later
 * `yield` returns true, too.
 */
export type Steps<T> = Generator<void, T, boolean>

/** Number of array entries, or similar items, to process between two yields. */
export const STEP = 1 << 14

/**
 * Does all the work without a pause. Calls `isOver` after every step; if it returns true, the work ends.
 *
 * @example
 * const problem = finishSteps(compileSteps(graph))
 */
export function finishSteps<T>(steps: Steps<T>, isOver: () => boolean = never): T {
  let step = steps.next(false)
  while (step.done !== true) step = steps.next(isOver())
  return step.value
}

const never = () => false
