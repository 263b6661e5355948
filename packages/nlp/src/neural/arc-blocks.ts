// Scores of arcs, computed by blocks: in a sentence of up to BLOCK words, every word may be the head of every
// other; in a longer one, those around it and the root, so that time grows with the length and not with its
// square.
import { pairProducts, type Tape, type Tensor } from '@parleyjs/learn'

/** Words that are scored with each other, the root among them. */
export const BLOCK = 1024

/** The heads of a word that are scored with it: from `from` to before `to`, and the root. */
export interface HeadRange {
  readonly from: number
  readonly to: number
}

interface Block extends HeadRange {
  /** The block has the modifiers from here … */
  readonly first: number
  /** … to before here. */
  readonly end: number
  /** Scores of all pairs in the block. */
  readonly scores: Float32Array
}

/** How scores are computed, and the memory of the vectors. */
export interface ArcMemory {
  compute(make: (tape: Tape) => Tensor): Float32Array
  floats(): Float32Array
}

export class ArcBlocks {
  private block: Block | null = null

  /** `heads`, `modifiers`: a row for each word and the root; the score of an arc is their product. */
  constructor(
    private readonly heads: Tensor,
    private readonly modifiers: Tensor,
    private readonly memory: ArcMemory,
  ) {}

  /** Writes into[h], the score of h as the head of a word, for all heads that are scored with it. */
  headsOf(modifier: number, into: Float64Array): HeadRange {
    const { from, to, scores } = this.blockOf(modifier)
    const at = (modifier - from) * (to - from) - from
    for (let h = from; h < to; h++) into[h] = scores[at + h]
    if (from > 0) into[0] = this.product(0, modifier)
    return { from: Math.max(1, from), to }
  }

  /** The score of an arc. */
  score(head: number, modifier: number): number {
    const { from, to, scores } = this.blockOf(modifier)
    if (head >= from && head < to) return scores[(modifier - from) * (to - from) + head - from]
    return this.product(head, modifier)
  }

  private blockOf(modifier: number): Block {
    const known = this.block
    if (known !== null && modifier >= known.first && modifier < known.end) return known
    const { rows } = this.heads
    const half = BLOCK / 2
    const quarter = BLOCK / 4
    // Blocks overlap by half; a word belongs to the block in which it is further from the edges.
    const last = Math.max(0, Math.ceil((rows - BLOCK) / half))
    const k = Math.min(last, Math.max(0, Math.floor((modifier - quarter) / half)))
    const from = k * half
    const to = Math.min(rows, from + BLOCK)
    const part = (x: Tensor) => ({ ...x, at: x.at + 4 * from * x.step, rows: to - from })
    const scores = this.memory.compute((tape) =>
      pairProducts(tape, part(this.modifiers), part(this.heads), [0, to - from]),
    )
    const first = k === 0 ? 0 : from + quarter
    const end = k === last ? rows : from + quarter + half
    return (this.block = { from, to, first, end, scores })
  }

  /** The product of the vectors of two words. */
  private product(head: number, modifier: number): number {
    const floats = this.memory.floats()
    const { at, step, columns } = this.heads
    const a = (at >> 2) + head * step
    const b = (this.modifiers.at >> 2) + modifier * this.modifiers.step
    let sum = 0
    for (let i = 0; i < columns; i++) sum = Math.fround(sum + Math.fround(floats[a + i] * floats[b + i]))
    return sum
  }
}
