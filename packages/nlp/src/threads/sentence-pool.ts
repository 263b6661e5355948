// Sentences tagged, parsed and written in threads, which share one model: the same text as a pipeline would give, in the same
// order.
import { OrderedPool, spawnThread, type Thread } from '@parley/core'
import type { PackedSentence, Sentence } from '../conllu/sentence.js'
import { readModel } from '../model/container.js'
import { reading } from '../model/fields.js'
import { openModel, type SharedModel } from '../model/shared-model.js'
import { readPipeline, type StageModels, splitModel } from '../pipeline/model.js'
import { Pipeline, type TreeOptions } from '../pipeline/pipeline.js'
import type { SentenceFormat } from '../pipeline/sentence-writer.js'
import { Tokenizer } from '../tokenize/tokenizer.js'
import { shareForThreads } from './share-for-threads.js'

/** A sentence that is split into words, and where it is from. */
export interface SplitSentence {
  readonly sentence: Sentence
  /** Start and end of every word in the text, as `Pipeline.splitStream` says. */
  readonly offsets: Int32Array | null
  /** What becomes of its tags: see `SentenceOptions`. */
  readonly tags?: 'keep' | 'predict' | undefined
  /** Named, with the sentence's line, in what goes wrong. */
  readonly file?: string | undefined
}

/** What threads are to do with sentences; plain data. */
export interface SentenceWork {
  readonly trees: TreeOptions
  readonly output: SentenceFormat
}

export interface SentencePoolOptions extends SentenceWork {
  /** The bytes of a model, unpacked, or who has them. Threads share one copy of what they need, where there is shared memory. */
  readonly model: Uint8Array | (() => Promise<Uint8Array>)
  /** Named in what is wrong with the model. */
  readonly file?: string | undefined
  readonly threads: number
  /** For bundlers that must see how a worker is made: starts the module `sentence-thread` with this data. */
  readonly spawn?: (work: SentenceWork) => Thread
  /** One more, which works in this thread whenever the others have enough (see `OrderedPoolOptions`); it calls `serveSentences`. */
  readonly own?: Thread | undefined
}

/** The first message to a thread, which is started with the `SentenceWork`: it can load its modules before there is a model. */
export interface ModelMessage {
  readonly model: SharedModel
  readonly file: string | undefined
}

/** Something to be said between two sentences, which comes back as it is. */
export interface Note {
  readonly note: string
}

/** A sentence on its way to a thread. */
export type SentenceTask =
  | { readonly packed: PackedSentence; readonly rest: Omit<SplitSentence, 'sentence'> }
  | Note

/** Characters of a batch: some 25 sentences of CoNLL-U, which cost the main thread a tenth to a quarter less than small batches. */
const BATCH_WEIGHT = 32_768
/** Characters of a word in CoNLL-U; text alone has half of them. */
const WORD_WEIGHT = 64

/**
 * Threads that turn sentences into text.
 *
 * @example
 * const pool = new SentencePool({ model, threads: 4, trees: { parse: true }, output })
 * for await (const text of pool.written(pipeline.splitStream(pieces))) process.stdout.write(text)
 * await pool.close()
 */
export class SentencePool {
  private readonly pool: OrderedPool<SentenceTask, string | Note>
  private readonly spawn: () => Thread
  /** Threads that were started before there was work for them. */
  private readonly early: Thread[] = []
  /** The model for threads, once it is asked for, and once it is there. */
  private asked: Promise<SharedModel> | undefined
  private shared: SharedModel | undefined

  constructor(private readonly options: SentencePoolOptions) {
    const { threads, trees, output, spawn = spawnSentenceThread, own } = options
    this.spawn = () => spawn({ trees, output })
    this.pool = new OrderedPool({
      threads,
      // The model is on its way to threads that were started early.
      spawn: () => this.early.shift() ?? this.withModel(this.spawn()),
      own,
      batchWeight: BATCH_WEIGHT,
      weigh: (task) => ('note' in task ? 0 : weightOf(task.packed)),
    })
  }

