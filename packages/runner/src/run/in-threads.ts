// Processes sentences in threads. For large input, the main thread only reads, splits and writes. Otherwise
// it starts alone, and if there is enough work, threads are started and the main thread does a share of it.
import { openModel, shareModel } from '@parleyjs/learn'
import {
  type Pipeline,
  readPipeline,
  type SentenceFormat,
  SentencePool,
  sentenceWriter,
  type TreeOptions,
} from '@parleyjs/nlp'
import { processSplit, serveSentences } from '@parleyjs/nlp/internal'
import type { ModelFile } from '../files/model-file.js'
import type { Splitter } from '../read/sentences.js'
import { ownThread } from './own-thread.js'
import type { Processor } from './run-text.js'

/** The number of threads, and when they are used. */
export interface ThreadUse {
  readonly threads: number
  /** Number of words that this thread processes before it starts others. Null: it leaves all work to them. */
  readonly fewWords: number | null
  /** Called when all threads have started and the model has been released, if this thread does no work. */
  readonly onRelief?: () => void
}

/** Maximum number of threads beside which the main thread still processes sentences itself. */
const MAIN_WORKS = 4

/** A processor with threads, which `close` ends. */
export type ThreadProcessor = Processor & { close(): Promise<void> }

/** The processor for a model and an output format. */
export async function inThreads(
  model: ModelFile,
  trees: TreeOptions,
  output: SentenceFormat,
  { threads, fewWords, onRelief }: ThreadUse,
): Promise<ThreadProcessor> {
  const work = { model: model.bytes, file: model.path, trees, output }
  if (fewWords === null) return leaveAll(model, new SentencePool({ ...work, threads }), onRelief)
  const own = await pipelineOf(model)
  let pipeline = own
  const isMainFree = threads <= MAIN_WORKS
  const pool = new SentencePool({
    ...work,
    threads: isMainFree ? threads - 1 : threads,
    own: isMainFree
      ? ownThread((port) => serveSentences(port, { trees, output }, () => pipeline))
      : undefined,
  })
  const write = sentenceWriter(output)
  return {
    splitter: own,
    async *written(sentences) {
      for (let words = 0; words < fewWords; ) {
        const { done, value } = await sentences.next()
        if (done) return
        if ('note' in value) yield value
        else {
          yield write(processSplit(own, value, trees))
          words += value.sentence.length
        }
      }
      if (isMainFree) pipeline = await pool.pipeline()
      else await pool.ready()
      model.forget()
      yield* pool.written(sentences)
    },
    close: () => pool.close(),
  }
}

/** Leaves all sentences to the threads of a pool. */
function leaveAll(model: ModelFile, pool: SentencePool, onRelief = () => {}): ThreadProcessor {
  let found: Promise<Splitter> | undefined
  return {
    // Treebanks do not need a splitter: it is created at the first use.
    splitter: {
      async *splitStream(pieces, options) {
        found ??= pool.splitter()
        yield* (await found).splitStream(pieces, options)
      },
    },
    async *written(sentences) {
      // Threads load their modules while the model is read.
      pool.start()
      await pool.ready()
      const first = await sentences.next()
      if (first.done) return
      model.forget()
      setImmediate(onRelief)
      yield* pool.written(
        (async function* () {
          yield first.value
          yield* sentences
        })(),
      )
    },
    close: () => pool.close(),
  }
}

/**
 * The pipeline of a model. The model is read into WebAssembly memory, so that its tables need not be copied
 * there.
 */
export async function pipelineOf({ path, bytes }: ModelFile): Promise<Pipeline> {
  return readPipeline(openModel(shareModel(await bytes())), path)
}
