/**
 * Work space that all automata share. What is in it holds within one call only. A parser makes some twenty automata for a
 * sentence and asks each of them some thirty times: with work space of its own, making one would take twice as long.
 */
export const scratch = {
  best: new Float64Array(64),
  rest: new Float64Array(64),
  row: new Float64Array(64),
  modifiers: new Float64Array(64),
  before: new Int32Array(64),
  otherBefore: new Int32Array(64),
}

/** Makes every array at least so long. */
export function reserve(size: number): void {
  if (scratch.best.length >= size) return
  scratch.best = new Float64Array(2 * size)
  scratch.rest = new Float64Array(2 * size)
  scratch.row = new Float64Array(2 * size)
  scratch.modifiers = new Float64Array(2 * size)
  scratch.before = new Int32Array(2 * size)
  scratch.otherBefore = new Int32Array(2 * size)
}
