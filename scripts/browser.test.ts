// Core runs in a browser as it is, without a bundler, and computes the same bits as in Node.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launch } from './browser.js'

const CORE = fileURLToPath(new URL('../packages/core/dist/', import.meta.url))
const EXPERIMENT = fileURLToPath(new URL('./browser-experiment.mjs', import.meta.url))

type Results = Record<string, { status: string; value: number; numbers: string; marginals: string }>

const chromium = await findChromium()
if (chromium === undefined)
  console.warn(
    'No Chromium was found: the browser test is skipped. Install one, or set PARLEY_CHROMIUM to its path.',
  )

/** Serves the compiled modules of core under /core/, the experiment, and an empty page. */
function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (path === '/')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Parley</title>')
    const file =
      path === '/experiment.mjs'
        ? EXPERIMENT
        : path.startsWith('/core/')
          ? join(CORE, path.slice(6))
          : undefined
    const body = file === undefined ? undefined : await readFile(file).catch(() => undefined)
    if (body === undefined) return response.writeHead(404).end()
    return response.setHeader('content-type', 'text/javascript').end(body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describe.skipIf(chromium === undefined)('core in a browser', () => {
  let server: Server
  let there: Results
  let here: Results

  beforeAll(async () => {
    server = await serve()
    const { port } = server.address() as AddressInfo
    const browser = await launch(chromium!)
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${port}/`)
      // A string, since the test's own transformation would change the imports in a function.
      there = await page.evaluate<Results>(
        `Promise.all([import('/core/index.js'), import('/experiment.mjs')])
           .then(([core, { experiment }]) => experiment(core))`,
      )
    } finally {
      await browser.close()
    }
    const core = await import(/* @vite-ignore */ `${CORE}index.js`)
    const { experiment } = await import(/* @vite-ignore */ EXPERIMENT)
    here = experiment(core)
  }, 60_000)

  afterAll(() => server?.close())

  test.each(['ad3', 'subgradient', 'mplp', 'exact'])('%s finds the same bits as in Node', (algorithm) => {
    expect(there[algorithm]).toEqual(here[algorithm])
  })

  test('the exact answer is proven, and no other beats it', () => {
    expect(there.exact!.status).toBe('optimal')
    for (const { value } of Object.values(there)) expect(value).toBeLessThanOrEqual(there.exact!.value + 1e-9)
  })
})
