// Fetches the model: from the browser's cache if it is there, else from the server, with progress; then
// unpacks it.
import { modelUrl } from '@parleyjs/model-en'
import { unpackModel } from '@parleyjs/nlp'
import type { Loading } from './tasks.js'

const CACHE = 'parley-model'

/** The unpacked model, not yet validated. */
export interface FetchedModel {
  readonly bytes: Uint8Array
  /**
   * To be called if the model is valid: caches it for use without a network, where the browser allows that.
   */
  readonly keep: () => Promise<void>
  /** To be called if the model is invalid: removes it from the cache, so that it is fetched again. */
  readonly forget: () => Promise<void>
}

export async function fetchModel(tell: (loading: Loading) => void): Promise<FetchedModel> {
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined)
  const forget = async () => void (await cache?.delete(modelUrl.href))
  const stored = await cache?.match(modelUrl.href)
  if (stored !== undefined) {
    const bytes = await read(stored, tell)
      .then((packed) => unpackModel(packed))
      .catch(async (error) => {
        await forget()
        throw error
      })
    return { bytes, keep: async () => {}, forget }
  }
  const response = await fetch(modelUrl).catch(() => null)
  if (response === null || !response.ok)
    throw new Error(
      `The English model could not be fetched${response === null ? '' : ` (status ${response.status})`}. Check that the server of this page is running, then load the page again.`,
    )
  const packed = await read(response, tell)
  // A server that sends the file with a content encoding has it unpacked by the browser.
  return { bytes: await unpackModel(packed), keep: () => store(cache, packed), forget }
}

async function read(response: Response, tell: (loading: Loading) => void): Promise<Uint8Array<ArrayBuffer>> {
  const total = Number(response.headers.get('content-length') ?? 0)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    received += value.length
    tell({ received, total: Math.max(total, received) })
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** Caches a model, and removes earlier versions. */
async function store(cache: Cache | undefined, packed: Uint8Array<ArrayBuffer>): Promise<void> {
  if (cache === undefined) return
  try {
    for (const request of await cache.keys()) await cache.delete(request)
    const headers = { 'content-length': String(packed.length) }
    await cache.put(modelUrl.href, new Response(packed, { headers }))
  } catch {
    // No space, or a private window: the page works as long as it is open.
  }
}
