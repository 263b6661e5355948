// A thread of a `SentencePool`: it builds the stages of its pipeline on the shared model once that arrives.
import { threadPort } from '@parleyjs/core/internal'
import { openModel } from '@parleyjs/learn'
import { readPipeline } from '../pipeline/model.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import type { ModelMessage, SentenceWork } from './sentence-pool.js'
import { serveSentences } from './serve-sentences.js'

const port = await threadPort<SentenceWork>()
let found: { readonly pipeline: Pipeline } | { readonly error: unknown } | undefined
const tasksAfterModel = {
  postMessage: (message: unknown) => port.postMessage(message),
  onMessage: (listener: (message: unknown) => void) =>
    port.onMessage((message) => {
      if (found === undefined) found = read(message as ModelMessage)
      else listener(message)
    }),
}
serveSentences(tasksAfterModel, port.data, () => {
  if ('error' in found!) throw found.error
  return found!.pipeline
})

/** An error in the model is the answer to every sentence. */
function read({ model, file }: ModelMessage): typeof found {
  try {
    return { pipeline: readPipeline(openModel(model), file) }
  } catch (error) {
    return { error }
  }
}
