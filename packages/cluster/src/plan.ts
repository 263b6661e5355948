// Cuts an input into shards: one pass over its bytes, in constant memory except for the list of shards.
import { createHash } from 'node:crypto'
import { ParleyError } from '@parleyjs/core'
import { isGzip } from '@parleyjs/core/internal'
import { ConlluCuts, type CutFinder, TextCuts } from './cuts.js'
import type { Shard, Stretch } from './job.js'
import type { Storage } from './storage.js'

export interface Plan {
  readonly bytes: number
  readonly sha256: string
  readonly shards: readonly Shard[]
}

/** Maximum size of a shard in bytes; a larger one does not fit into a worker. */
const MOST_BYTES = 2 ** 28

/** Shards of about `sentences` sentences each; text is cut after empty lines only. */
export async function planFile(
  storage: Storage,
  path: string,
  kind: 'text' | 'conllu',
  sentences: number,
): Promise<Plan> {
  const whole = createHash('sha256')
  const planner = new Planner(path, kind === 'conllu' ? new ConlluCuts() : new TextCuts(), sentences)
  for await (const chunk of storage.chunks(path)) {
    whole.update(chunk)
    planner.push(chunk)
  }
  planner.end()
  return { bytes: planner.bytes, sha256: whole.digest('hex'), shards: planner.shards }
}

/** One shard of whole files: the documents on a topic. */
export async function planTopic(storage: Storage, paths: readonly string[]): Promise<Plan> {
  const all = createHash('sha256')
  const sources: Stretch[] = []
  for (const path of paths) {
    const { bytes, sha256 } = await planFile(storage, path, 'text', Number.POSITIVE_INFINITY)
    all.update(`${path}\n${sha256}\n`)
    sources.push({ path, start: 0, end: bytes, sha256 })
  }
  const bytes = sources.reduce((sum, { end }) => sum + end, 0)
  return { bytes, sha256: all.digest('hex'), shards: [{ sources, line: 1, offset: 0 }] }
}

class Planner {
  readonly shards: Shard[] = []
  bytes = 0
  /** Start of the shard being made: byte, line (`line`), and UTF-16 units (`offset`). */
  private start = 0
  private line = 1
  private offset = 0
  private hash = createHash('sha256')
  private count = 0
  /** Number of lines and UTF-16 units up to the current byte. */
  private lines = 1
  private units = 0

  constructor(
    private readonly path: string,
    private readonly cuts: CutFinder,
    private readonly sentences: number,
  ) {}

  push(chunk: Uint8Array): void {
    if (this.bytes === 0 && isGzip(chunk))
      throw new ParleyError(
        'unsupported',
        'This file is compressed with gzip, which cannot be read from the middle. Decompress it first.',
        { file: this.path },
      )
    const { cuts } = this
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      // Each character has exactly one byte that is not a continuation byte; from four bytes on it is two
      // units.
      if (byte < 0x80 || byte >= 0xc0) this.units += byte >= 0xf0 ? 2 : 1
      if (byte === 10) this.lines++
      if (!cuts.next(byte)) continue
      this.count += cuts.takeSentences()
      if (this.count < this.sentences) continue
      this.hash.update(chunk.subarray(from, i + 1))
      from = i + 1
      this.cut(this.bytes + from)
    }
    this.hash.update(chunk.subarray(from))
    this.bytes += chunk.length
    if (this.sentences < Number.POSITIVE_INFINITY) this.requireFit()
  }

  end(): void {
    if (this.bytes > this.start) this.cut(this.bytes)
  }

  private cut(end: number): void {
    const { path, start, line, offset } = this
    this.shards.push({ sources: [{ path, start, end, sha256: this.hash.digest('hex') }], line, offset })
    this.start = end
    this.line = this.lines
    this.offset = this.units
    this.hash = createHash('sha256')
    this.count = 0
  }

  private requireFit(): void {
    if (this.bytes - this.start <= MOST_BYTES) return
    throw new ParleyError(
      'too-large',
      `There is no place to cut in the ${MOST_BYTES / 2 ** 20} MB from here on: text is cut only after empty lines. ` +
        'If every line is a paragraph of its own, put empty lines between them: sed G FILE.',
      { file: this.path, line: this.line },
    )
  }
}
