// Tags, parses and writes sentences in threads that share one model. The output and its order are those of a
// pipeline.
import { spawnThread, type Thread } from '@parleyjs/core'
import { OrderedPool } from '@parleyjs/core/internal'
import { openModel, readModel, type SharedModel } from '@parleyjs/learn'
import { reading } from '@parleyjs/learn/internal'
import { readPipeline, type StageModels, splitModel } from '../pipeline/model.js'
import { Pipeline, type TreeOptions } from '../pipeline/pipeline.js'
import type { SentenceFormat } from '../pipeline/sentence-writer.js'
import { Tokenizer } from '../tasks/tokenize/tokenizer.js'
import type { PackedSentence, Sentence } from '../text/conllu/sentence.js'
import { shareForThreads } from './share-for-threads.js'

/** A sentence that is split into words, and its origin. */
export interface SplitSentence {
  readonly sentence: Sentence
  /** Start and end of every word in the text, as returned by `Pipeline.splitStream`. */
  readonly offsets: Int32Array | null
  /** Whether its tags are kept or predicted: see `SentenceOptions`. */
  readonly tags?: 'keep' | 'predict' | undefined
  /** The file to name in errors, together with the sentence's line. */
  readonly file?: string | undefined
}

/** The work of the threads; plain data. */
export interface SentenceWork {
  readonly trees: TreeOptions
  readonly output: SentenceFormat
}

export interface SentencePoolOptions extends SentenceWork {
  /**
   * The unpacked bytes of a model, or a function that loads them. Threads share one copy where there is
   * shared memory.
   */
  readonly model: Uint8Array | (() => Promise<Uint8Array>)
  /** The file to name in errors about the model. */
  readonly file?: string | undefined
  readonly threads: number
  /**
   * For bundlers, which must see the creation of a worker: starts the module `sentence-thread` with this
   * data.
   */
  readonly spawn?: (work: SentenceWork) => Thread
  /**
   * An additional in-process `Thread`, which works while the others have enough to do (see
   * `OrderedPoolOptions`); it calls `serveSentences`.
   */
  readonly own?: Thread | undefined
}

/**
 * The first message to a thread. The thread is started with the `SentenceWork` alone, so that it can load its
 * modules before the model is there.
 */
export interface ModelMessage {
  readonly model: SharedModel
  readonly file: string | undefined
}

/** A message between two sentences, which is returned unchanged in its place. */
export interface Note {
  readonly note: string
}

/** A sentence or note as it is sent to a thread. */
export type SentenceTask =
  | { readonly packed: PackedSentence; readonly rest: Omit<SplitSentence, 'sentence'> }
  | Note

/**
 * Characters of a batch: about 25 sentences of CoNLL-U. The main thread needs 10 to 25 % less time for them
 * than for small batches.
 */
const BATCH_WEIGHT = 32_768
/** Estimated characters of a word in CoNLL-U; raw text has half as many. */
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
  /** Threads that were started before there was work. */
  private readonly early: Thread[] = []
  /** The model for threads: the promise once it has been requested, and the model once it has arrived. */
  private asked: Promise<SharedModel> | undefined
  private shared: SharedModel | undefined

  constructor(private readonly options: SentencePoolOptions) {
    const { threads, trees, output, spawn = spawnSentenceThread, own } = options
    this.spawn = () => spawn({ trees, output })
    this.pool = new OrderedPool({
      threads,
      // Threads that were started early already wait for the model.
      spawn: () => this.early.shift() ?? this.withModel(this.spawn()),
      own,
      batchWeight: BATCH_WEIGHT,
      weigh: (task) => ('note' in task ? 0 : weightOf(task.packed)),
    })
  }

  /** Starts all threads at once, when work is expected; they get the model as soon as it is there. */
  start(): void {
    while (this.early.length < this.options.threads) this.early.push(this.withModel(this.spawn()))
  }

  /**
   * Waits until the model can be shared with threads; fails if it is not a model. A broken stage is reported
   * when a thread gets work.
   */
  async ready(): Promise<void> {
    await this.modelForThreads()
  }

  /**
   * A pipeline for this thread on the model that the threads share, so that memory and the processor's caches
   * hold it only once.
   */
  async pipeline(): Promise<Pipeline> {
    const { file } = this.options
    const [bytes, model] = [await this.bytes(), await this.modelForThreads()]
    const { tokenizer } = splitModel(readModel(bytes, file))
    const { stages } = readPipeline(openModel(model), file)
    return new Pipeline({ ...stages, ...(tokenizer && { tokenizer: Tokenizer.fromModel(tokenizer) }) })
  }

  /** Splits text into words for `written`; only the tokenizer of the model is read. */
  async splitter(): Promise<Pick<Pipeline, 'splitStream'>> {
    const { file } = this.options
    const model = readModel(await this.bytes(), file)
    return reading(file, () => splitterOf(splitModel(model)))
  }

  /** The texts of all sentences in order, one or several at a time, with notes in their places. */
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

  /** Sends the model before any task; tasks wait until it is there. */
  private withModel(thread: Thread): Thread {
    const { file } = this.options
    const send = (model: SharedModel) => thread.postMessage({ model, file } satisfies ModelMessage)
    if (this.shared !== undefined) send(this.shared)
    // An error in the model is reported where the model is read, or where the first task waits for it.
    else this.modelForThreads().then(send, () => {})
    return thread
  }
}

/** A separate function, so that the splitter's closures do not keep the whole model in memory. */
function splitterOf({ tokenizer, tagger }: StageModels): Pick<Pipeline, 'splitStream'> {
  const pipeline = new Pipeline(tokenizer === undefined ? {} : { tokenizer: Tokenizer.fromModel(tokenizer) })
  // Without a tagger, text that must be tagged is refused here; otherwise the threads tag it.
  const known = tagger === undefined ? {} : { tag: false }
  return { splitStream: (pieces, options) => pipeline.splitStream(pieces, { ...options, ...known }) }
}

/**
 * Weight of a sentence in characters, estimated from the word count for raw text. A batch that takes a thread
 * long survives into the old generation of the heap and costs more garbage collection.
 */
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
