// A loaded model in a worker: the same methods as `Parley`, with promises.
import { ParleyError, spawnThread, type Thread } from '@parleyjs/core'
import { inNode, TaskThread } from '@parleyjs/core/internal'
import type { Doc } from '../doc/doc.js'
import type { SentenceOptions } from '../pipeline/pipeline.js'
import { Sentence } from '../text/conllu/sentence.js'
import type { LoadOptions, LoadProgress, ModelSource } from './options.js'
import { type PackedDoc, unpackDoc } from './packed-doc.js'
import type { DocOptions, GivenSentence } from './parley.js'
import { absolute } from './read-source.js'

/** What the worker is asked to do. */
export type WorkerTask =
  | { readonly load: ModelSource; readonly cache: boolean; readonly progress: boolean }
  | { readonly text: string; readonly options: WorkerDocOptions }
  /** Sentences as CoNLL-U or as lists of words. */
  | { readonly sentences: readonly (string | readonly string[])[]; readonly options: WorkerSentenceOptions }

/** Options that can be sent to a worker: `demands` for each sentence is a function, which cannot. */
export type WorkerDocOptions = Omit<DocOptions, 'demands'>
export type WorkerSentenceOptions = SentenceOptions

interface Abortable {
  /** Rejects with the signal's reason, and lets the worker stop. */
  readonly signal?: AbortSignal | undefined
}

/** The module of the worker. A variable: bundlers would take it for a file to copy. */
const MODULE = './doc-thread.js'

/**
 * A model in a worker. `load` with the option `worker` makes it.
 *
 * @example
 * const parley = await loadParley(modelUrl, { worker: true })
 * const doc = await parley.parse('We like dogs.')
 * await parley.close()
 */
export class ParleyWorker {
  private readonly tasks: TaskThread

  private constructor(private readonly thread: Thread) {
    // In Node, a thread without work does not keep the process.
    this.tasks = new TaskThread(thread, { onIdle: () => thread.unref() })
  }

  /** Starts a worker and loads a model in it. */
  static async start(
    source: ModelSource,
    { onProgress, cache = true, signal }: Omit<LoadOptions, 'worker'>,
    spawn: (() => Worker) | URL = inNode() ? new URL(MODULE, import.meta.url) : webWorker,
  ): Promise<ParleyWorker> {
    const worker = new ParleyWorker(spawnThread(spawn))
    const task: WorkerTask = { load: absolute(source), cache, progress: onProgress !== undefined }
    try {
      await worker.run<null, LoadProgress>(task, signal, onProgress)
      return worker
    } catch (error) {
      await worker.close()
      throw error
    }
  }

  /** Splits, tags and parses a text. */
  async parse(text: string, { signal, ...options }: WorkerDocOptions & Abortable = {}): Promise<Doc> {
    return unpackDoc(await this.run<PackedDoc>({ text, options }, signal))
  }

  /** Tags and parses sentences that are already split into words. */
  async parseSentences(
    sentences: Iterable<GivenSentence>,
    { signal, ...options }: WorkerSentenceOptions & Abortable = {},
  ): Promise<Doc> {
    const list = Array.from(sentences, (one) => (one instanceof Sentence ? String(one) : one))
    return unpackDoc(await this.run<PackedDoc>({ sentences: list, options }, signal))
  }

  /** Ends the worker; open calls fail. */
  async close(): Promise<void> {
    await this.tasks.terminate(new ParleyError('thread-ended', 'The worker was closed.'))
  }

  private async run<Result, News = never>(
    task: WorkerTask,
    signal: AbortSignal | undefined,
    onNews?: (news: News) => unknown,
  ): Promise<Result> {
    signal?.throwIfAborted()
    this.thread.ref()
    const result = this.tasks.run<Result | null, News>(task, { signal, onNews })
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
    return (await Promise.race([result, aborted])) as Result
  }
}

function webWorker(): Worker {
  return new Worker(new URL('./doc-thread.js', import.meta.url), { type: 'module' })
}
