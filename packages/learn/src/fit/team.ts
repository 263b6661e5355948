// Threads that find margins, or slopes of the likelihood. Every thread has a fixed share of the examples, and
// the main thread puts results together in the order of the examples: no result depends on the number of
// threads.
import { spawnThread } from '@parleyjs/core'
import { TaskPool } from '@parleyjs/core/internal'
import { SparseSum } from '../features/segment.js'
import type { Example } from '../methods/example.js'
import { CHUNK, type ChunkLoss, chunkLoss } from '../methods/likelihood.js'
import { type Completion, type Margin, marginOf } from '../methods/margin.js'
import type { Decoding } from '../templates/decode.js'
import { type PortableTemplate, portable } from '../templates/portable-template.js'

/** An example without what holds functions. */
export type PortableExample = Omit<Example, 'template'> & { readonly template: PortableTemplate }

export interface TeamData {
  readonly examples: readonly { readonly index: number; readonly example: PortableExample }[]
  /** The weights, in shared memory. */
  readonly weights: Float64Array
  readonly withCost: boolean
  readonly decoding: Decoding
}

/**
 * What a thread is asked: margins of examples with the completions of their truths, or the losses of a
 * chunk.
 */
export type TeamTask =
  | {
      readonly op: 'margins'
      readonly of: readonly { readonly index: number; readonly completion: Completion | null }[]
    }
  | { readonly op: 'losses'; readonly from: number; readonly to: number }

export class Team {
  private readonly pools: TaskPool<TeamTask>[]
  /** For each chunk of examples, whether all of it can be sent to a thread. */
  private readonly sent: Uint8Array

  constructor(
    private readonly examples: readonly Example[],
    threads: number,
    private readonly data: Omit<TeamData, 'examples'>,
    module: URL,
  ) {
    const chunks = Math.ceil(examples.length / CHUNK)
    this.sent = new Uint8Array(chunks)
    const shares: TeamData['examples'][number][][] = Array.from({ length: threads }, () => [])
    for (let chunk = 0; chunk < chunks; chunk++) {
      const share: TeamData['examples'][number][] = []
      for (let index = chunk * CHUNK; index < Math.min(examples.length, (chunk + 1) * CHUNK); index++) {
        const { template, ...rest } = examples[index]
        const plain = portable(template)
        if (plain !== null) share.push({ index, example: { ...rest, template: plain } })
      }
      if (share.length < Math.min(CHUNK, examples.length - chunk * CHUNK)) continue
      this.sent[chunk] = 1
      shares[chunk % threads].push(...share)
    }
    this.pools = shares.map(
      (share) =>
        new TaskPool<TeamTask>({
          threads: 1,
          spawn: () => spawnThread(module, { ...data, examples: share } satisfies TeamData),
        }),
    )
  }

  /** The margins of examples, in their order. */
  async margins(
    indices: readonly number[],
    completionOf: (index: number) => Completion | null,
  ): Promise<Margin[]> {
    const margins = new Array<Margin>(indices.length)
    const { pools, sent } = this
    const asked = pools.map((pool, member) => {
      const places = [...indices.keys()].filter((i) => this.memberOf(indices[i]) === member)
      if (places.length === 0) return undefined
      const of = places.map((i) => ({ index: indices[i], completion: completionOf(indices[i]) }))
      return pool.run<Margin[]>({ op: 'margins', of }).then((found) => {
        places.forEach((i, k) => {
          margins[i] = found[k]
        })
      })
    })
    const { weights, withCost, decoding } = this.data
    indices.forEach((index, i) => {
      if (sent[Math.floor(index / CHUNK)] === 0)
        margins[i] = marginOf(this.examples[index], weights, withCost, decoding, completionOf(index))
    })
    await Promise.all(asked.filter((one) => one !== undefined))
    return margins
  }

  /** The losses and slopes of all chunks, in their order. */
  async losses(): Promise<ChunkLoss[]> {
    const { examples, pools, sent, data } = this
    const asked = Array.from(sent, (isSent, chunk) => {
      const from = chunk * CHUNK
      const to = Math.min(examples.length, from + CHUNK)
      return isSent === 1
        ? pools[chunk % pools.length].run<ChunkLoss>({ op: 'losses', from, to })
        : { from, to }
    })
    const slopes = new SparseSum()
    slopes.reserve(data.weights.length)
    return await Promise.all(
      asked.map(async (one) =>
        one instanceof Promise
          ? await one
          : chunkLoss(examples.slice(one.from, one.to), data.weights, slopes),
      ),
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.close()))
  }

  private memberOf(index: number): number {
    const chunk = Math.floor(index / CHUNK)
    return this.sent[chunk] === 1 ? chunk % this.pools.length : -1
  }
}
