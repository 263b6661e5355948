// Threads in a browser: the same modules, started as web workers.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launch } from './browser.js'
import { serveModules } from './module-server.js'

const chromium = await findChromium()
if (chromium === undefined)
  console.warn(
    'No Chromium was found: the browser test is skipped. Install one, or set PARLEY_CHROMIUM to its path.',
  )

describe.skipIf(chromium === undefined)('in a browser', () => {
  const servers: Server[] = []
  let browser: Browser
  let isolated: Page
  let plain: Page

  async function open(shared: boolean): Promise<Page> {
    const server = await serveModules({ isolated: shared })
    servers.push(server)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return page
  }

  beforeAll(async () => {
    browser = await launch(chromium!)
    isolated = await open(true)
    plain = await open(false)
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    for (const server of servers) server.close()
  })

  // Strings, since the test's own transformation would change the imports in a function.
  const talk = (body: string) => `(async () => {
    const { spawnThread } = await import('@parleyjs/core')
    const url = new URL('/packages/core/test-support/echo-thread.mjs', location.href)
    const heard = (thread, count) => new Promise((resolve, reject) => {
      const list = []
      thread.onError(reject)
      thread.onMessage((message) => { list.push(message); if (list.length === count) resolve(list) })
    })
    ${body}
  })()`

  test('a thread finds its data, answers in order, and shares memory where the page may', async () => {
    const answer = await isolated.evaluate(
      talk(`
        const thread = spawnThread(url, { list: [1, 2] })
        thread.postMessage(3)
        thread.postMessage(4)
        const memory = new Int32Array(new SharedArrayBuffer(8))
        thread.postMessage(memory)
        const list = await heard(thread, 4)
        await thread.terminate()
        return [...list, memory[0]]`),
    )
    expect(answer).toEqual([{ data: { list: [1, 2] } }, 6, 8, 'written', 7])
  })

  test('a thread works on a page that is not isolated, and from a function that makes it', async () => {
    const answer = await plain.evaluate(
      talk(`
        const thread = spawnThread(() => new Worker(url, { type: 'module' }), 'given')
        thread.postMessage(3)
        const list = await heard(thread, 2)
        await thread.terminate()
        return [...list, crossOriginIsolated]`),
    )
    expect(answer).toEqual([{ data: 'given' }, 6, false])
  })

  test('a thread that throws, or has no module, is an error', async () => {
    const answer = await plain.evaluate(
      talk(`
        const thread = spawnThread(url)
        const failure = (thread) => new Promise((resolve) => thread.onError((error) => resolve(error.message)))
        thread.postMessage('throw')
        return [await failure(thread), await failure(spawnThread(new URL('/missing.mjs', location.href)))]`),
    )
    expect(answer).toEqual([
      expect.stringContaining('as asked'),
      'A thread ended before its work was done: its module did not load.',
    ])
  })

  /**
   * AD³ on a grid of 80² with two threads: what it found, whether that is what one thread finds, and the
   * notes.
   */
  const SOLVE = `(async () => {
    const { ad3, ad3InThreads, FactorGraph } = await import('@parleyjs/core')
    const graph = new FactorGraph()
    const side = 80
    const variables = Array.from({ length: side * side }, (_, i) => graph.binary(((i * 37) % 11) / 5 - 1))
    for (let i = 0; i < variables.length; i++) {
      if ((i + 1) % side !== 0) graph.pair(variables[i], variables[i + 1], ((i * 13) % 7) / 5)
      if (i + side < variables.length) graph.pair(variables[i], variables[i + side], ((i * 17) % 9) / 8)
    }
    const notes = []
    const options = { maxIterations: 60 }
    const threads = { workers: 2, onNote: (note) => notes.push(note) }
    const solution = await ad3InThreads(graph, { ...options, ...threads })
    const alone = ad3(graph, options)
    const bits = ({ value, bound, iterations, marginals, certificate }) =>
      JSON.stringify([value, bound, iterations, ...marginals, ...certificate.multipliers])
    return { same: bits(solution) === bits(alone), value: solution.value, bound: solution.bound, notes }
  })()`

  test('AD³ has the bits of one thread, with shared memory and without', async () => {
    const here = (await isolated.evaluate(SOLVE)) as Record<string, unknown>
    expect(here).toMatchObject({ same: true, notes: [] })
    const alone = (await plain.evaluate(SOLVE)) as Record<string, unknown>
    expect(alone).toEqual({ ...here, notes: [expect.stringMatching(/not cross-origin isolated/)] })
  })
})
