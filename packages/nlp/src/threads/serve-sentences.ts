// The worker's side of a `SentencePool`.
import { serveBatches, type ThreadPort } from '@parleyjs/core/internal'
import type { Pipeline } from '../pipeline/pipeline.js'
import { sentenceWriter } from '../pipeline/sentence-writer.js'
import { Sentence } from '../text/conllu/sentence.js'
import type { Note, SentenceTask, SentenceWork } from './sentence-pool.js'
import { processSplit } from './sentence-work.js'

/** Does the work that a pool sends. The pipeline is first needed when the first sentence comes. */
export function serveSentences(
  port: Pick<ThreadPort, 'postMessage' | 'onMessage'>,
  { trees, output }: SentenceWork,
  pipeline: () => Pipeline,
): void {
  const write = sentenceWriter(output)
  const answer = (task: SentenceTask): string | Note => {
    if ('note' in task) return task
    return write(processSplit(pipeline(), { ...task.rest, sentence: Sentence.unpack(task.packed) }, trees))
  }
  serveBatches(port, answer, joined)
}

/** Joins texts into one; undefined if there are notes among them, which keep their places. */
function joined(texts: readonly (string | Note)[]): string | undefined {
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}
