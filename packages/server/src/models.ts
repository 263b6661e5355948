// Reads a model file for the server: a pipeline, and a summariser if the file has one.
import {
  type Pipeline,
  readModel,
  readPipeline,
  type Summariser,
  splitModel,
  summariserOf,
} from '@parleyjs/nlp'
import type { ServedModel } from './udpipe.js'

export class Models {
  readonly pipeline: Pipeline
  private made: Summariser | undefined

  constructor(private readonly bytes: Uint8Array) {
    this.pipeline = readPipeline(bytes)
  }

  /** Created at the first use. */
  get summariser(): Summariser {
    this.made ??= summariserOf(this.bytes)
    return this.made
  }
}

/** The description in a model file. */
export function servedModel(bytes: Uint8Array, name: string): ServedModel {
  const model = readModel(bytes)
  const stages = Object.keys(splitModel(model)).filter((stage) => /^(tokenizer|tagger|parser)$/.test(stage))
  const { licence, trainedOn } = model.header
  return { name, licence, trainedOn, stages }
}
