// Loads a model, in this thread or in a worker.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import { loadHere } from './load-here.js'
import type { LoadOptions, ModelSource } from './options.js'
import type { Parley } from './parley.js'
import { ParleyWorker } from './parley-worker.js'

const LOAD_KEYS = {
  onProgress: true,
  cache: true,
  signal: true,
  worker: true,
} satisfies OptionKeys<LoadOptions>

/**
 * Loads a model from an address, a file (in Node) or bytes, packed with gzip or not. The package `parleyjs`
 * has `load`, which also knows models by name.
 *
 * @example
 * const parley = await loadParley(modelUrl)
 * parley.parse('We like dogs.').sentences[0].root?.text // 'like'
 */
export function loadParley(
  source: ModelSource,
  options?: LoadOptions & { readonly worker?: false },
): Promise<Parley>
export function loadParley(
  source: ModelSource,
  options: LoadOptions & { readonly worker: Exclude<LoadOptions['worker'], false | undefined> },
): Promise<ParleyWorker>
export function loadParley(source: ModelSource, options?: LoadOptions): Promise<Parley | ParleyWorker>
export async function loadParley(
  source: ModelSource,
  options: LoadOptions = {},
): Promise<Parley | ParleyWorker> {
  requireOptions('load', options, LOAD_KEYS)
  const { worker = false, ...rest } = options
  rest.signal?.throwIfAborted()
  if (worker !== false) return ParleyWorker.start(source, rest, worker === true ? undefined : worker)
  return loadHere(source, rest)
}
