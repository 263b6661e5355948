// Parley runs in a browser as it is, without a bundler, and computes the same bits as in Node.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launch } from './browser.js'

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
const SCRIPTS = fileURLToPath(new URL('.', import.meta.url))
const MODEL = join(PACKAGES, 'model-en/english.parley.gz')
/** The packages that a page may import. */
const NAMES = ['core', 'structures', 'logic', 'learn', 'nlp']

type Results = Record<string, { status: string; value: number; numbers: string; marginals: string }>
interface Parsed {
  conllu: string
  offsets: number[]
  status: string
  numbers: string
  margins: string
  confidences: number[]
  next: string[]
}

const chromium = await findChromium()
if (chromium === undefined)
  console.warn(
    'No Chromium was found: the browser test is skipped. Install one, or set PARLEY_CHROMIUM to its path.',
  )

const imports = Object.fromEntries(
  NAMES.flatMap((name) => [
    [`@parleyjs/${name}`, `/${name}/index.js`],
    [`@parleyjs/${name}/internal`, `/${name}/internal.js`],
  ]),
)
const PAGE = `<!doctype html><title>Parley</title><script type="importmap">${JSON.stringify({ imports })}</script>`

/**
 * Serves the compiled modules of packages under their names, the scripts of this folder, the model and an
 * empty page.
 */
function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (path === '/') return response.setHeader('content-type', 'text/html').end(PAGE)
    const name = NAMES.find((name) => path.startsWith(`/${name}/`))
    const file =
      path === '/model.gz'
        ? MODEL
        : name !== undefined
          ? join(PACKAGES, name, 'dist', path.slice(name.length + 2))
          : join(SCRIPTS, path.slice(1))
    const body = await readFile(file).catch(() => undefined)
    if (body === undefined) return response.writeHead(404).end()
    const type = path.endsWith('.gz') ? 'application/octet-stream' : 'text/javascript'
    return response.setHeader('content-type', type).end(body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describe.skipIf(chromium === undefined)('in a browser', () => {
  let server: Server
  let there: { solved: Results; parsed: Parsed[] }
  let here: typeof there

  beforeAll(async () => {
    server = await serve()
    const { port } = server.address() as AddressInfo
    const browser = await launch(chromium!)
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${port}/`)
      // A string, since the test's own transformation would change the imports in a function.
      there = await page.evaluate<typeof there>(`(async () => {
        const { experiment } = await import('/browser-experiment.mjs')
        const { parsing } = await import('/browser-parsing.mjs')
        const packed = (await fetch('/model.gz')).body.pipeThrough(new DecompressionStream('gzip'))
        const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
        return {
          solved: experiment(await import('@parleyjs/core')),
          parsed: parsing(await import('@parleyjs/nlp'), bytes),
        }
      })()`)
    } finally {
      await browser.close()
    }
    const load = (path: string) => import(/* @vite-ignore */ path)
    const { experiment } = await load(join(SCRIPTS, 'browser-experiment.mjs'))
    const { parsing } = await load(join(SCRIPTS, 'browser-parsing.mjs'))
    here = {
      solved: experiment(await load(join(PACKAGES, 'core/dist/index.js'))),
      parsed: parsing(await load(join(PACKAGES, 'nlp/dist/index.js')), gunzipSync(await readFile(MODEL))),
    }
  }, 180_000)

  afterAll(() => server?.close())

  test.each(['ad3', 'subgradient', 'mplp', 'exact'])('%s finds the same bits as in Node', (algorithm) => {
    expect(there.solved[algorithm]).toEqual(here.solved[algorithm])
  })

  test('the exact answer is proven, and no other beats it', () => {
    const { solved } = there
    expect(solved.exact.status).toBe('optimal')
    for (const { value } of Object.values(solved))
      expect(value).toBeLessThanOrEqual(solved.exact.value + 1e-9)
  })

  test('the English model parses text to the same trees, to the last bit of their scores and bounds', () => {
    expect(here.parsed.length).toBeGreaterThanOrEqual(4)
    const exact = ({ confidences: _, ...others }: Parsed) => others
    expect(there.parsed.map(exact)).toEqual(here.parsed.map(exact))
    expect(there.parsed[0].conllu).toMatch(/^2\tlearned\tlearn\tVERB\t.*\t0\troot\t/m)
  })

  test('confidences agree', () => {
    // They are exponentials, whose last digit engines may round differently.
    for (const [s, { confidences }] of there.parsed.entries())
      for (const [i, p] of confidences.entries())
        expect(Math.abs(p - here.parsed[s].confidences[i])).toBeLessThan(1e-9)
  })
})
