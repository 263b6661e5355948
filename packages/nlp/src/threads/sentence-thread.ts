// A thread of a `SentencePool`: the stages of its pipeline are built around the model that all threads share.
import { serveBatches, threadPort } from '@parley/core'
import { Sentence } from '../conllu/sentence.js'
import { openModel } from '../model/shared-model.js'
import { readPipeline } from '../pipeline/model.js'
import { sentenceWriter } from '../pipeline/sentence-writer.js'
import type { SentenceTask, SentenceThreadData } from './sentence-pool.js'
import { processSplit } from './sentence-work.js'

const port = await threadPort<SentenceThreadData>()
const { model, trees, output } = port.data
const pipeline = readPipeline(openModel(model))
const write = sentenceWriter(output)

serveBatches(port, (task: SentenceTask) => {
  if ('note' in task) return task
  return write(processSplit(pipeline, { ...task.rest, sentence: Sentence.unpack(task.packed) }, trees))
})
