// The handlers of all paths of the API and of the page.
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Data } from '@parleyjs/logic'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { allowOrigins, onlyOwnPages } from './cross-origin.js'
import { ClientGone, internalError, RequestError } from './errors.js'
import { onlyLocalNames, requireToken, securityHeaders } from './guard.js'
import type { Limits } from './limits.js'
import { onlyShallow } from './nesting.js'
import type { Page } from './page.js'
import type { WorkerPool } from './pool.js'
import type { Answer } from './reading.js'
import { routes } from './routes.js'
import { sliced } from './slices.js'
import type { Task, TextTask } from './task.js'
import { modelsAnswer, processAnswer, processTask, type ServedModel, udpipeFields } from './udpipe.js'

export interface AppOptions {
  readonly pool: WorkerPool
  readonly limits: Limits
  /** Whether only requests that name this machine as the host are answered. */
  readonly local: boolean
  readonly token?: string | undefined
  readonly page?: Page | undefined
  /** Whether a connection is beyond the limit and may request /healthz only. */
  readonly isReserved?: (socket: Socket) => boolean
  readonly version: string
  readonly model: ServedModel
  /** The origins whose pages may use the API; "*" stands for all. */
  readonly origins: readonly string[]
  /** Aborted when the server shuts down. */
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

const NDJSON = 'application/x-ndjson'
const CONLLU = 'text/x-conllu'
const encoder = new TextEncoder()

/** The server as a function from requests to answers. */
export function makeApp(options: AppOptions) {
  const { pool, limits, token, page, version } = options
  const app = new OpenAPIHono({ defaultHook: refuse })
  const route = routes(limits)

  app.onError((error, context) => fail(context, error, options.log))
  app.notFound((context) => {
    const known = app.routes.some(({ path, method }) => path === context.req.path && method !== 'ALL')
    const error = known
      ? new RequestError('method-not-allowed', `${context.req.method} is not for ${context.req.path}.`)
      : new RequestError('not-found', 'There is nothing here. The API is described at /openapi.json.')
    return send(context, error)
  })

  app.use(securityHeaders)
  app.use(async (context, next) => {
    const socket = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket
    if (socket !== undefined && options.isReserved?.(socket) === true) {
      context.header('Connection', 'close')
      if (context.req.path !== '/healthz') throw new RequestError('busy', crowded(limits))
    }
    await next()
  })
  if (options.local && token === undefined) app.use(onlyLocalNames)
  for (const path of ['/v1/*', '/process', '/models']) {
    if (options.origins.length > 0) app.use(path, allowOrigins(options.origins))
    app.use(path, onlyOwnPages(options.origins))
    if (token !== undefined) app.use(path, requireToken(token))
    app.use(path, bodyLimit({ maxSize: limits.body, onError: () => tooLarge(limits.body) }))
  }
  app.use('/v1/*', requireJson)
  app.use('/v1/*', onlyShallow)

  app.openapi(route.parse, (context) => {
    const as = wantsConllu(context) ? 'conllu' : 'json'
    return sentences(context, { kind: 'parse', as, ...context.req.valid('json') }) as never
  })
  app.openapi(route.tag, (context) => {
    const as = wantsConllu(context) ? 'conllu' : 'json'
    return sentences(context, { kind: 'tag', as, ...context.req.valid('json') }) as never
  })
  app.openapi(route.solve, async (context) => {
    const { data, ...rest } = context.req.valid('json')
    const task: Task = {
      kind: 'solve',
      ...rest,
      data: data as Data | undefined,
      timeLimit: Math.min(rest.timeLimit ?? Number.POSITIVE_INFINITY, (0.75 * limits.time) / 1000),
      limit: limits.graph,
    }
    const pieces = await collect(start(context, task))
    return json(context, pieces.join('')) as never
  })
  app.openapi(route.summarize, async (context) => {
    const pieces = await collect(start(context, { kind: 'summarize', ...context.req.valid('json') }))
    return json(context, pieces.join('')) as never
  })
  app.openapi(route.search, async (context) => {
    const pieces = await collect(start(context, { kind: 'search', ...context.req.valid('json') }))
    return json(context, pieces.join('')) as never
  })
  app.openapi(route.models, (context) => context.json(modelsAnswer(options.model)) as never)
  // Only described: its fields are read from forms and from the query, and UDPipe ignores unknown ones.
  app.openAPIRegistry.registerPath(route.process)
  app.on(['GET', 'POST'], '/process', async (context) => {
    const task = processTask(await udpipeFields(context), options.model)
    const pieces = await collect(start(context, task))
    return json(context, JSON.stringify(processAnswer(pieces.join(''), task, options.model, version)))
  })
  app.openapi(route.health, (context) => {
    const { state } = pool
    const status = options.closing.aborted ? 'shutting-down' : state.workers === 0 ? 'no-threads' : 'ok'
    return context.json({ status, ...state } as const, status === 'ok' ? 200 : 503)
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'Required if the server was started with --token',
  })
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    servers: [{ url: '/', description: 'This server' }],
    security: token === undefined ? [{}, { token: [] }] : [{ token: [] }],
    info: {
      title: 'Parley',
      version,
      description: 'Structured prediction with a certificate of optimality.',
    },
  })
  if (page !== undefined) app.get('*', (context, next) => page.respond(context) ?? (next() as never))
  return app

  /** Starts a task. It ends with the request, at the latest when its time is up. */
  function start(context: Context, task: Task): Answer {
    const gone = context.req.raw.signal
    const end = new AbortController()
    const answer = pool.run(task, end.signal)
    return (async function* () {
      const late = () =>
        end.abort(
          new RequestError(
            'too-slow',
            `This took more than ${limits.time / 1000} seconds. Ask for less at once.`,
          ),
        )
      const leave = () => end.abort(new ClientGone())
      const timer = setTimeout(late, limits.time)
      gone.addEventListener('abort', leave)
      if (gone.aborted) leave()
      try {
        yield* answer
      } finally {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
      }
    })()
  }

  async function sentences(context: Context, task: TextTask): Promise<Response> {
    const answer = start(context, task)
    const accept = context.req.header('accept') ?? ''
    if (task.as === 'conllu') return stream(context, answer, `${CONLLU}; charset=utf-8`, '')
    if (accept.includes(NDJSON)) return stream(context, answer, NDJSON, '\n')
    const pieces = await collect(answer)
    return json(context, `{"sentences":[${pieces.join(',')}]}`)
  }

  /**
   * Sends pieces as they arrive, at the pace of the reader. Failures before the first piece are ordinary
   * errors.
   */
  async function stream(context: Context, answer: Answer, type: string, after: string): Promise<Response> {
    const encode = (pieces: readonly string[]) =>
      encoder.encode(pieces.map((piece) => piece + after).join(''))
    const first = await answer.next()
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          if (first.done) controller.close()
          else controller.enqueue(encode(first.value))
        },
        async pull(controller) {
          try {
            const { done, value } = await answer.next()
            if (done) controller.close()
            else controller.enqueue(encode(value))
          } catch (error) {
            const text = JSON.stringify(asRequestError(error, options.log))
            controller.enqueue(encode([type === NDJSON ? text : `# error = ${text}\n`]))
            controller.close()
          }
        },
        async cancel() {
          await answer.return()
        },
      },
      { highWaterMark: 1 },
    )
    return context.body(body, 200, { 'Content-Type': type })
  }
}

