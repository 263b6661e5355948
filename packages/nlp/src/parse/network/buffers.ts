// The numbers of a batch in training, as addresses in the memory of the kernels.
import type { Workspace } from './kernels/workspace.js'
import { HIDDEN, OUT, WINDOW, WORD } from './layers.js'

/** Rows for every word unless said; those with a d are gradients. */
export interface Buffers {
  /** WORD numbers of every word, and the first layer of them after threshold and dropout. */
  readonly words: number
  readonly hidden: number
  /** What dropout and threshold let through. */
  readonly mask: number
  /** Before the second layer's threshold, and after. */
  readonly inner: number
  readonly context: number
  /** All square layers side by side, and sums of those for what is between: one row more. */
  readonly out: number
  readonly sums: number
  readonly dWords: number
  readonly dHidden: number
  readonly dInner: number
  readonly dContext: number
  readonly dOut: number
  readonly dSums: number
  /** A layer with a column for every output. */
  readonly turned: number
}

/** Takes room for so many words. Gradients of `out` and of `sums` are 0, all else is anything. */
export function takeBuffers(memory: Workspace, size: number): Buffers {
  const rows = (width: number) => memory.take(size * width)
  const buffers = {
    words: rows(WORD),
    hidden: rows(HIDDEN),
    mask: rows(HIDDEN),
    inner: rows(HIDDEN),
    context: rows(HIDDEN),
    out: rows(OUT >> 2),
    sums: memory.take((size + 1) * HIDDEN),
    dWords: rows(WORD),
    dHidden: rows(HIDDEN),
    dInner: rows(HIDDEN),
    dContext: rows(HIDDEN),
    dOut: rows(OUT >> 2),
    dSums: memory.take((size + 1) * HIDDEN),
    turned: memory.take(WINDOW * WORD * HIDDEN),
  }
  memory.floats.fill(0, buffers.dOut >> 2, buffers.turned >> 2)
  return buffers
}
