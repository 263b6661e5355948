// UDPipe's interface, searches, CORS and the description of the API, as clients see them.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// Threads run what was built, so the server does, too.
import { type RunningServer, startServer } from '../dist/index.js'
import { modelsSchema, processSchema, searchSchema } from './schemas.js'

const TEXT = 'We go.\n\nThey\tstay  here.\n'
let server: RunningServer
let open: RunningServer
beforeAll(async () => {
  const model = gunzipSync(readFileSync(modelUrl))
  server = await startServer({
    model,
    port: 0,
    workers: 1,
    modelName: 'english-ewt',
    limits: { body: 100_000 },
  })
  open = await startServer({ model, port: 0, workers: 1, token: 'secret', origins: ['https://example.org'] })
}, 60_000)
afterAll(async () => {
  await Promise.all([server.close(), open.close()])
}, 60_000)

async function process(fields: Record<string, string>, body: 'form' | 'multipart' | 'query' = 'form') {
  const params = new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response =
    body === 'query'
      ? await fetch(`${server.url}process?${params}`)
      : await fetch(`${server.url}process`, { method: 'POST', body: body === 'form' ? params : form })
  return {
    status: response.status,
    answer: (await response.json()) as { result: string; error: { message: string } },
  }
}

const rows = (result: string) =>
  result
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('\t'))

describe("UDPipe's interface", () => {
  test('/models', async () => {
    const response = await fetch(`${server.url}models`)
    expect(modelsSchema.parse(await response.json())).toEqual({
      models: { 'english-ewt': ['tokenizer', 'tagger', 'parser'] },
      default_model: 'english-ewt',
    })
  })

  test.each(['form', 'multipart', 'query'] as const)('/process: text to trees, by %s', async (body) => {
    const { status, answer } = await process(
      { data: TEXT, tokenizer: '', tagger: '', parser: '', model: 'english' },
      body,
    )
    expect(status).toBe(200)
    const { model, result } = processSchema.parse(answer)
    expect(model).toBe('english-ewt')
    expect(result).toMatch(
      /^# generator = Parley .*\n# udpipe_model = english-ewt\n# udpipe_model_licence = CC/,
    )
    // A form has its own ends of lines.
    const end = body === 'multipart' ? '\\r\\n' : '\\n'
    expect(rows(result).map((row) => [row[1], row[3], row[6], row[9]])).toEqual([
      ['We', 'PRON', '2', '_'],
      ['go', 'VERB', '0', 'SpaceAfter=No'],
      ['.', 'PUNCT', '2', `SpacesAfter=${end}${end}`],
      ['They', 'PRON', '2', 'SpacesAfter=\\t'],
      ['stay', 'VERB', '0', 'SpacesAfter=\\s\\s'],
      ['here', 'ADV', '2', 'SpaceAfter=No'],
      ['.', 'PUNCT', '2', `SpacesAfter=${end}`],
    ])
  })

  test('only the stages that are asked for', async () => {
    const { answer } = await process({
      data: 'We go. They stay.',
      tokenizer: 'presegmented;normalized_spaces;ranges',
    })
    expect(rows(answer.result).map((row) => [row[0], row[1], row[3], row[9]])).toEqual([
      ['1', 'We', '_', 'TokenRange=0:2'],
      ['2', 'go', '_', 'SpaceAfter=No|TokenRange=3:5'],
      ['3', '.', '_', 'TokenRange=5:6'],
      ['4', 'They', '_', 'TokenRange=7:11'],
      ['5', 'stay', '_', 'SpaceAfter=No|TokenRange=12:16'],
      ['6', '.', '_', 'TokenRange=16:17'],
    ])
  })

  test('words in, words out', async () => {
    const horizontal = await process({ data: 'We go .\nNew\u00a0York !\n', input: 'horizontal', tagger: '' })
    expect(rows(horizontal.answer.result).map((row) => row[1])).toEqual(['We', 'go', '.', 'New York', '!'])
    const vertical = await process({ data: 'We\ngo\tVB\n\nNo\n', input: 'vertical', output: 'vertical' })
    expect(vertical.answer.result).toBe('We\ngo\n\nNo\n\n')
    const again = await process({ data: horizontal.answer.result, output: 'horizontal', parser: '' })
    expect(again.answer.result).toBe('We go .\nNew\u00a0York !\n')
  })

  test.each([
    [{ tokenizer: '' }, 400, /"data"/],
    [{ data: 'x', tokenizer: '', model: 'czech' }, 400, /"czech" does not exist/],
    [{ data: 'x', tokenizer: '', output: 'epe' }, 400, /Output formats/],
    [{ data: 'x', input: 'matxin' }, 400, /Input formats/],
    [{ data: 'x y z', tagger: '' }, 400, /Line 1/],
    [{ data: 'x'.repeat(200_000), tokenizer: '' }, 413, /bytes/],
  ])('%j is refused with %s', async (fields, status, message) => {
    const found = await process(fields as Record<string, string>)
    expect([found.status, found.answer.error.message]).toEqual([status, expect.stringMatching(message)])
  })

  test('a body that is no form, or a broken one, is refused', async () => {
    const send = async (type: string, body: string) =>
      (await fetch(`${server.url}process`, { method: 'POST', headers: { 'content-type': type }, body }))
        .status
    expect(await send('application/json', '{}')).toBe(415)
    expect(await send('multipart/form-data; boundary=x', '--y\r\nnothing')).toBe(400)
    expect(await send('multipart/form-data', '--y\r\nnothing')).toBe(400)
  })
})

