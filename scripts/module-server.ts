// Serves the compiled modules of the packages, and other files of the tests, to a browser like a plain web
// server.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
}

/** Headers that allow a page and its workers to share memory. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/**
 * The repository's files under their paths, and an empty page at `/` that finds `@parleyjs/core` and the
 * others.
 */
export function serveModules(options: { isolated: boolean }): Promise<Server> {
  const names = ['core', 'structures', 'logic', 'learn', 'nlp']
  const imports = Object.fromEntries(
    names.flatMap((name) => [
      [`@parleyjs/${name}`, `/packages/${name}/dist/index.js`],
      [`@parleyjs/${name}/internal`, `/packages/${name}/dist/internal.js`],
    ]),
  )
  const page = `<!doctype html><title>Parley</title><script type="importmap">${JSON.stringify({ imports })}</script>`
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(options.isolated ? ISOLATED : {}))
      response.setHeader(name, value)
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page)
    const body = await readFile(join(ROOT, path)).catch(() => undefined)
    if (body === undefined) return response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
    return response.end(extname(path) === '.js' ? resolved(body.toString()) : body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Workers do not support import maps: package names are replaced by paths, as bundlers do. */
function resolved(code: string): string {
  return code.replaceAll(
    /\bfrom '@parleyjs\/(\w+)(\/internal)?'/g,
    (_, name, internal) => `from '/packages/${name}/dist/${internal ? 'internal' : 'index'}.js'`,
  )
}
