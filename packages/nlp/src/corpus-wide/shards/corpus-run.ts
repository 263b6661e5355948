import type { Note, SplitSentence } from '../../threads/sentence-pool.js'
import type { Change } from '../changes.js'
import type { CorpusWideOptions } from '../corpus-wide.js'
import type { ChunkRead } from './corpus-host.js'
import type { HostLink } from './host-link.js'
import { type ShardedAnswer, type ShardedSets, solveShards } from './solve-shards.js'

/** Sentences that go to a host together, and are written together. */
const CHUNK = 64
/** Chunks that a host may have been given and not yet read. */
const AHEAD = 2
/** Words that are not worth another host. */
const FEW_WORDS = 1000

export interface CorpusRunOptions {
  /** The host of a short corpus, and of the beginning of a long one. */
  readonly first: HostLink
  /** More hosts, once there is work for them; none: the first does it all. */
  readonly others: () => readonly HostLink[]
  /** So many words, at least, make it worth to have others. Default 1000. */
  readonly fewWords?: number
  /** Told how much has been read. */
  readonly onRead?: (sentences: number, words: number) => void
  /** Told of notes, in their places. */
  readonly onNote?: (note: string) => void
}

/** Where a chunk is. */
interface Place {
  readonly host: HostLink
  /** Its number there. */
  readonly chunk: number
  readonly count: number
}

/**
 * A corpus on its way through hosts: read, solved, written. What comes out does not depend on how many hosts there are.
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
  /** Chunks of each host, and how many of them it has not read yet. */
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

  /** Ends what was started. */
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

  /** The host with the least to do; the first has its own thread's work to do as soon as there are others. */
  private idlest(): HostLink {
    const open = this.hosts.length === 1 ? this.hosts : this.hosts.slice(1)
    return open.reduce((best, host) =>
      (this.given.get(host) ?? 0) < (this.given.get(best) ?? 0) ? host : best,
    )
  }

  /** Waits for the oldest chunk: what goes wrong first is told first. */
  private async take(): Promise<void> {
    const { host, read } = this.reading.shift()!
    const { words, bytes } = await read
    this.given.set(host, this.given.get(host)! - 1)
    this.words += words
    this.bytes += bytes
    this.options.onRead?.(this.sentences, this.words)
  }
}

/** A promise that somebody will wait for later: until then nobody minds if it fails. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
