// Runs a request of a UDPipe client: text, CoNLL-U or words in, CoNLL-U or words out.
import type { Pipeline, Processed } from '@parleyjs/nlp'
import { OwnTokens, processWhole, sentencePiece, wordsAlone } from '@parleyjs/runner'
import type { ProcessTask } from './task.js'

/** The pieces of the result. The task ends when `goOn` returns false. */
export function* runProcess(pipeline: Pipeline, task: ProcessTask, goOn: () => boolean): Generator<string> {
  const { output } = task
  const conllu = sentencePiece('conllu', false)
  for (const processed of sentencesOf(pipeline, task)) {
    yield output === 'conllu' ? conllu(processed) : wordsAlone(processed.sentence, output)
    if (!goOn()) return
  }
}

function* sentencesOf(pipeline: Pipeline, task: ProcessTask): Generator<Processed, void, undefined> {
  const { data, input, tag, parse, spaces, offsets } = task
  const tags = tag ? 'predict' : 'keep'
  if (input === 'conllu') yield* processWhole(pipeline, { conllu: data }, { parse }, tags)
  else if (input === 'text' || input === 'lines')
    yield* processWhole(pipeline, { text: data }, { parse }, tags, {
      tag,
      spaces,
      offsets,
      lines: input === 'lines',
    })
  else {
    const reader = new OwnTokens(input)
    for (const sentences of [reader.push(data), reader.end()])
      for (const sentence of sentences) yield pipeline.processSentence(sentence, { tags, parse })
  }
}