  /** Starts all threads now, and sends them the model as soon as it is there, since there will be work for them. */
  start(): void {
    while (this.early.length < this.options.threads) this.early.push(this.withModel(this.spawn()))
  }

  /** Waits until the model is where threads find it; fails if it is none. Threads say of a broken stage when they get work. */
  async ready(): Promise<void> {
    await this.modelForThreads()
  }

  /**
   * A pipeline for this thread around the model that the threads share, so that it lies in memory, and in the processor's caches,
   * only once.
   */
  async pipeline(): Promise<Pipeline> {
    const { file } = this.options
    const [bytes, model] = [await this.bytes(), await this.modelForThreads()]
    const { tokenizer } = splitModel(readModel(bytes, file))
    const { stages } = readPipeline(openModel(model), file)
    return new Pipeline({ ...stages, ...(tokenizer && { tokenizer: Tokenizer.fromModel(tokenizer) }) })
  }

  /** Splits text into words for `written`; nothing else of the model is read for it. */
  async splitter(): Promise<Pick<Pipeline, 'splitStream'>> {
    const { file } = this.options
    const model = readModel(await this.bytes(), file)
    return reading(file, () => splitterOf(splitModel(model)))
  }

  /** The texts of all sentences in their order, one or several at a time, and notes in their places. */
  written(
    sentences: AsyncIterable<SplitSentence | Note> | Iterable<SplitSentence | Note>,
  ): AsyncGenerator<string | Note, void, undefined> {
    return this.pool.map(tasksOf(sentences, () => this.modelForThreads()))
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.early.splice(0).map((thread) => thread.terminate()))
    await this.pool.close()
  }

  private async bytes(): Promise<Uint8Array> {
    const { model } = this.options
    return typeof model === 'function' ? model() : model
  }

  private modelForThreads(): Promise<SharedModel> {
    this.asked ??= this.bytes().then((model) => {
      this.shared = shareForThreads(model, { wordsOnly: true, file: this.options.file })
      return this.shared
    })
    return this.asked
  }

  /** Sends the model ahead of all tasks, which wait until it is there. */
  private withModel(thread: Thread): Thread {
    const { file } = this.options
    const send = (model: SharedModel) => thread.postMessage({ model, file } satisfies ModelMessage)
    if (this.shared !== undefined) send(this.shared)
    // What is wrong with a model is said where it is read, or where the first task waits for it.
    else this.modelForThreads().then(send, () => {})
    return thread
  }
}

/** It must not keep the model: what it returns knows only what is made here. */
function splitterOf({ tokenizer, tagger }: StageModels): Pick<Pipeline, 'splitStream'> {
  const pipeline = new Pipeline(tokenizer === undefined ? {} : { tokenizer: Tokenizer.fromModel(tokenizer) })
  // Text to be tagged is refused if there is no tagger; where there is one, threads have it.
  const known = tagger === undefined ? {} : { tag: false }
  return { splitStream: (pieces, options) => pipeline.splitStream(pieces, { ...options, ...known }) }
}

/** Characters, or what its words would take in a treebank: the longer a thread has a batch, the more of it outlives the young. */
function weightOf({ source, heads }: PackedSentence): number {
  return Math.max(source.length, WORD_WEIGHT * heads.length)
}

async function* tasksOf(
  sentences: AsyncIterable<SplitSentence | Note> | Iterable<SplitSentence | Note>,
  ready: () => Promise<unknown>,
): AsyncGenerator<SentenceTask, void, undefined> {
  await ready()
  for await (const one of sentences) {
    if ('note' in one) yield one
    else {
      const { sentence, offsets, tags, file } = one
      yield { packed: sentence.pack(), rest: { offsets, tags, file } }
    }
  }
}

function spawnSentenceThread(work: SentenceWork): Thread {
  return spawnThread(new URL('./sentence-thread.js', import.meta.url), work)
}
