// Data-parallel training: threads share the pieces of a batch; parameters get the same bits for any number of
// threads.
import { ParleyError, spawnThread } from '@parleyjs/core'
import { TaskPool } from '@parleyjs/core/internal'
import type { Parameters, Shape } from '../tensors/parameters.js'
import {
  addressesOf,
  type LearnPiece,
  type Move,
  type Range,
  Replica,
  rangesOf,
  SHARDS,
  type TrainingMemory,
} from './replica.js'

const PAGE = 65536

/** Rates and limits of a step. */
export interface StepOptions {
  /** Learning rate. */
  readonly rate: number
  /** Slopes whose norm is larger are shortened to this. */
  readonly clip?: number
  /** Share of a parameter that is lost per unit of learning rate (AdamW). */
  readonly decay?: number
  /** Factor for the learning rate of a parameter, and whether it decays. Default: 1, and matrices decay. */
  readonly pace?: (name: string) => { readonly rate: number; readonly decay: boolean }
}

export interface DataParallelOptions<Piece> {
  readonly shapes: Readonly<Record<string, Shape>>
  /** Learns from a piece, on this thread. */
  readonly learnPiece: LearnPiece<Piece>
  /** More threads: the address of a module that calls `serveReplica`, and what it needs. */
  readonly threads?: { readonly count: number; readonly module: URL; readonly data: unknown }
  /** Bytes that a thread needs for a piece. Default: 512 MB. */
  readonly arena?: number
  readonly simd?: boolean
}

/** What a thread of a training is asked to do. */
export type ReplicaTask<Piece> =
  | {
      readonly op: 'learn'
      readonly shard: number
      readonly pieces: readonly Piece[]
      readonly seeds: readonly number[]
    }
  | { readonly op: 'sum'; readonly range: Range }
  | { readonly op: 'move'; readonly range: Range; readonly move: Move }

/** Shares of new slopes in the means of AdamW. */
const MEAN_SHARE = 0.1
const SQUARES_SHARE = 0.01

/**
 * A network in training. `step` takes the pieces of a batch (some sentences each), and moves the parameters
 * by AdamW.
 *
 * @example
 * const shapes = { times: [1, 1] } as const
 * const training = new DataParallel<number>({
 *   shapes,
 *   learnPiece(parameters, x) {
 *     const tape = new Tape(parameters.memory, true)
 *     const y = linear(tape, tape.put([[x]]), parameters.of('times'))
 *     const error = tape.read(y)[0][0] - 2 * x
 *     tape.addSlopes(y, [[error]])
 *     tape.backward()
 *     tape.clear()
 *     return error ** 2 / 2
 *   },
 * })
 * for (let i = 0; i < 200; i++) await training.step([1, -1, 0.5], { rate: 0.05 })
 * Math.round(10 * training.parameters.get('times')[0]) // 20
 */
export class DataParallel<Piece> {
  readonly replica: Replica<Piece>
  /** Number of steps that are done. */
  steps = 0
  private readonly pool: TaskPool<ReplicaTask<Piece>> | null
  private readonly threads: number

  constructor(private readonly options: DataParallelOptions<Piece>) {
    const { shapes, learnPiece, threads, arena = 2 ** 29, simd = true } = options
    const count = Math.min(SHARDS, threads?.count ?? 1)
    this.threads = count
    if (threads === undefined || count === 1) {
      this.replica = new Replica({ memory: null, shapes, arena }, 0, learnPiece, simd)
      this.pool = null
      return
    }
    // The last arena is that of the main thread, which only reads and writes parameters.
    const bytes = addressesOf(shapes).end + count * arena + PAGE
    if (bytes > 2 ** 31)
      throw new ParleyError(
        'too-large',
        `Training in ${count} threads needs ${bytes} bytes, and the maximum is ${2 ** 31}. Use fewer threads, or smaller pieces.`,
      )
    const pages = Math.ceil(bytes / PAGE)
    const memory: TrainingMemory = {
      memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }),
      shapes,
      arena,
    }
    this.replica = new Replica({ ...memory, arena: PAGE }, (count * arena) / PAGE, learnPiece, simd)
    let member = 0
    this.pool = new TaskPool({
      threads: count,
      spawn: () =>
        spawnThread(threads.module, { memory, member: member++ % count, simd, data: threads.data }),
    })
  }

  get parameters(): Parameters {
    return this.replica.shards[0]
  }

  /** Learns from the pieces of a batch. Returns the sum of their losses. */
  async step(pieces: readonly Piece[], options: StepOptions): Promise<number> {
    const losses = new Array<number>(pieces.length)
    await Promise.all(
      Array.from({ length: SHARDS }, async (_, shard) => {
        const own = pieces.flatMap((_, i) => (i % SHARDS === shard ? [i] : []))
        const seeds = own.map((i) => (this.steps * 65536 + i) >>> 0)
        const found = await this.run<number[]>({
          op: 'learn',
          shard,
          pieces: own.map((i) => pieces[i]),
          seeds,
        })
        found.forEach((loss, i) => {
          losses[own[i]] = loss
        })
      }),
    )
    const ranges = rangesOf(this.parameters.length, this.threads)
    const squares = await Promise.all(ranges.map((range) => this.run<number[]>({ op: 'sum', range })))
    const norm = Math.sqrt(squares.flat().reduce((sum, square) => sum + square, 0))
    this.steps++
    const move = this.moveFor(norm, options)
    await Promise.all(ranges.map((range) => this.run({ op: 'move', range, move })))
    return losses.reduce((sum, loss) => sum + loss, 0)
  }

  async close(): Promise<void> {
    await this.pool?.close()
  }

  private moveFor(norm: number, { rate, clip, decay = 0, pace }: StepOptions): Move {
    if (!Number.isFinite(norm))
      throw new ParleyError(
        'bad-input',
        `The slopes are no longer finite at step ${this.steps}. Lower the learning rate.`,
      )
    const unbias = Math.sqrt(1 - (1 - SQUARES_SHARE) ** this.steps) / (1 - (1 - MEAN_SHARE) ** this.steps)
    const groups: { rate: number; keep: number }[] = []
    const groupOf = Object.entries(this.options.shapes).map(([name, [rows]]) => {
      const own = pace?.(name) ?? { rate: 1, decay: rows > 1 }
      const speed = rate * own.rate
      const group = { rate: speed * unbias, keep: own.decay ? 1 - speed * decay : 1 }
      const found = groups.findIndex((other) => other.rate === group.rate && other.keep === group.keep)
      return found >= 0 ? found : groups.push(group) - 1
    })
    const shrink = clip === undefined || norm <= clip ? 1 : clip / norm
    return { shrink, groups, groupOf, meanShare: MEAN_SHARE, squaresShare: SQUARES_SHARE }
  }

  private async run<Result>(task: ReplicaTask<Piece>): Promise<Result> {
    return (this.pool === null ? work(this.replica, task) : await this.pool.run(task)) as Result
  }
}

/** Does a task of a training on this thread. */
export function work<Piece>(replica: Replica<Piece>, task: ReplicaTask<Piece>): unknown {
  if (task.op === 'learn') return replica.learn(task.shard, task.pieces, task.seeds)
  return task.op === 'sum' ? replica.sum(task.range) : replica.move(task.range, task.move)
}
