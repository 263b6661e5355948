// Runs a request of a UDPipe client: text, CoNLL-U or words in, CoNLL-U or words out.
import type { Pipeline, Processed } from '@parleyjs/nlp'
import {
  inThisThread,
  runText,
  type SentenceJob,
  type Sink,
  sentencePiece,
  wordsAlone,
} from '@parleyjs/runner'
import type { ProcessTask } from './task.js'

/** Writes the result to a sink, in pieces. The task ends when the sink is closed. */
export async function runProcess(pipeline: Pipeline, task: ProcessTask, sink: Sink): Promise<void> {
  const { data, input, output, tag, parse, spaces, offsets } = task
  const tags = tag ? 'predict' : 'keep'
  const job: SentenceJob = { input, tokens: 'keep', tags, tag, offsets, spaces, trees: { parse } }
  const conllu = sentencePiece('conllu', false)
  const write = (processed: Processed) =>
    output === 'conllu' ? conllu(processed) : wordsAlone(processed.sentence, output)
  const source = input === 'conllu' ? { conllu: data } : { text: data }
  await runText(inThisThread(pipeline, job, { write }), [source], job, sink)
}
