// Clients who do not read, do not send, or come with too many connections, on real sockets.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Limits, type RunningServer, startServer } from '../dist/index.js'
import { networkOf } from './network.js'

const model = gunzipSync(readFileSync(modelUrl))
const page = mkdtempSync(join(tmpdir(), 'parley-connections-'))
/** Larger than what the buffers of two sockets take. */
const SIZE = 40_000_000
writeFileSync(join(page, 'large.gz'), Buffer.alloc(SIZE, 'x'))

let server: RunningServer | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
  server = undefined
}, 30_000)
afterAll(() => rmSync(page, { recursive: true }))

async function start(limits: Partial<Limits> = {}): Promise<RunningServer> {
  server = await startServer({ model, port: 0, workers: 1, page, log: () => {}, limits })
  return server
}

/** Connects, sends bytes, and does not read. */
async function silent(at: RunningServer, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(at.url).port), '127.0.0.1')
    .pause()
    .on('error', () => {})
  sockets.push(socket)
  socket.write(text)
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()))
  return socket
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const tag = (at: RunningServer, signal?: AbortSignal) =>
  fetch(`${at.url}v1/tag`, {
    ...(signal && { signal }),
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"text":"We sing."}',
  })

/** Reads to the end; how many bytes there were. */
function drain(socket: Socket, pace: () => Promise<unknown> = async () => {}): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0
    socket.on('data', (data) => {
      bytes += data.length
      socket.pause()
      void pace().then(() => socket.resume())
    })
    socket.once('close', () => resolve(bytes))
    socket.resume()
  })
}

test('an answer whose bytes do not move is cut off, one that is read slowly is not', async () => {
  const at = await start({ send: 1000 })
  const stalled = await silent(at, head('/large.gz'))
  const slow = await silent(at, head('/large.gz').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  let chunks = 0
  const begin = performance.now()
  const read = drain(slow, () => (chunks++ % 100 === 0 ? delay(20) : Promise.resolve()))
  // Nothing is seen of the end before the buffers are read.
  await delay(3000)
  expect(await drain(stalled)).toBeLessThan(SIZE / 2)
  expect(await read).toBeGreaterThan(SIZE)
  expect(performance.now() - begin).toBeLessThan(20_000)
}, 30_000)

test('clients who read nothing or send nothing make room for others, of the same address, too', async () => {
  const at = await start({ connections: 60, connectionsPerAddress: 30 })
  for (const text of [head('/large.gz'), 'POST /v1/tag HTTP/1.1\r\nX-Slow: ', '']) {
    const begin = performance.now()
    await Promise.all(Array.from({ length: 100 }, () => silent(at, text)))
    for (let i = 0; i < 5; i++) expect((await fetch(`${at.url}healthz`)).status).toBe(200)
    await delay(600)
    for (let i = 0; i < 5; i++) expect((await tag(at)).status).toBe(200)
    expect(performance.now() - begin).toBeLessThan(10_000)
  }
}, 30_000)

test('more clients than connections, who never end their headers, keep nobody out', async () => {
  const at = await start()
  const many = Promise.all(
    Array.from({ length: 1100 }, () => silent(at, 'POST /v1/tag HTTP/1.1\r\nX-Slow: ')),
  )
  await Promise.race([many, delay(3000)])
  await delay(500)
  // Shortly after that many connections, a new one may get the answer 503.
  const signal = AbortSignal.timeout(3000)
  const well = () => fetch(`${at.url}healthz`, { signal, headers: { connection: 'close' } })
  for (const ask of [well, () => tag(at, signal)]) {
    let status = 0
    while (status !== 200) {
      signal.throwIfAborted()
      status = await ask().then(
        (response) => response.status,
        () => 0,
      )
    }
  }
}, 30_000)

test('there is room for /healthz while all connections are at work', async () => {
  const at = await start({ connections: 2 })
  const text = 'A fox sleeps. '.repeat(50_000)
  const gone = new AbortController()
  const work = Array.from({ length: 2 }, () =>
    fetch(`${at.url}v1/tag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: gone.signal,
    }).catch(() => null),
  )
  await delay(1000)
  const response = await tag(at)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await response.json()).toMatchObject({ error: { code: 'busy' } })
  expect((await fetch(`${at.url}healthz`)).status).toBe(200)
  gone.abort()
  await Promise.all(work)
}, 30_000)

test('a stream that nobody reads does not hold a thread for which others wait', async () => {
  const at = await start({ send: 60_000 })
  const body = JSON.stringify({ text: 'A fox sleeps. '.repeat(100_000) })
  const fields = `Host: localhost\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\nContent-Length: ${body.length}`
  const stalled = await silent(at, `POST /v1/tag HTTP/1.1\r\n${fields}\r\n\r\n${body}`)
  await delay(500)
  const begin = performance.now()
  expect((await tag(at)).status).toBe(200)
  expect(performance.now() - begin).toBeLessThan(12_000)
  stalled.destroy()
}, 30_000)

test('at the end downloads in progress are completed', async () => {
  const at = await start()
  const socket = await silent(at, head('/large.gz'))
  const idle = await silent(at, '')
  await delay(200)
  const closed = at.close()
  server = undefined
  expect(await drain(socket, () => delay(1))).toBeGreaterThan(SIZE)
  await drain(idle)
  await closed
}, 30_000)

test('at the end those who take longer than the grace are cut off', async () => {
  const at = await start({ grace: 500 })
  await silent(at, head('/large.gz'))
  await silent(at, 'POST /v1/tag HTTP/1.1\r\nHost: localhost\r\n')
  await delay(200)
  const begin = performance.now()
  await at.close()
  server = undefined
  expect(performance.now() - begin).toBeLessThan(4000)
}, 30_000)

test('a hundred clients of one address are answered, one connection for each request', async () => {
  const at = await start()
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const response = await fetch(`${at.url}openapi.json`, { headers: { connection: 'close' } })
      await response.text()
      return response.status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 30_000)

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
