// Starts the server, and shuts it down in good order.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { ParleyError } from '@parleyjs/core'
import { makeApp } from './app.js'
import { Connections } from './connections.js'
import { isLoopback } from './guard.js'
import { type Limits, limitsWith } from './limits.js'
import { servedModel } from './models.js'
import { Page } from './page.js'
import { WorkerPool } from './pool.js'

export interface ServerOptions {
  /** The bytes of a model, unpacked. */
  readonly model: Uint8Array
  /** Address to listen on. Default 127.0.0.1: this machine only. All others need a token. */
  readonly host?: string
  /** Port to listen on. Default 8080; 0 chooses a free one. */
  readonly port?: number
  /** The token that API requests must send as `Authorization: Bearer TOKEN`. */
  readonly token?: string | undefined
  /** Number of worker threads. Default: the number of cores. */
  readonly workers?: number
  /** The name of the model for UDPipe's clients. Default: english. */
  readonly modelName?: string | undefined
  /** Origins whose pages may use the API, such as https://example.org; "*" stands for all. Default: none. */
  readonly origins?: readonly string[] | undefined
  /** Maximum number of requests that wait for a thread; more are refused. Default 16 per thread. */
  readonly queue?: number
  readonly limits?: Partial<Limits>
  /** A folder with the files of a page. */
  readonly page?: string | undefined
  /** Files of the page that are elsewhere: the file to send for a path such as `/assets/model.gz`. */
  readonly pageFiles?: Readonly<Record<string, string>> | undefined
  readonly version?: string
  /** Receives reports of bugs. Default: stderr. */
  readonly log?: (line: string) => void
}

export interface RunningServer {
  readonly url: string
  /** Shuts down: refuses new requests, and lets open requests and downloads finish within the grace time. */
  close(): Promise<void>
}

/** Time after the grace period for sending the error answers, in milliseconds. */
const LAST_WORDS_MS = 1000

/**
 * Starts a server. Resolves when it can answer.
 *
 * @example
 * const server = await startServer({ model: gunzipSync(await readFile(modelUrl)), port: 0 })
 * const headers = { 'content-type': 'application/json' }
 * await fetch(`${server.url}v1/tag`, { method: 'POST', headers, body: '{"text":"Hello."}' })
 * await server.close()
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 8080, token, page } = options
  const { workers = availableParallelism(), log = (line) => void process.stderr.write(`${line}\n`) } = options
  const local = isLoopback(host)
  if (!local && !token)
    throw new ParleyError(
      'bad-argument',
      `To listen on ${host}, where others can reach it, the server needs a token.`,
    )

  const served = servedModel(options.model, options.modelName ?? 'english')
  const model = new SharedArrayBuffer(options.model.length)
  new Uint8Array(model).set(options.model)
  const limits = limitsWith(options.limits)
  const { memory } = limits
  const pool = new WorkerPool({ workers, queue: options.queue ?? 16 * workers, model, memory, log })
  const closing = new AbortController()
  let connections: Connections | undefined
  const app = makeApp({
    pool,
    limits,
    local,
    token: token || undefined,
    page: page === undefined ? undefined : Page.read(page, options.pageFiles),
    isReserved: (socket) => connections?.isReserved(socket) === true,
    version: options.version ?? '0.0.0',
    model: served,
    origins: options.origins ?? [],
    closing: closing.signal,
    log,
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: limits.arrival,
      requestTimeout: limits.arrival,
      connectionsCheckingInterval: Math.min(1000, limits.arrival),
    },
  }) as Server
  connections = new Connections(server, limits)
  try {
    await pool.ready()
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    connections.cut()
    await pool.close(0)
    throw explained(error, host, port)
  }
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      connections.close()
      const cut = setTimeout(() => connections.cut(), limits.grace + LAST_WORDS_MS)
      await pool.close(limits.grace)
      await closed
      clearTimeout(cut)
      connections.cut()
    },
  }
}

function explained(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  const place = `${host}:${port}`
  if (code === 'EADDRINUSE')
    return new ParleyError('bad-argument', `Something else listens on ${place}. Choose another port.`)
  if (code === 'EACCES')
    return new ParleyError('bad-argument', `Not allowed to listen on ${place}. Choose a port above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ParleyError('bad-argument', `${host} is no address of this machine.`)
  return error
}

function urlOf({ address, port, family }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`
}
