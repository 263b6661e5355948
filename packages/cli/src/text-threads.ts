// Sentences through threads: a short text stays in the main thread, which starts sooner than threads do; of a long one it
// reads and splits the rest, or all of it if the size of its files says so, and writes what comes back.
import { statSync } from 'node:fs'
import {
  type Note,
  openModel,
  processSplit,
  readPipeline,
  type SentenceFormat,
  SentencePool,
  sentenceWriter,
  shareModel,
} from '@parley/nlp'
import { EXIT } from './failure.js'
import { englishModel, modelBytes } from './load-model.js'
import { print } from './print.js'
import { readSource, type TextJob } from './text-input.js'
import type { Source } from './text-sources.js'

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

/** Writes all sentences and returns the exit code. */
export async function writeInThreads(
  path: string | undefined,
  sources: readonly Source[],
  job: TextJob,
  output: SentenceFormat,
  { count, fewWords, largeFile }: Workers,
): Promise<number> {
  const file = path ?? (await englishModel())
  const bytes = modelBytes(file)
  const write = sentenceWriter(output)
  const pool = new SentencePool({ model: bytes, threads: count, trees: job.trees, output })
  const isLong = sources.some((source) => sizeOf(source) >= largeFile)
  try {
    // Threads load their modules meanwhile.
    if (isLong) pool.start()
    const pipeline = readPipeline(openModel(shareModel(await bytes)), file)
    const all = (async function* () {
      for (const source of sources) yield* readSource(pipeline, source, job)
    })()
    if (isLong) await printAll(pool.written(all))
    let words = 0
    for (let next = await all.next(); !next.done; next = await all.next()) {
      const one = next.value
      if ('note' in one) process.stderr.write(one.note)
      else {
        await print(write(processSplit(pipeline, one, job.trees)))
        words += one.sentence.length
        if (words >= fewWords) await printAll(pool.written(all))
      }
    }
  } finally {
    await pool.close()
  }
  return EXIT.ok
}

/** Bytes of a file; 0 of what is none. */
function sizeOf(source: Source): number {
  if ('text' in source || source.file === '-') return 0
  // What is wrong with a file is said where it is read.
  return statSync(source.file, { throwIfNoEntry: false })?.size ?? 0
}

async function printAll(found: AsyncIterable<string | Note>): Promise<void> {
  for await (const one of found)
    if (typeof one === 'string') await print(one)
    else process.stderr.write(one.note)
}
