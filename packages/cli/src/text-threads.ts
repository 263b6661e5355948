// Processes sentences in threads. For large files, the main thread only reads, splits and writes. Otherwise
// it starts alone, and if there is enough work, threads are started and the main thread does a share of the
// work.
import { type Pipeline, type SentenceFormat, SentencePool, sentenceWriter } from '@parleyjs/nlp'
import { type Note, processSplit, serveSentences } from '@parleyjs/nlp/internal'
import type { ModelFile } from '@parleyjs/runner/internal'
import { prepareThreads, staySmall } from './engine.js'
import { EXIT } from './failure.js'
import { ownThread } from './own-thread.js'
import { print } from './print.js'
import { readModelFile } from './read-model-file.js'
import { say } from './say.js'
import { readSource, type TextJob } from './text-input.js'
import { fileSize, type Source } from './text-sources.js'

/** The number of threads, and when they are used. */
export interface Workers {
  readonly count: number
  /** Number of words that the main thread processes before it starts threads. */
  readonly fewWords: number
  /**
   * Minimum size of a file, in bytes, for which threads are started at once. It certainly has more than
   * `fewWords`.
   */
  readonly largeFile: number
}

/** Below these sizes threads gain no time: each of them loads and compiles all modules again. */
export const WORTH_THREADS = { fewWords: 20_000, largeFile: 2_000_000 }
/** The sizes if the user gives a number of threads. */
export const ASKED_FOR_THREADS = { fewWords: 1000, largeFile: 500_000 }

/** Maximum number of threads beside which the main thread still processes sentences itself. */
const MAIN_WORKS = 4

/** Writes all sentences and returns the exit code. */
export async function writeInThreads(
  model: ModelFile,
  sources: readonly Source[],
  job: TextJob,
  output: SentenceFormat,
  workers: Workers,
): Promise<number> {
  const isLong = sources.some((source) => fileSize(source) >= workers.largeFile)
  await (isLong ? writeLong : writeAny)(model, sources, job, output, workers)
  return EXIT.ok
}

/** Threads process all sentences. */
async function writeLong(
  model: ModelFile,
  sources: readonly Source[],
  job: TextJob,
  output: SentenceFormat,
  { count }: Workers,
): Promise<void> {
  prepareThreads(count)
  const pool = new SentencePool({
    model: model.bytes,
    file: model.path,
    threads: count,
    trees: job.trees,
    output,
  })
  let found: ReturnType<SentencePool['splitter']> | undefined
  // Treebanks do not need a splitter: it is created at the first use.
  const splitter: Pick<Pipeline, 'splitStream'> = {
    async *splitStream(pieces, options) {
      found ??= pool.splitter()
      yield* (await found).splitStream(pieces, options)
    },
  }
  async function* sentences() {
    let isFirst = true
    for (const source of sources)
      for await (const one of readSource(splitter, source, job)) {
        if (isFirst) {
          model.forget()
          setImmediate(staySmall)
        }
        isFirst = false
        yield one
      }
  }
  try {
    // Threads load their modules while the model is read.
    pool.start()
    await pool.ready()
    await printAll(pool.written(sentences()))
  } finally {
    await pool.close()
  }
}

/**
 * The main thread starts alone. With much input, it processes a share of the sentences beside the threads.
 */
async function writeAny(
  model: ModelFile,
  sources: readonly Source[],
  job: TextJob,
  output: SentenceFormat,
  { count, fewWords }: Workers,
): Promise<void> {
  const write = sentenceWriter(output)
  const { trees } = job
  const own = await readModelFile(model)
  let pipeline = own
  const isMainFree = count <= MAIN_WORKS
  const pool = new SentencePool({
    model: model.bytes,
    file: model.path,
    threads: isMainFree ? count - 1 : count,
    trees,
    output,
    own: isMainFree
      ? ownThread((port) => serveSentences(port, { trees, output }, () => pipeline))
      : undefined,
  })
  try {
    const all = (async function* () {
      for (const source of sources) yield* readSource(own, source, job)
    })()
    let words = 0
    for (let next = await all.next(); !next.done; next = await all.next()) {
      const one = next.value
      if ('note' in one) say(one.note)
      else {
        await print(write(processSplit(own, one, trees)))
        words += one.sentence.length
        if (words < fewWords) continue
        if (isMainFree) pipeline = await pool.pipeline()
        else await pool.ready()
        model.forget()
        await printAll(pool.written(all))
      }
    }
  } finally {
    await pool.close()
  }
}

async function printAll(found: AsyncIterable<string | Note>): Promise<void> {
  for await (const one of found)
    if (typeof one === 'string') await print(one)
    else say(one.note)
}
