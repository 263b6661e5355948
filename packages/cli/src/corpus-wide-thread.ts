// A thread of `--corpus-wide`: it holds a part of the sentences. All threads share the model.
import { serveTasks, threadPort } from '@parleyjs/core/internal'
import { openModel, type SharedModel } from '@parleyjs/learn'
import { readPipeline } from '@parleyjs/nlp'
import { CorpusHost, carryOut, type HostOrder, type HostSettings } from '@parleyjs/nlp/internal'
import { DEFLATE } from './corpus-wide-packing.js'

/** The data that the thread is started with. */
export interface CorpusThreadData extends HostSettings {
  readonly model: SharedModel
}

const port = await threadPort<CorpusThreadData>()
const host = new CorpusHost(readPipeline(openModel(port.data.model)), port.data, DEFLATE)
serveTasks(port, (order: HostOrder) => carryOut(host, order))
