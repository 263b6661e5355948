// Work space that all automata share, so that constructing one is cheap.

/**
 * The contents are valid within one call only. A parser makes about twenty automata for a sentence and calls
 * each about thirty times. If each had its own work space, constructing one would take twice as long.
 */
export const scratch = {
  best: new Float64Array(64),
  rest: new Float64Array(64),
  row: new Float64Array(64),
  modifiers: new Float64Array(64),
  before: new Int32Array(64),
  otherBefore: new Int32Array(64),
}

/** Makes every array at least `size` long. */
export function reserve(size: number): void {
  if (scratch.best.length >= size) return
  scratch.best = new Float64Array(2 * size)
  scratch.rest = new Float64Array(2 * size)
  scratch.row = new Float64Array(2 * size)
  scratch.modifiers = new Float64Array(2 * size)
  scratch.before = new Int32Array(2 * size)
  scratch.otherBefore = new Int32Array(2 * size)
}
