// The bytes of a model from an address, a file or memory, in Node and in browsers; with progress, and in
// browsers with a cache that also works without a network.
import { ParleyError } from '@parleyjs/core'
import { builtinModule, inNode } from '@parleyjs/core/internal'
import type { LoadProgress, ModelSource } from './options.js'

/** Name of the browser's cache. */
const CACHE = 'parley-models'
/** Number of models that the cache keeps; the oldest ones are deleted. */
const CACHED_MODELS = 4

export interface ReadOptions {
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly cache?: boolean | undefined
}

/** Bytes of a model, packed or not, and what to do with the cache when the model was tried. */
export interface SourceBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The address or path to name in errors. */
  readonly name: string | undefined
  /** Whether they come from the cache. */
  readonly isCached: boolean
  /** Caches a good model, where there is a cache. */
  keep(): Promise<void>
  /** Removes a bad model from the cache. */
  forget(): Promise<void>
}

const nothing = async () => {}

export async function readSource(source: ModelSource, options: ReadOptions): Promise<SourceBytes> {
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) {
    const bytes = source instanceof Uint8Array ? new Uint8Array(source) : new Uint8Array(source)
    return { bytes, name: undefined, isCached: false, keep: nothing, forget: nothing }
  }
  const url = urlOf(source)
  if (url === null || (url.protocol === 'file:' && inNode())) return readPath(url ?? String(source), options)
  return fetchUrl(url, options)
}

/** The source for another thread, which may have another base address. */
export function absolute(source: ModelSource): ModelSource {
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return source
  return urlOf(source)?.href ?? source
}

/** The address; null for the path of a file, which only Node has. */
function urlOf(source: URL | string): URL | null {
  if (typeof source !== 'string') return source
  // A drive letter of Windows is no scheme.
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return new URL(source)
  if (inNode()) return null
  const { location } = globalThis as { location?: { href: string } }
  return new URL(source, globalThis.document?.baseURI ?? location?.href)
}

async function readPath(path: URL | string, { onProgress, signal }: ReadOptions): Promise<SourceBytes> {
  const { readFile } = (await builtinModule('node:fs/promises')) as {
    readFile(
      path: URL | string,
      options: { signal?: AbortSignal | undefined },
    ): Promise<Uint8Array<ArrayBuffer>>
  }
  const name = typeof path === 'string' ? path : path.href
  const bytes = await readFile(path, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    const reason = error instanceof Error ? error.message : String(error)
    const fact = isMissing ? 'There is no such file.' : `The file cannot be read: ${reason}.`
    throw new ParleyError(
      'bad-input',
      `${fact} A model is a name such as "en", a path, an address or bytes.`,
      {
        file: name,
      },
    )
  })
  onProgress?.({ received: bytes.length, total: bytes.length })
  return { bytes, name, isCached: false, keep: nothing, forget: nothing }
}

async function fetchUrl(url: URL, options: ReadOptions): Promise<SourceBytes> {
  const { onProgress, signal, cache: wanted = true } = options
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const cache = wanted && isWeb ? await openCache() : undefined
  const forget = async () => void (await cache?.delete(url.href).catch(() => false))
  const stored = await cache?.match(url.href).catch(() => undefined)
  if (stored !== undefined && (await isCurrent(url, stored, signal)))
    return { bytes: await bodyOf(stored, onProgress), name: url.href, isCached: true, keep: nothing, forget }
  const response = await fetch(url, { signal: signal ?? null }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw unreachable(url, error instanceof Error ? error.message : String(error))
  })
  if (!response.ok) throw unreachable(url, `the server answers with status ${response.status}`)
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? ''))
    throw unreachable(url, 'the server answers with a page, as many do for files that they do not have')
  const headers = new Headers()
  for (const name of VALIDATORS) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const bytes = await bodyOf(response, onProgress)
  const keep = async () => store(cache, url, new Response(bytes, { headers }))
  return { bytes, name: url.href, isCached: false, keep, forget }
}

/** Headers that tell versions of a file apart. Other origins show only the first two. */
const VALIDATORS = ['last-modified', 'content-length', 'etag']

/** Whether the server still has the stored version. Without a network, the stored one is used. */
async function isCurrent(url: URL, stored: Response, signal: AbortSignal | undefined): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-cache', signal: signal ?? null }).catch(
    () => null,
  )
  signal?.throwIfAborted()
  if (answer === null || !answer.ok) return true
  return VALIDATORS.every((name) => answer.headers.get(name) === stored.headers.get(name))
}

async function openCache(): Promise<Cache | undefined> {
  // Pages that are not secure have no caches, nor have some private windows.
  return inNode() ? undefined : globalThis.caches?.open(CACHE).catch(() => undefined)
}

async function store(cache: Cache | undefined, url: URL, response: Response): Promise<void> {
  if (cache === undefined) return
  try {
    await cache.delete(url.href)
    await cache.put(url.href, response)
    const oldest = (await cache.keys()).slice(0, -CACHED_MODELS)
    for (const request of oldest) await cache.delete(request)
  } catch {
    // There is no space: the model is fetched again next time.
  }
}

/** The body in pieces, with progress. A body that the browser unpacks is longer than its declared length. */
async function bodyOf(
  response: Response,
  onProgress: ReadOptions['onProgress'],
): Promise<Uint8Array<ArrayBuffer>> {
  if (onProgress === undefined || response.body === null) return new Uint8Array(await response.arrayBuffer())
  const declared = Number(response.headers.get('content-length') ?? 0)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    received += next.value.length
    onProgress({ received, total: Math.max(declared, received) })
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function unreachable(url: URL, reason: string): ParleyError {
  return new ParleyError(
    'bad-input',
    `The model could not be fetched: ${reason}. Check the address and the server.`,
    {
      file: url.href,
    },
  )
}
