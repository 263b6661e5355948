// Models by name, and the worker that comes with this package.
import { ParleyError } from '@parleyjs/core'
import { type LoadOptions, loadParley, type ModelSource, type Parley, type ParleyWorker } from '@parleyjs/nlp'

/** A model's package: weights, and a card as its README. */
interface ModelPackage {
  readonly modelUrl: URL
}

/** Models that come with this package. Bundlers must see these imports. */
const INCLUDED: Readonly<Record<string, () => Promise<ModelPackage>>> = {
  en: () => import('@parleyjs/model-en'),
}
/** A name, and no path: a language and a size, such as `en-large`. */
const NAME = /^[a-z]{2,3}(?:-[a-z0-9]+)*$/

/** The address of a model by its name. */
async function addressOf(name: string): Promise<URL> {
  const included = Object.hasOwn(INCLUDED, name) ? INCLUDED[name] : undefined
  const packageName = `@parleyjs/model-${name}`
  try {
    const { modelUrl } = await (included?.() ??
      (import(/* @vite-ignore */ /* webpackIgnore: true */ packageName) as Promise<ModelPackage>))
    return modelUrl
  } catch (error) {
    const names = Object.keys(INCLUDED).join(', ')
    throw new ParleyError(
      'bad-argument',
      `There is no model "${name}" here; ${names} comes with Parley. Install it (npm install ${packageName}). In a page, give its address, too: import { modelUrl } from '${packageName}'; load(modelUrl). (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

/** The worker as one file. A variable: bundlers would take the file for one to copy a second time. */
const WORKER = '../../worker/worker.js'

function startWorker(): Worker {
  return new Worker(new URL('../../worker/worker.js', import.meta.url), { type: 'module' })
}

/**
 * Loads a model: `en` (English, comes with Parley), the name of another installed model, an address, the path
 * of a file (in Node), or bytes. Models may be packed with gzip or not.
 *
 * @example
 * const parley = await load('en')
 * const doc = parley.parse('We like dogs.')
 * doc.sentences[0].root?.text // 'like'
 */
export function load(
  model?: ModelSource,
  options?: LoadOptions & { readonly worker?: false },
): Promise<Parley>
export function load(
  model: ModelSource,
  options: LoadOptions & { readonly worker: Exclude<LoadOptions['worker'], false | undefined> },
): Promise<ParleyWorker>
export function load(model?: ModelSource, options?: LoadOptions): Promise<Parley | ParleyWorker>
export async function load(
  model: ModelSource = 'en',
  options: LoadOptions = {},
): Promise<Parley | ParleyWorker> {
  const source = typeof model === 'string' && NAME.test(model) ? await addressOf(model) : model
  if (options.worker !== true) return loadParley(source, options)
  const inPage = typeof globalThis.Worker !== 'undefined'
  return loadParley(source, { ...options, worker: inPage ? startWorker : new URL(WORKER, import.meta.url) })
}
