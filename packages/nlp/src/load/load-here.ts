// Loads a model in this thread.
import { unpackModel } from '@parleyjs/learn'
import { readPipeline } from '../pipeline/model.js'
import type { LoadOptions, ModelSource } from './options.js'
import { Parley } from './parley.js'
import { readSource } from './read-source.js'

/** Loads a model in this thread. */
export async function loadHere(source: ModelSource, options: Omit<LoadOptions, 'worker'>): Promise<Parley> {
  const { bytes, name, isCached, keep, forget } = await readSource(source, options)
  try {
    const model = await unpackModel(bytes, name === undefined ? {} : { file: name })
    options.signal?.throwIfAborted()
    const parley = new Parley(readPipeline(model, name))
    await keep()
    return parley
  } catch (error) {
    await forget()
    options.signal?.throwIfAborted()
    // What the cache had was damaged, or is of another version of Parley.
    if (isCached) return loadHere(source, options)
    throw error
  }
}