function json(context: Context, text: string): Response {
  const bytes = encoder.encode(text)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }
  return context.body(sliced(bytes), 200, headers)
}

async function collect(answer: Answer): Promise<string[]> {
  const all: string[] = []
  for await (const pieces of answer) all.push(...pieces)
  return all
}

function wantsConllu(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes(CONLLU)
}

const requireJson = async (context: Context, next: () => Promise<void>) => {
  if (context.req.method === 'POST') {
    const type = context.req.header('content-type') ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type))
      throw new RequestError('unsupported-type', 'Send JSON: Content-Type: application/json')
  }
  await next()
}

function crowded({ connections, connectionsPerAddress }: Limits): string {
  return (
    `There are too many connections: the limit is ${connectionsPerAddress} from one address and ${connections} in all. ` +
    'Use each connection for several requests, or try again in a moment.'
  )
}

function tooLarge(bytes: number): never {
  throw new RequestError('too-large', `The body has more than ${bytes} bytes. Send it in parts.`)
}

/** The error for a JSON body that does not match the schema of the path: the first issue, with its field. */
function refuse(result: { success: boolean; error?: { issues: readonly Issue[] } }) {
  const issue = result.success ? undefined : result.error?.issues[0]
  if (issue === undefined) return
  const field = [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].map(String).join('.')
  const message = issue.keys === undefined ? issue.message : 'There is no such field. See /openapi.json.'
  throw new RequestError('bad-request', message, field === '' ? {} : { field })
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** The unknown fields. */
  readonly keys?: readonly string[]
}

function asRequestError(error: unknown, log: (line: string) => void): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof HTTPException && error.status < 500) {
    const message = /json/i.test(error.message) ? 'The body is not JSON.' : 'The request is not understood.'
    return new RequestError(error.status === 413 ? 'too-large' : 'bad-request', message)
  }
  if (!(error instanceof ClientGone))
    log(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return internalError()
}

function fail(context: Context, error: unknown, log: (line: string) => void): Response {
  // The client has gone: this answer is not read.
  if (context.req.raw.signal.aborted) return new Response(null, { status: 499 })
  return send(context, asRequestError(error, log))
}

function send(context: Context, error: RequestError): Response {
  if (error.code === 'busy') context.header('Retry-After', '1')
  // The rest of a body that was not read completely is still arriving.
  if (context.req.raw.body !== null && !context.req.raw.bodyUsed) context.header('Connection', 'close')
  if (error.code === 'too-large') context.header('Connection', 'close')
  return context.json(error, error.status)
}
