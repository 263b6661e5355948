// The one route from sources to written output: sources are read and split into words, a processor tags,
// parses and writes the sentences, and a sink takes the text. Commands, requests and shards all take it.
import type { Pipeline } from '@parleyjs/nlp'
import { type Note, processSplit, type SplitSentence } from '@parleyjs/nlp/internal'
import { type ReadOptions, readSources, type SentenceJob, type Splitter } from '../read/sentences.js'
import type { RunnerSource } from '../read/source.js'
import type { Writer } from '../write/sentences.js'

/** Where output goes, and notes about the input. */
export interface Sink {
  write(text: string): void | Promise<void>
  note(note: string): void
  /** Whether no more output is wanted. */
  readonly isClosed?: boolean
}

/** Turns split sentences into text, in this thread or in others. Notes keep their places. */
export interface Processor {
  /** Splits the text of sources. */
  readonly splitter: Splitter
  written(sentences: AsyncGenerator<SplitSentence | Note>): AsyncIterable<string | Note>
}

/** Writes the sentences of all sources to a sink. */
export async function runText(
  processor: Processor,
  sources: Iterable<RunnerSource>,
  options: ReadOptions,
  sink: Sink,
): Promise<void> {
  for await (const one of processor.written(readSources(processor.splitter, sources, options))) {
    if (typeof one === 'string') await sink.write(one)
    else sink.note(one.note)
    if (sink.isClosed === true) return
  }
}

/** Processes sentences in this thread. The caller writes the end of the writer. */
export function inThisThread(
  pipeline: Pipeline,
  { trees, demands }: Pick<SentenceJob, 'trees' | 'demands'>,
  writer: Pick<Writer, 'write'>,
): Processor {
  return {
    splitter: pipeline,
    async *written(sentences) {
      let number = 0
      for await (const split of sentences) {
        if ('note' in split) yield split
        else {
          number++
          const demanded = () => demands?.(split.sentence, number)
          yield writer.write(processSplit(pipeline, split, trees, demanded))
        }
      }
    },
  }
}
