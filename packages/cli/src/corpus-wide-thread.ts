// A thread of `--corpus-wide`: a host of sentences around the model that all threads share.
import { serveBatches, threadPort } from '@parley/core'
import {
  CorpusHost,
  carryOut,
  type HostOrder,
  type HostSettings,
  openModel,
  readPipeline,
  type SharedModel,
} from '@parley/nlp'
import { DEFLATE } from './corpus-wide-packing.js'

/** What the thread is started with. */
export interface CorpusThreadData extends HostSettings {
  readonly model: SharedModel
}

const port = await threadPort<CorpusThreadData>()
const host = new CorpusHost(readPipeline(openModel(port.data.model)), port.data, DEFLATE)
serveBatches(port, (order: HostOrder) => carryOut(host, order))
