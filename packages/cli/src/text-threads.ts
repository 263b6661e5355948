// Sentences through threads: a short text stays in the main thread, which starts sooner than threads do; of a long one it
// reads and splits the rest, or all of it if the size of its files says so, does its share, and writes what comes back.
import {
  type Note,
  type Pipeline,
  processSplit,
  type SentenceFormat,
  SentencePool,
  sentenceWriter,
  serveSentences,
} from '@parley/nlp'
import { EXIT } from './failure.js'
import type { ModelFile } from './model-file.js'
import { ownThread } from './own-thread.js'
import { print } from './print.js'
import { readModelFile } from './read-model-file.js'
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
  { count, fewWords, largeFile }: Workers,
): Promise<number> {
  const write = sentenceWriter(output)
  let pipeline: Pipeline | undefined
  const { trees } = job
  const isMainFree = count <= MAIN_WORKS
  const pool = new SentencePool({
    model: model.bytes,
    threads: isMainFree ? count - 1 : count,
    trees,
    output,
    // There are no sentences before there is a pipeline.
    own: isMainFree
      ? ownThread((port) => serveSentences(port, { trees, output }, () => pipeline!))
      : undefined,
  })
  const isLong = sources.some((source) => fileSize(source) >= largeFile)
  try {
    // Threads load their modules meanwhile.
    if (isLong) pool.start()
    const own = isLong ? await pool.pipeline(model.path) : await readModelFile(model)
    if (isLong) model.forget()
    pipeline = own
    const all = (async function* () {
      for (const source of sources) yield* readSource(own, source, job)
    })()
    if (isLong) await printAll(pool.written(all))
    let words = 0
    for (let next = await all.next(); !next.done; next = await all.next()) {
      const one = next.value
      if ('note' in one) process.stderr.write(one.note)
      else {
        await print(write(processSplit(own, one, job.trees)))
        words += one.sentence.length
        if (words < fewWords) continue
        if (isMainFree) pipeline = await pool.pipeline(model.path)
        await printAll(pool.written(all))
      }
    }
  } finally {
    await pool.close()
  }
  return EXIT.ok
}

async function printAll(found: AsyncIterable<string | Note>): Promise<void> {
  for await (const one of found)
    if (typeof one === 'string') await print(one)
    else process.stderr.write(one.note)
}
