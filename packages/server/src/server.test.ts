// The server as its clients see it: every path, and everything that clients do wrong.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// Threads run what was built, so the server does, too.
import { type RunningServer, type ServerOptions, startServer } from '../dist/index.js'
import {
  errorSchema,
  healthSchema,
  sentenceSchema,
  sentencesSchema,
  solutionSchema,
  summarySchema,
} from './schemas.js'

const model = gunzipSync(readFileSync(modelUrl))
const logged: string[] = []
const start = (options: Partial<ServerOptions> = {}) =>
  startServer({ model, port: 0, workers: 1, log: (line) => logged.push(line), ...options })

let server: RunningServer
beforeAll(async () => {
  server = await start({ limits: { body: 400_000, time: 20_000, arrival: 1000, graph: 2000 } })
}, 60_000)
afterAll(async () => {
  await server.close()
  expect(logged).toEqual([])
}, 60_000)

const post = (path: string, body: unknown, headers: Record<string, string> = {}, at = server) =>
  fetch(at.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function refusal(response: Response) {
  const { error } = errorSchema.parse(await response.json())
  return { status: response.status, ...error }
}

/** Sends bytes as they are, and collects what comes back until the line is closed or silent for a while. */
function raw(text: string, { patience = 4000, end = false } = {}): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => (end ? socket.end(text) : socket.write(text)))
    socket.setEncoding('utf8').setTimeout(patience)
    socket.on('data', (data) => (answer += data))
    socket.on('timeout', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

describe('answers', () => {
  test('sentences with trees, bounds and offsets', async () => {
    const response = await post('v1/parse', { text: 'We learned a lesson. It was good.', confidence: true })
    expect(response.status).toBe(200)
    const { sentences } = sentencesSchema.parse(await response.json())
    expect(sentences.map(({ text }) => text)).toEqual(['We learned a lesson.', 'It was good.'])
    expect(sentences[0].words.map(({ head }) => head)).toEqual([2, 0, 4, 2, 2])
    expect(sentences[0]).toMatchObject({ status: 'optimal', gap: 0 })
    expect(sentences[0].words[1]).toMatchObject({ start: 3, end: 10, upos: 'VERB' })
  })

  test('k trees, by the algorithm that was asked for', async () => {
    const body = {
      text: 'I saw the man with the telescope.',
      k: 2,
      algorithm: 'subgradient',
      projective: true,
    }
    const { sentences } = sentencesSchema.parse(await (await post('v1/parse', body)).json())
    expect(sentences[0].alternatives).toHaveLength(1)
  })

  test('tags, for text and for CoNLL-U', async () => {
    const conllu = '1\tWe\t_\t_\t_\t_\t_\t_\t_\t_\n2\tsing\t_\t_\t_\t_\t_\t_\t_\t_\n\n'
    for (const body of [{ text: 'We sing' }, { conllu }]) {
      const { sentences } = sentencesSchema.parse(await (await post('v1/tag', body)).json())
      expect(sentences[0].words.map(({ upos, head }) => [upos, head])).toEqual([
        ['PRON', null],
        ['VERB', null],
      ])
    }
  })

  test('CoNLL-U that can be sent again', async () => {
    const accept = { accept: 'text/x-conllu' }
    const first = await (await post('v1/parse', { text: 'We learned a lesson.' }, accept)).text()
    expect(first).toContain('2\tlearned\tlearn\tVERB')
    const second = await (await post('v1/parse', { conllu: first }, accept)).text()
    expect(second).toBe(first)
  })

  test('a line for every sentence, as they are ready', async () => {
    const text = 'This is a sentence of a longer text. '.repeat(2000)
    const response = await post('v1/tag', { text }, { accept: 'application/x-ndjson' })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    let chunks = 0
    let lines = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      chunks++
      lines += decoder.decode(chunk as Uint8Array, { stream: true })
    }
    expect(chunks).toBeGreaterThan(2)
    const sentences = lines.trimEnd().split('\n')
    expect(sentences).toHaveLength(2000)
    expect(sentenceSchema.parse(JSON.parse(sentences[1999])).id).toBe('2000')
  }, 60_000)

  test('solutions of graphs, with names and contributions', async () => {
    const graph = {
      parley: 1,
      variables: [
        { name: 'a', score: 1 },
        { name: 'b', score: 2 },
      ],
      factors: [{ kind: 'xor', literals: ['a', 'b'], name: 'one' }],
    }
    const response = await post('v1/solve', { graph, algorithm: 'exact', explain: true })
    const solution = solutionSchema.parse(await response.json())
    expect(solution).toMatchObject({ status: 'optimal', value: 2, assignment: [0, 1], names: ['a', 'b'] })
    const best = solutionSchema.parse(await (await post('v1/solve', { graph, k: 2 })).json())
    expect(best.solutions!.map(({ value }) => value)).toEqual([2, 1])
  })

  test('answers to rules, and what clashes', async () => {
    const rules = 'domain t = {x, y}\nopen p(t)\n"one": exists! a: p(a)'
    const answer = solutionSchema.parse(
      await (await post('v1/solve', { rules, data: { p: [['y', 1]] } })).json(),
    )
    expect(answer).toMatchObject({ status: 'optimal', value: 1, answer: { p: [['y']] } })
    const no = await post('v1/solve', { rules: `${rules}\n"none": ~p(a)` })
    const clash = solutionSchema.parse(await no.json())
    expect(clash).toMatchObject({ status: 'infeasible', value: null, answer: null })
    expect(clash.clash!.length).toBeGreaterThan(1)
  })

  test('summaries within the budget, with spans of the documents', async () => {
    const documents = [
      'The battery of this little reader lasts for weeks. The seller sent it quickly.',
      'I bought it for the battery, which lasts for three weeks. The screen is sharp.',
    ]
    const response = await post('v1/summarize', { documents, words: 8 })
    const summary = summarySchema.parse(await response.json())
    expect(summary.words).toBeLessThanOrEqual(8)
    expect(summary.text).toContain('battery')
    const { document, start, end, original } = summary.sentences[0]
    expect(documents[document].slice(start, end)).toBe(original)
  })

  test('health, and a description in which every path of the API stands', async () => {
    const health = healthSchema.parse(await (await fetch(`${server.url}healthz`)).json())
    expect(health).toMatchObject({ status: 'ok', workers: 1 })
    const description = (await (await fetch(`${server.url}openapi.json`)).json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths).sort()).toEqual([
      '/healthz',
      '/models',
      '/process',
      '/v1/parse',
      '/v1/search',
      '/v1/solve',
      '/v1/summarize',
      '/v1/tag',
    ])
    expect(Object.keys(description.paths['/v1/parse'].post.responses)).toContain('429')
  })
})

