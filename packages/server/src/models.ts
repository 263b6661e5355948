// Reads a model file for the server: a pipeline, and a summariser if the file has one.
import { type Pipeline, readPipeline, type Summariser, summariserOf } from '@parleyjs/nlp'

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
