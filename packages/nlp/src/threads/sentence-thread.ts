// A thread of a `SentencePool`: the stages of its pipeline are built around the model that all threads share, once it comes.
import { serveBatches, threadPort } from '@parley/core'
import { Sentence } from '../conllu/sentence.js'
import { openModel } from '../model/shared-model.js'
import { readPipeline } from '../pipeline/model.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { sentenceWriter } from '../pipeline/sentence-writer.js'
import type { ModelMessage, SentenceTask, SentenceWork } from './sentence-pool.js'
import { processSplit } from './sentence-work.js'

const port = await threadPort<SentenceWork>()
const { trees, output } = port.data
const write = sentenceWriter(output)
let pipeline: Pipeline | undefined

const tasksAfterModel = {
  postMessage: (message: unknown) => port.postMessage(message),
  onMessage: (listener: (message: unknown) => void) =>
    port.onMessage((message) => {
      if (pipeline === undefined) pipeline = readPipeline(openModel((message as ModelMessage).model))
      else listener(message)
    }),
}

serveBatches(tasksAfterModel, (task: SentenceTask) => {
  if ('note' in task) return task
  return write(processSplit(pipeline!, { ...task.rest, sentence: Sentence.unpack(task.packed) }, trees))
})
