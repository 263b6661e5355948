// A thread of a `SentencePool`: the stages of its pipeline are built around the model that all threads share, once it comes.
import { threadPort } from '@parley/core'
import { openModel } from '../model/shared-model.js'
import { readPipeline } from '../pipeline/model.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import type { ModelMessage, SentenceWork } from './sentence-pool.js'
import { serveSentences } from './serve-sentences.js'

const port = await threadPort<SentenceWork>()
let pipeline: Pipeline | undefined

const tasksAfterModel = {
  postMessage: (message: unknown) => port.postMessage(message),
  onMessage: (listener: (message: unknown) => void) =>
    port.onMessage((message) => {
      if (pipeline === undefined) pipeline = readPipeline(openModel((message as ModelMessage).model))
      else listener(message)
    }),
}

serveSentences(tasksAfterModel, port.data, () => pipeline!)
