// The side of a `SentencePool` that does the work.
import { serveBatches, type ThreadPort } from '@parley/core'
import { Sentence } from '../conllu/sentence.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { sentenceWriter } from '../pipeline/sentence-writer.js'
import type { SentenceTask, SentenceWork } from './sentence-pool.js'
import { processSplit } from './sentence-work.js'

/** Does the work that a pool sends, with a pipeline that is there when the first sentence comes. */
export function serveSentences(
  port: Pick<ThreadPort, 'postMessage' | 'onMessage'>,
  { trees, output }: SentenceWork,
  pipeline: () => Pipeline,
): void {
  const write = sentenceWriter(output)
  serveBatches(port, (task: SentenceTask) => {
    if ('note' in task) return task
    return write(processSplit(pipeline(), { ...task.rest, sentence: Sentence.unpack(task.packed) }, trees))
  })
}
