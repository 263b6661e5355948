// Loading in Node: names, files, addresses with and without a content encoding, bytes, workers, and what goes
// wrong. Pages load in scripts/pack-browser.test.ts.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Doc, load, makeSentence, type ParleyWorker, parseConllu } from '../index.js'

const TEXT = "We like 👍 dogs. Didn't you?"
const packed = readFileSync(modelUrl)
const expected = (await load('en')).parse(TEXT).toJSON()

let server: Server
let base: string
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/encoded.gz')
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    else if (request.url === '/plain.gz')
      response.writeHead(200, { 'content-length': packed.length }).end(packed)
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    else if (request.url === '/other') response.writeHead(200).end('something else')
    else if (request.url === '/never') response.writeHead(200).write('…')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('the same model', () => {
  test.each<[string, () => Parameters<typeof load>[0]]>([
    ['by default', () => undefined],
    ['from its address', () => modelUrl],
    ['from the address as a text', () => modelUrl.href],
    ['from the path of its file', () => decodeURIComponent(modelUrl.pathname)],
    ['from a server', () => `${base}/plain.gz`],
    ['from a server that sends it as an encoding', () => new URL(`${base}/encoded.gz`)],
    ['from bytes', () => packed],
    ['from unpacked bytes', () => gunzipSync(packed)],
    ['from a buffer', () => new Uint8Array(packed).buffer],
  ])('%s', async (_, source) => {
    const received: number[] = []
    const onProgress = ({ received: bytes, total }: { received: number; total: number }) => {
      expect(bytes).toBeLessThanOrEqual(total)
      received.push(bytes)
    }
    const parley = await load(source(), { onProgress })
    expect(parley.parse(TEXT).toJSON()).toEqual(expected)
    const isRead = !(source() instanceof Uint8Array || source() instanceof ArrayBuffer)
    expect(received.length > 0).toBe(isRead)
    expect(received).toEqual([...received].sort((a, b) => a - b))
  })
})

test('sentences that are split already', async () => {
  const parley = await load()
  const given = makeSentence(['Dogs', 'bark'])
  const doc = parley.parseSentences([['We', 'like', 'dogs', '.'], given])
  expect(doc.text).toBe('We like dogs . Dogs bark')
  expect(doc.sentences[0].root?.text).toBe('like')
  expect(doc.sentences.map(({ parse }) => parse?.status)).toEqual(['optimal', 'optimal'])
  expect(given.upos).toEqual(['_', '_'])
})

describe('a worker', () => {
  let parley: ParleyWorker
  beforeAll(async () => {
    parley = await load('en', { worker: true })
  })
  afterAll(() => parley.close())

  test('gives the same documents', async () => {
    const doc = await parley.parse(TEXT)
    expect(doc).toBeInstanceOf(Doc)
    expect(doc.toJSON()).toEqual(expected)
    const treebank = doc.sentences.map(({ conllu }) => conllu)
    const again = await parley.parseSentences([...treebank, ['Dogs', 'bark']], { tags: 'predict' })
    expect(again.sentences.map(({ tokens }) => tokens.length)).toEqual([5, 4, 2])
    expect(parseConllu(again.toConllu())).toHaveLength(3)
  })

  test('does not block this thread, and stops when it is asked to', async () => {
    const long = 'We like dogs, and they like us, too. '.repeat(2000)
    const abort = new AbortController()
    let ticks = 0
    const timer = setInterval(() => ++ticks === 10 && abort.abort(new Error('enough')), 5)
    await expect(parley.parse(long, { signal: abort.signal })).rejects.toThrow('enough')
    clearInterval(timer)
    // The rest of the long text is not parsed before this one.
    const start = performance.now()
    expect((await parley.parse(TEXT)).toJSON()).toEqual(expected)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test('reports errors as they are', async () => {
    await expect(parley.parse('a', { k: -1 })).rejects.toMatchObject({ code: 'bad-argument' })
    await expect(load(`${base}/other`, { worker: true })).rejects.toMatchObject({ code: 'bad-input' })
    const ended = await load('en', { worker: true })
    await ended.close()
    await expect(ended.parse('a')).rejects.toMatchObject({ code: 'thread-ended' })
  })
})

describe('what goes wrong', () => {
  test.each<[string, () => Parameters<typeof load>[0], RegExp]>([
    ['an unknown name', () => 'tlh', /npm install @parleyjs\/model-tlh/],
    ['no file', () => './nothing.gz', /There is no such file/],
    ['a folder', () => '.', /cannot be read/],
    ['an address that is not there', () => `${base}/none`, /status 404/],
    ['a page', () => `${base}/page`, /answers with a page/],
    ['something else', () => `${base}/other`, /not a usable model/],
    ['no server', () => 'http://127.0.0.1:9/', /could not be fetched/],
    ['a damaged file', () => packed.subarray(0, 100_000), /damaged or cut off/],
  ])('%s', async (_, source, message) => {
    await expect(load(source())).rejects.toMatchObject({
      code: expect.stringMatching(/^bad-/),
      message: expect.stringMatching(message),
    })
  })

  test('unknown options', async () => {
    await expect(load('en', { onprogress: () => {} } as never)).rejects.toThrow(/onProgress/)
  })

  test.each([false, true])('a signal ends loading (worker: %s)', async (worker) => {
    await expect(load(`${base}/never`, { worker, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect(load('en', { worker, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
