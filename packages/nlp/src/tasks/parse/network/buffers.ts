// Activations and gradients of a batch in training, as addresses in the memory of the kernels.
import type { Workspace } from '@parleyjs/learn'
import { HIDDEN, OUT, WINDOW, WORD } from './layers.js'

/** One row per word unless stated otherwise; names with a d are gradients. */
export interface Buffers {
  /** WORD numbers of every word, and the first layer of them after threshold and dropout. */
  readonly words: number
  readonly hidden: number
  /** Mask of dropout and threshold. */
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

/** Reserves buffers for `size` words. Gradients of `out` and `sums` are 0; the others are undefined. */
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
