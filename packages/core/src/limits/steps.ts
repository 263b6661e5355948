/**
 * Work that can be stopped, and interleaved with other work: a generator that yields after every millisecond or so. What
 * it does and returns does not depend on when it is resumed. `yield` gives true if the work shall end at once with what
 * there is, and goes on giving true.
 */
export type Steps<T> = Generator<void, T, boolean>

/** Entries of arrays, or the like, to go through between two yields. */
export const STEP = 1 << 14

/**
 * Does all the work without a pause; `isOver` is asked after every step whether it shall end.
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