describe('/v1/search', () => {
  const post = (body: object) =>
    fetch(`${server.url}v1/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const line = (columns: string) => `${columns.split(' ').join('\t')}\t_\t_\n`
  const conllu = `${line('1 We we PRON _ _ 2 nsubj')}${line('2 go go VERB _ _ 0 root')}\n`.repeat(3)

  test('finds words', async () => {
    const found = searchSchema.parse(
      await (await post({ pattern: '{lemma=go}=v >nsubj {}=s', conllu, max: 2 })).json(),
    )
    expect(found).toMatchObject({ complete: false, searched: 3 })
    expect(found.sentences.map(({ line: at, matches }) => [at, matches])).toEqual(
      [1, 4].map((at) => [at, [{ words: [2, 1], forms: ['go', 'We'], named: { v: 2, s: 1 } }]]),
    )
  })

  test.each([
    [{ pattern: '{upos}} x', conllu }, 400, /Column 7 of the pattern/],
    [{ pattern: '{upos}', conllu: 'We go.' }, 400, /Line 1/],
    [{ pattern: '{upos}' }, 400, /./],
    [{ pattern: '{upos}', conllu, limit: 1e9 }, 400, /./],
  ])('%j is refused', async (body, status, message) => {
    const response = await post(body)
    const { error } = (await response.json()) as { error: { message: string } }
    expect([response.status, error.message]).toEqual([status, expect.stringMatching(message)])
  })
})

describe('pages of other origins', () => {
  const tag = (at: RunningServer, origin: string) =>
    fetch(`${at.url}v1/tag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, authorization: 'Bearer secret' },
      body: '{"text":"Go."}',
    })

  test('may not use the server, not even by a form', async () => {
    expect((await tag(server, 'https://example.org')).status).toBe(403)
    const form = await fetch(`${server.url}process`, {
      method: 'POST',
      headers: { origin: 'https://example.org' },
      body: new URLSearchParams({ data: 'x', tokenizer: '' }),
    })
    expect(form.status).toBe(403)
    expect((await tag(server, new URL(server.url).origin)).status).toBe(200)
  })

  test('may use it if it was started with their origin', async () => {
    const response = await tag(open, 'https://example.org')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://example.org',
    ])
    const other = await tag(open, 'https://example.com')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('ask first, without a token', async () => {
    const response = await fetch(`${open.url}v1/parse`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  })
})

test('/openapi.json has servers, a security scheme, and a name for each operation', async () => {
  const api = (await (await fetch(`${open.url}openapi.json`)).json()) as {
    servers: object[]
    security: object[]
    components: { securitySchemes: object }
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  expect(api.servers).toHaveLength(1)
  expect(api.security).toEqual([{ token: [] }])
  expect(api.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } })
  const names = Object.values(api.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain(undefined)
  expect((await fetch(`${open.url}models`)).status).toBe(401)
})
