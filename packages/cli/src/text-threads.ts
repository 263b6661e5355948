// Sentences through threads. Where files say by their size that there is much to do, the main thread only reads, splits and writes.
// Otherwise it begins alone, since threads start later, and if there is more to come it does its share beside them.
import {
  type Note,
  type Pipeline,
  processSplit,
  type SentenceFormat,
  SentencePool,
  sentenceWriter,
  serveSentences,
} from '@parley/nlp'
import { prepareThreads, staySmall } from './engine.js'
import { EXIT } from './failure.js'
import type { ModelFile } from './model-file.js'
import { ownThread } from './own-thread.js'
import { print } from './print.js'
import { readModelFile } from './read-model-file.js'
import { say } from './say.js'
import { readSource, type TextJob } from './text-input.js'
import { fileSize, type Source } from './text-sources.js'

/** How many threads, and from when on. */
export interface Workers {
  readonly count: number
  /** Words that the main thread does itself. */
  readonly fewWords: number
  /** Bytes of a file that certainly has more of them, as CoNLL-U, too: threads begin at once. */
  readonly largeFile: number
}

/** Up to so much, threads would not be done sooner: they load and compile everything anew. */
export const WORTH_THREADS = { fewWords: 20_000, largeFile: 2_000_000 }
/** Where a number of threads is asked for. */
export const ASKED_FOR_THREADS = { fewWords: 1000, largeFile: 500_000 }

/** With more threads than this, the main thread has enough to do with what they need and what they give. */
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

/** Threads do all the work. */
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
  // Treebanks need none.
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
    // They load their modules while the model is read.
    pool.start()
    await pool.ready()
    await printAll(pool.written(sentences()))
  } finally {
    await pool.close()
  }
}

/** The main thread begins, and if there is much to do, it does its share. */
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
