// A host of one shard: analyses sentences, keeps them packed, and writes them with their changes.

import type { Pipeline, Processed } from '../../../pipeline/pipeline.js'
import { sentenceJson } from '../../../pipeline/sentence-json.js'
import { parseConllu } from '../../../text/conllu/read.js'
import type { Sentence } from '../../../text/conllu/sentence.js'
import type { SplitSentence } from '../../../threads/sentence-pool.js'
import { processSplit } from '../../../threads/sentence-work.js'
import type { Change } from '../changes.js'
import { ROOT_VALUE } from '../parse-corpus.js'
import { CorpusShard } from './corpus-shard.js'
import { type CorpusTask, demandsOf, taskPart } from './corpus-tasks.js'
import type { CorpusCommand, CorpusReplyTo } from './messages.js'

/** How texts are kept between two passes. */
export interface Packing {
  pack(text: string): Uint8Array
  unpack(bytes: Uint8Array): string
}

export interface HostSettings {
  readonly task: CorpusTask
  /** True to write lines of JSON, not CoNLL-U. */
  readonly json: boolean
}

/** What was read. */
export interface ChunkRead {
  readonly words: number
  /** Memory that the packed sentences take. */
  readonly bytes: number
}

/** Sentences that came together. */
interface Chunk {
  /** The number of the first in the shard and in the corpus. */
  readonly at: number
  readonly first: number
  readonly packed: Uint8Array
}

/**
 * A shard with its input and output: sentences are tagged and parsed as they arrive, kept packed, and written
 * with their changes when all shards are solved.
 */
export class CorpusHost {
  readonly shard: CorpusShard
  private readonly reader: Pipeline
  private readonly chunks: Chunk[] = []
  private count = 0

  constructor(
    private readonly pipeline: Pipeline,
    private readonly settings: HostSettings,
    private readonly packing: Packing,
  ) {
    const { reader, part } = taskPart(settings.task, pipeline)
    this.reader = reader
    this.shard = new CorpusShard(part)
  }

  /** Adds sentences; `number` is that of the first in the corpus. */
  read(sentences: readonly SplitSentence[], first: number): ChunkRead {
    const trees = { parse: this.settings.task === 'parse' }
    const texts: string[] = []
    const at = this.count
    let words = 0
    for (const split of sentences) {
      const { sentence } = processSplit(this.reader, split, trees)
      this.shard.add(sentence, first + texts.length)
      texts.push(sentence.toString())
      words += sentence.length
    }
    this.count += texts.length
    const packed = this.packing.pack(texts.join(''))
    this.chunks.push({ at, first, packed })
    return { words, bytes: packed.byteLength }
  }

  run<C extends CorpusCommand>(command: C): CorpusReplyTo<C> {
    return this.shard.run(command)
  }

  /**
   * The text of the sentences that came together as the chunk-th, with their changes in the order of the
   * corpus.
   */
  write(chunk: number, changes: readonly Change[]): string {
    const { at, first, packed } = this.chunks[chunk]
    const texts: string[] = []
    let next = 0
    for (const sentence of parseConllu(this.packing.unpack(packed), { strict: false, onWarning: () => {} })) {
      const own: Change[] = []
      const i = texts.length
      while (next < changes.length && changes[next].sentence === first + i) own.push(changes[next++])
      texts.push(this.writeSentence(sentence, at + i, own))
    }
    return texts.join('')
  }

  private writeSentence(sentence: Sentence, s: number, changes: readonly Change[]): string {
    const processed = this.complete(sentence, s)
    const made = changes.filter((change) => this.cameAbout(change, processed.sentence))
    if (this.settings.json) {
      const because = made.map(({ sentence: _, word, ...change }) => ({ id: word + 1, ...change }))
      return `${JSON.stringify({ ...sentenceJson(processed, false), changes: because })}\n`
    }
    if (made.length > 0) sentence.setComment('corpus_wide', made.map(inShort).join(' '))
    return sentence.toString()
  }

  /** Without a change, the result of the first pass is kept. */
  private complete(sentence: Sentence, s: number): Processed {
    const { task, json } = this.settings
    const demands = demandsOf(task, this.shard, s, sentence)
    if (demands === undefined && !(task === 'parse' && json)) return { sentence, offsets: null, parse: null }
    const tags = task === 'tag' ? 'predict' : 'keep'
    return this.pipeline.processSentence(sentence, { tags, parse: task === 'parse', demands })
  }

  /** Whether a word satisfies the constraints. Constraints of a sentence on its own words have priority. */
  private cameAbout({ word, after }: Change, { upos, heads }: Sentence): boolean {
    if (this.settings.task === 'tag') return upos[word] === after
    return (heads[word] === 0 ? ROOT_VALUE : upos[heads[word] - 1]) === after
  }
}

function inShort({ word, before, after }: Change): string {
  return `${word + 1}:${before}>${after}`
}
