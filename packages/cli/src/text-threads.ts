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

/** Words that are not worth a thread. */
const FEW_WORDS = 1000
/** A file of so many bytes certainly has more, as CoNLL-U, too: threads begin at once. */
const LARGE_FILE = 500_000

/** Writes all sentences and returns the exit code. */
export async function writeInThreads(
  path: string | undefined,
  sources: readonly Source[],
  job: TextJob,
  output: SentenceFormat,
  workers: number,
): Promise<number> {
  const file = path ?? (await englishModel())
  const bytes = modelBytes(file)
  const write = sentenceWriter(output)
  const pool = new SentencePool({ model: bytes, threads: workers, trees: job.trees, output })
  const isLong = sources.some(isLarge)
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
        if (words >= FEW_WORDS) await printAll(pool.written(all))
      }
    }
  } finally {
    await pool.close()
  }
  return EXIT.ok
}

function isLarge(source: Source): boolean {
  if ('text' in source || source.file === '-') return false
  // What is wrong with a file is said where it is read.
  return (statSync(source.file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_FILE
}

async function printAll(found: AsyncIterable<string | Note>): Promise<void> {
  for await (const one of found)
    if (typeof one === 'string') await print(one)
    else process.stderr.write(one.note)
}
