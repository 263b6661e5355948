// Serves a folder of static files on a free local port.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.gz': 'application/gzip',
}

export interface StaticServer {
  readonly url: string
  /** The requested paths, in order. */
  readonly paths: string[]
  close(): Promise<void>
}

export async function serveFolder(folder: string): Promise<StaticServer> {
  const paths: string[] = []
  const server: Server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    paths.push(path)
    const file = path.endsWith('/') ? `${path}index.html` : path
    const body = await readFile(join(folder, file)).catch(() => undefined)
    if (body === undefined) return response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.setHeader('content-length', body.length)
    return response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/`, paths, close }
}
