// Files of a page: types, packing, freshness, and nothing from outside the folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Page } from './page.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
const app = new Hono()
beforeAll(() => {
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'page', 'index.html'), '<p>Hello</p>'.repeat(200))
  writeFileSync(join(folder, 'page', 'assets', 'index-Ab3dEf9h.js'), 'let x')
  writeFileSync(join(folder, 'model.gz'), 'model')
  const page = Page.read(join(folder, 'page'), { '/assets/model-Ab3dEf9h.gz': join(folder, 'model.gz') })
  app.get('*', (context) => page.respond(context) ?? context.text('none', 404))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the index is at /, packed for those who can unpack it', async () => {
  const plain = await app.request('/')
  expect(plain.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await plain.text()).toBe('<p>Hello</p>'.repeat(200))
  const packed = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(200)
})

test('what has not changed is not sent again', async () => {
  const etag = (await app.request('/index.html')).headers.get('etag')!
  expect((await app.request('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
  const hashed = await app.request('/assets/index-Ab3dEf9h.js')
  expect(hashed.headers.get('cache-control')).toContain('immutable')
})

test('files from elsewhere have their place', async () => {
  const model = await app.request('/assets/model-Ab3dEf9h.gz')
  expect(await model.text()).toBe('model')
  expect(model.headers.get('cache-control')).toContain('immutable')
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets',
  '/assets/../../secret.txt',
])('%s is not there', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})
