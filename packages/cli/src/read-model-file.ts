// Builds a pipeline from a model file.

import { openModel, shareModel } from '@parleyjs/learn'
import { type Pipeline, readPipeline } from '@parleyjs/nlp'
import type { ModelFile } from '@parleyjs/runner/internal'

/**
 * The pipeline of a model. The model is read into WebAssembly memory, so that its tables need not be copied
 * there.
 */
export async function readModelFile({ path, bytes }: ModelFile): Promise<Pipeline> {
  return readPipeline(openModel(shareModel(await bytes())), path)
}
