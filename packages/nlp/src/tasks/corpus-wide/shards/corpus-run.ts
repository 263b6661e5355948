// Runs corpus-wide inference over hosts: reads sentences in chunks, solves the shards, writes the results in
// order.
import type { Note, SplitSentence } from '../../../threads/sentence-pool.js'
import type { Change } from '../changes.js'
import type { CorpusWideOptions } from '../corpus-wide.js'
import type { ChunkRead } from './corpus-host.js'
import type { HostLink } from './host-link.js'
import { type ShardedAnswer, type ShardedSets, solveShards } from './solve-shards.js'

/** Number of sentences that are sent to a host together, and written together. */
const CHUNK = 64
/** Maximum number of chunks that a host has been given and not yet read. */
const AHEAD = 2
/** Default minimum number of words before more hosts are started. */
const FEW_WORDS = 1000

export interface CorpusRunOptions {
  /** The host of a short corpus, and of the beginning of a long one. */
  readonly first: HostLink
  /** More hosts, started once there is work for them. An empty list leaves all work to the first. */
  readonly others: () => readonly HostLink[]
  /** Minimum number of words before more hosts are started. Default 1000. */
  readonly fewWords?: number
  /** Called with the numbers of sentences and words read so far. */
  readonly onRead?: (sentences: number, words: number) => void
  /** Called with each note, in the order of the corpus. */
  readonly onNote?: (note: string) => void
}

/** The location of a chunk. */
interface Place {
  readonly host: HostLink
  /** Its number there. */
  readonly chunk: number
  readonly count: number
}

/**
 * Reads, solves and writes a corpus on hosts. The output does not depend on the number of hosts.
 *
 * @example
 * const run = new CorpusRun({ first: localHost(host), others: () => [] })
 * await run.read(sentences)
 * const answer = await run.solve(SET_DEFAULTS.tag)
 * for await (const text of run.written(answer)) process.stdout.write(text)
 */
export class CorpusRun {
  sentences = 0
  words = 0
  /** Memory of the packed sentences. */
  bytes = 0
  private hosts: readonly HostLink[]
  private readonly places: Place[] = []
  /** Number of chunks of each host, and of those that it has not read yet. */
  private readonly chunksOf = new Map<HostLink, number>()
  private readonly given = new Map<HostLink, number>()
  private readonly reading: { host: HostLink; read: Promise<ChunkRead> }[] = []
  private hasOthers = false

  constructor(private readonly options: CorpusRunOptions) {
    this.hosts = [options.first]
  }

  /** Reads all sentences. */
  async read(sentences: AsyncIterable<SplitSentence | Note>): Promise<void> {
    let chunk: SplitSentence[] = []
    for await (const one of sentences) {
      if ('note' in one) this.options.onNote?.(one.note)
      else if (chunk.push(one) === CHUNK) {
        await this.give(chunk)
        chunk = []
      }
    }
    if (chunk.length > 0) await this.give(chunk)
    while (this.reading.length > 0) await this.take()
  }

  async solve(sets: ShardedSets, options: CorpusWideOptions = {}): Promise<ShardedAnswer> {
    return solveShards(this.hosts, sets, options)
  }

  /** The text of all sentences, chunk by chunk, in their order. */
  async *written(answer: ShardedAnswer): AsyncGenerator<string, void, undefined> {
    const changes = answer.changes()
    let next = changes.next()
    let first = 0
    const texts: Promise<string>[] = []
    for (const { host, chunk, count } of this.places) {
      const own: Change[] = []
      for (; next.done !== true && next.value.sentence < first + count; next = changes.next())
        own.push(next.value)
      first += count
      texts.push(quiet(host.write(chunk, own)))
      if (texts.length > AHEAD * this.hosts.length) yield await texts.shift()!
    }
    for (const text of texts) yield await text
  }

  /** Ends the hosts that were started. */
  async close(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.close()))
  }

  private async give(sentences: SplitSentence[]): Promise<void> {
    if (!this.hasOthers && this.words >= (this.options.fewWords ?? FEW_WORDS)) {
      this.hasOthers = true
      this.hosts = [this.options.first, ...this.options.others()]
    }
    const host = this.idlest()
    const chunk = this.chunksOf.get(host) ?? 0
    this.chunksOf.set(host, chunk + 1)
    this.places.push({ host, chunk, count: sentences.length })
    const read = quiet(host.read(sentences, this.sentences))
    this.given.set(host, (this.given.get(host) ?? 0) + 1)
    this.reading.push({ host, read })
    this.sentences += sentences.length
    const most = this.hosts.length === 1 ? 0 : AHEAD * (this.hosts.length - 1)
    while (this.reading.length > most) await this.take()
  }

  /**
   * The host with the least work. Once there are others, the first host also runs the coordinating thread.
   */
  private idlest(): HostLink {
    const open = this.hosts.length === 1 ? this.hosts : this.hosts.slice(1)
    return open.reduce((best, host) =>
      (this.given.get(host) ?? 0) < (this.given.get(best) ?? 0) ? host : best,
    )
  }

  /** Waits for the oldest chunk, so that the first error is reported first. */
  private async take(): Promise<void> {
    const { host, read } = this.reading.shift()!
    const { words, bytes } = await read
    this.given.set(host, this.given.get(host)! - 1)
    this.words += words
    this.bytes += bytes
    this.options.onRead?.(this.sentences, this.words)
  }
}

/**
 * Marks a promise that is awaited later as handled, so that an earlier rejection is not reported as
 * unhandled.
 */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
