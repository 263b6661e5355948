// What a model file holds for the server: a pipeline, and a summariser if there is one.
import { type Pipeline, readPipeline, type Summariser, summariserOf } from '@parley/nlp'

export class Models {
  readonly pipeline: Pipeline
  private made: Summariser | undefined

  constructor(private readonly bytes: Uint8Array) {
    this.pipeline = readPipeline(bytes)
  }

  /** Made when it is first asked for. */
  get summariser(): Summariser {
    this.made ??= summariserOf(this.bytes)
    return this.made
  }
}
