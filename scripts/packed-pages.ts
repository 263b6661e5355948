// Pages that use the packed packages, as users would make them: without a bundler, and with Vite.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { Page } from 'playwright-core'
import { build, createServer as createViteServer, type InlineConfig, preview } from 'vite'
import type { PackedProject } from './packed-project.js'

/** The program of the page: a tree from this thread, and the same from a worker. */
export const MAIN = `import { load } from 'parleyjs'

const progress = []
const parley = await load('en', { onProgress: ({ received }) => progress.push(received) })
const doc = parley.parse('We like dogs.')
const worker = await load('en', { worker: true })
const same = await worker.parse('We like dogs.')
await worker.close()
globalThis.result = {
  root: doc.sentences[0].root.text,
  same: JSON.stringify(doc) === JSON.stringify(same),
  progress: progress.length > 0,
  milliseconds: performance.now(),
}
`

export interface PageResult {
  readonly root: string
  readonly same: boolean
  readonly progress: boolean
  /** From the start of the page to the end of its program. */
  readonly milliseconds: number
}

/** Opens the page and waits for the end of its program; fails with the page's own error. */
export async function resultOf(page: Page, url: string): Promise<PageResult> {
  const failed = new Promise<never>((_, reject) => {
    page.on('pageerror', reject)
    page.on('console', (message) => {
      if (message.type() === 'error') console.warn(`${url}: ${message.text()} ${message.location().url}`)
    })
  })
  await page.goto(url)
  await Promise.race([page.waitForFunction('globalThis.result', undefined, { timeout: 200_000 }), failed])
  return (await page.evaluate('globalThis.result')) as PageResult
}

/** A plain server of the project's files, with a page whose import map finds the packages. */
export interface PlainServer {
  readonly url: string
  /** Paths of all requests for the model, with their methods. */
  readonly modelRequests: string[]
  /** Whether the server has the model, and when it was changed. */
  model: { available: boolean; modified: string }
  close(): void
}

export async function servePlain(project: PackedProject): Promise<PlainServer> {
  const imports = Object.fromEntries(
    project.packages.flatMap(({ manifest: { name, exports = {} } }) =>
      Object.entries(exports).map(([entry, target]) => [
        name + entry.slice(1),
        `/node_modules/${name}/${(typeof target === 'string' ? target : target.default)?.slice(2)}`,
      ]),
    ),
  )
  const html = `<!doctype html><title>Plain</title><script type="importmap">${JSON.stringify({ imports })}</script><script type="module" src="/main.js"></script>`
  const model = { available: true, modified: new Date(0).toUTCString() }
  const modelRequests: string[] = []
  const server: Server = createServer(async ({ url = '/', method = 'GET' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname)
    if (path === '/') return response.setHeader('content-type', 'text/html').end(html)
    if (path === '/favicon.ico') return response.writeHead(204).end()
    if (path.endsWith('.gz')) {
      modelRequests.push(method)
      if (!model.available) return response.destroy()
      response.setHeader('last-modified', model.modified)
    }
    const body = await readFile(join(project.folder, path)).catch(() => null)
    if (body === null) return response.writeHead(404).end()
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream')
    response.setHeader('content-length', body.length)
    return response.end(method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, modelRequests, model, close: () => void server.close() }
}

/** A page of Vite with its default settings, from its development server or built. */
export async function serveVite(
  project: PackedProject,
  mode: 'development' | 'built',
): Promise<{ readonly url: string; close(): Promise<void> }> {
  project.write(
    'index.html',
    '<!doctype html><title>Vite</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
  )
  const config: InlineConfig = { root: project.folder, configFile: false, logLevel: 'error' }
  const address = { host: '127.0.0.1', port: 0 }
  if (mode === 'built') {
    await build(config)
    const server = await preview({ ...config, preview: address })
    return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
  }
  const server = await createViteServer({ ...config, server: address })
  await server.listen()
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
}