describe('refusals', () => {
  test.each<[string, string, unknown, Record<string, string>, object]>([
    ['broken JSON', 'v1/parse', '{"text":', {}, { status: 400, code: 'bad-request' }],
    ['a list', 'v1/parse', '[]', {}, { status: 400, code: 'bad-request' }],
    ['no JSON at all', 'v1/tag', 'Hello', { 'content-type': 'text/plain' }, { status: 415 }],
    ['an unknown field', 'v1/parse', { txt: 'a' }, {}, { status: 400, where: { field: 'txt' } }],
    ['two inputs', 'v1/parse', { text: 'a', conllu: 'b' }, {}, { status: 400 }],
    ['no input', 'v1/solve', {}, {}, { status: 400 }],
    ['a number as a text', 'v1/parse', { text: 7 }, {}, { status: 400, where: { field: 'text' } }],
    ['k beyond the limit', 'v1/parse', { text: 'a', k: 1e6 }, {}, { status: 400, where: { field: 'k' } }],
    ['CoNLL-U with a mistake', 'v1/tag', { conllu: '1\ta\n' }, {}, { status: 400, where: { line: 1 } }],
    ['a graph with a mistake', 'v1/solve', { graph: { parley: 1 } }, {}, { status: 400 }],
    [
      'rules with a mistake',
      'v1/solve',
      { rules: 'domain t = {a}\nopen p(t' },
      {},
      { where: { line: 2, column: 9 } },
    ],
    [
      'HTML as a document',
      'v1/summarize',
      { documents: ['<html><body><p>Hi</p></body></html>'] },
      {},
      { status: 400 },
    ],
    ['no documents', 'v1/summarize', { documents: [] }, {}, { status: 400, where: { field: 'documents' } }],
    ['a huge body', 'v1/parse', { text: 'a '.repeat(300_000) }, {}, { status: 413, code: 'too-large' }],
    ['an unknown path', 'v1/nothing', {}, {}, { status: 404 }],
    ['the wrong method', 'healthz', {}, {}, { status: 405 }],
  ])('%s', async (_, path, body, headers, expected) => {
    const response = await post(path, body, headers)
    const found = await refusal(response)
    expect(found).toMatchObject(expected)
    expect(JSON.stringify(found)).not.toMatch(/node_modules|\.[jt]s:\d|\/packages\/|\\n +at /)
  })

  test('a graph that is too large', async () => {
    const graph = { parley: 1, variables: Array.from({ length: 3000 }, () => ({ score: 1 })) }
    expect(await refusal(await post('v1/solve', { graph }))).toMatchObject({ status: 413, code: 'too-large' })
  })

  test('rules that would go through too many combinations', async () => {
    const rules = 'domain t = 1..100\nopen p(t)\np(a) & p(b) => p(c)'
    expect(await refusal(await post('v1/solve', { rules }))).toMatchObject({ status: 413 })
  })

  test('a name that is not of this machine', async () => {
    const answer = await raw('GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 403/)
  })

  test('requests that never end are cut off', async () => {
    const head = 'POST /v1/parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    expect(await raw(`${head}X-Slow:`)).toMatch(/^(HTTP\/1\.1 408|$)/)
    expect(await raw(`${head}Content-Length: 1000\r\n\r\n{"text":`)).toMatch(/^(HTTP\/1\.1 408|$)/)
  }, 30_000)

  test('requests that are cut off, and no HTTP at all, do no harm', async () => {
    const head =
      'POST /v1/parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
    await raw(`${head}{"text":`, { end: true })
    expect(await raw('\u0000\u0001 rubbish\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect((await post('v1/tag', { text: 'Still here.' })).status).toBe(200)
  })

  test('headers keep browsers from harm', async () => {
    const { headers } = await fetch(`${server.url}healthz`)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
