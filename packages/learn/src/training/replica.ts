// What one thread does in data-parallel training: it goes through pieces of a batch, sums slopes, and moves
// parameters. All threads work on blocks of one memory, and no result depends on which thread did what.
import { Workspace } from '../network/workspace.js'
import { blockLength, Parameters, placesOf, type Shape } from '../tensors/parameters.js'

/**
 * A batch is dealt to this many shards, each with slopes of its own, which are then added in order. So sums
 * have the same bits for any number of threads, of which at most this many have something to do.
 */
export const SHARDS = 4
/** Squares of slopes are summed in runs of this many numbers. */
const RUN = 65536

/**
 * The memory of a training: blocks of parameters, Adam's means, and slopes; then an arena for each thread.
 */
export interface TrainingMemory {
  /** Shared by threads; null if there is only one. */
  readonly memory: WebAssembly.Memory | null
  readonly shapes: Readonly<Record<string, Shape>>
  /** Bytes of each thread's arena. */
  readonly arena: number
}

/** Addresses of the blocks, in bytes, and the end of the last. */
export function addressesOf(shapes: Readonly<Record<string, Shape>>) {
  const bytes = (4 * blockLength(shapes) + 63) & ~63
  const block = (i: number) => 64 + i * bytes
  return {
    parameters: block(0),
    means: block(1),
    squares: block(2),
    slopes: Array.from({ length: SHARDS }, (_, shard) => block(3 + shard)),
    end: block(3 + SHARDS),
  }
}

/** A part of the blocks: numbers `from` to before `to`, both multiples of 16. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How parameters move in a step. */
export interface Move {
  /** What the slopes are multiplied by. */
  readonly shrink: number
  /** Learning rate, and what a parameter is multiplied by, for each group. */
  readonly groups: readonly { readonly rate: number; readonly keep: number }[]
  /** Group of each parameter, in the order of shapes. */
  readonly groupOf: readonly number[]
  /** Shares of the new slopes in the means. */
  readonly meanShare: number
  readonly squaresShare: number
}

/** Learns from a piece of a batch: adds slopes, and returns the loss. */
export type LearnPiece<Piece> = (parameters: Parameters, piece: Piece, seed: number) => number

export class Replica<Piece> {
  /** The parameters with the slopes of each shard. */
  readonly shards: readonly Parameters[]
  private readonly workspace: Workspace
  private readonly addresses: ReturnType<typeof addressesOf>

  constructor(
    { memory, shapes, arena }: TrainingMemory,
    member: number,
    private readonly learnPiece: LearnPiece<Piece>,
    simd = true,
  ) {
    const addresses = addressesOf(shapes)
    this.addresses = addresses
    const from = addresses.end + member * arena
    this.workspace = new Workspace(simd, memory && { memory, from, to: from + arena })
    if (memory === null) {
      const at = this.workspace.take((addresses.end - 64) >> 2)
      this.workspace.floats.fill(0, at >> 2, addresses.end >> 2)
    }
    const { parameters: at, slopes } = addresses
    this.shards = slopes.map((slopesAt) => new Parameters(this.workspace, shapes, { at, slopesAt }))
  }

  /** The block of means, or of squares, for a checkpoint. */
  block(name: 'parameters' | 'means' | 'squares'): Float32Array<ArrayBufferLike> {
    const from = this.addresses[name] >> 2
    return this.workspace.floats.subarray(from, from + this.shards[0].length)
  }

  /** Goes through pieces, with new slopes for the shard. Returns the loss of each. */
  learn(shard: number, pieces: readonly Piece[], seeds: readonly number[]): number[] {
    const parameters = this.shards[shard]
    parameters.clearSlopes()
    return pieces.map((piece, i) => this.learnPiece(parameters, piece, seeds[i]))
  }

  /**
   * Adds the slopes of all shards to those of the first. Returns the sums of their squares, a number per run.
   */
  sum({ from, to }: Range): number[] {
    const { floats, kernels } = this.workspace
    const [first, ...others] = this.addresses.slopes
    const mark = this.workspace.mark
    const list = this.workspace.take(others.length)
    this.workspace.words.set(
      others.map((at) => at + 4 * from),
      list >> 2,
    )
    kernels.addRows(list, others.length, to - from, first + 4 * from)
    this.workspace.release(mark)
    const sums: number[] = []
    for (let run = from; run < to; run += RUN) {
      let [even, odd] = [0, 0]
      const end = (first >> 2) + Math.min(to, run + RUN)
      for (let i = (first >> 2) + run; i < end; i += 2) {
        even += floats[i] * floats[i]
        odd += floats[i + 1] * floats[i + 1]
      }
      sums.push(even + odd)
    }
    return sums
  }

  /** Moves parameters along the slopes of the first shard. */
  move({ from, to }: Range, { shrink, groups, groupOf, meanShare, squaresShare }: Move): void {
    const { parameters, means, squares, slopes } = this.addresses
    placesOf(this.shards[0].shapes).forEach((place, i) => {
      const begin = Math.max(from, place.from)
      const end = Math.min(to, place.from + place.count)
      const { rate, keep } = groups[groupOf[i]]
      if (begin < end && (rate !== 0 || keep !== 1))
        this.workspace.rows.adamW(
          ...[parameters + 4 * begin, end - begin],
          ...[slopes[0] - parameters, means - parameters, squares - parameters],
          ...[rate, shrink, keep, meanShare, squaresShare],
        )
    })
  }
}

/** Ranges of about the same size, one per thread, whose ends are multiples of RUN. */
export function rangesOf(length: number, threads: number): Range[] {
  const runs = Math.ceil(length / RUN)
  const end = (t: number) => Math.min(length, Math.round((t * runs) / threads) * RUN)
  return Array.from({ length: threads }, (_, t) => ({ from: end(t), to: end(t + 1) })).filter(
    ({ from, to }) => from < to,
  )
}
