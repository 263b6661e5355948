import { openModel, type Pipeline, readPipeline, shareModel } from '@parley/nlp'
import type { ModelFile } from './model-file.js'

/** The pipeline of a model, in memory of WebAssembly, so that its tables need not be copied there. */
export async function readModelFile({ path, bytes }: ModelFile): Promise<Pipeline> {
  return readPipeline(openModel(shareModel(await bytes())), path)
}
