// A client for trials of the server: short requests, and a mixture of all kinds of requests.
import { Agent, request } from 'node:http'

export interface Outcome {
  /** The status, or the error instead of an answer; `left` if the client disconnected on purpose. */
  readonly result: string
  readonly ms: number
}

interface Ask {
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to disconnect once the answer begins. */
  readonly leave?: boolean
}

const TEXT = 'We learned a lesson. The quick brown fox who lives in the wood jumps over the lazy dog. '
const RULES = 'domain t = {a, b}\nopen p(t)\n"one": exists! x: p(x)\nweight 1: p("a")'
const GRAPH = {
  parley: 1,
  variables: [
    { name: 'a', score: 1 },
    { name: 'b', score: 2 },
  ],
  factors: [{ kind: 'xor', literals: ['a', 'b'] }],
}
const post = (path: string, body: unknown, rest: Partial<Ask> = {}): Ask => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...rest,
})
const ndjson = { headers: { accept: 'application/x-ndjson' } }

/** The requests of the mixture, with their relative frequencies. */
const MIXTURE: readonly (readonly [number, Ask])[] = [
  [4, post('/v1/parse', { text: TEXT })],
  [2, post('/v1/parse', { text: TEXT.repeat(10) }, ndjson)],
  [4, post('/v1/tag', { text: TEXT })],
  [4, post('/v1/solve', { rules: RULES })],
  [3, post('/v1/solve', { graph: GRAPH, algorithm: 'exact', explain: true })],
  [1, post('/v1/summarize', { documents: [TEXT.repeat(3), TEXT], words: 10 })],
  [2, { path: '/healthz' }],
  [1, { path: '/' }],
  [1, post('/v1/parse', '{"text":')],
  [1, post('/v1/parse', { txt: 'a' })],
  [1, post('/v1/solve', `{"graph":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`)],
  [1, post('/v1/solve', { rules: 'domain t = {a}\nopen p(t' })],
  [1, post('/v1/tag', { conllu: '1\ta\n' })],
  [2, { path: '/v1/nothing' }],
  [1, post('/v1/tag', { text: TEXT.repeat(400) }, { ...ndjson, leave: true })],
]
const ALL = MIXTURE.flatMap(([weight, ask]) => Array.from({ length: weight }, () => ask))

export class Client {
  private readonly agent: Agent

  constructor(
    private readonly port: number,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Sends one request of the mixture. */
  mixed(random: () => number): Promise<Outcome> {
    return this.send(ALL[Math.floor(random() * ALL.length)])
  }

  /** Tags a short sentence, on a kept-alive or on a new connection. */
  short(fresh: boolean): Promise<Outcome> {
    return this.send(post('/v1/tag', { text: 'We sing.' }), fresh)
  }

  close(): void {
    this.agent.destroy()
  }

  private send({ method = 'GET', path, body, headers, leave = false }: Ask, fresh = false): Promise<Outcome> {
    const begin = performance.now()
    return new Promise((resolve) => {
      const done = (result: string) => resolve({ result, ms: performance.now() - begin })
      const asked = request(
        {
          port: this.port,
          host: '127.0.0.1',
          agent: fresh ? false : this.agent,
          path,
          method,
          headers: {
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
            ...headers,
          },
        },
        (response) => {
          if (leave) {
            response.once('data', () => asked.destroy())
            response.once('close', () => done('left'))
            response.on('error', () => {})
          } else response.resume().on('end', () => done(String(response.statusCode)))
        },
      )
      asked.setTimeout(60_000, () => asked.destroy(new Error('no answer in 60 s')))
      asked.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      asked.end(body)
    })
  }
}
