// Parses and trains in threads of a browser. The results have the same bytes as without threads, with and
// without shared memory.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseConllu, readPipeline, sentenceWriter, trainPipeline, writeModel } from '@parleyjs/nlp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tinyTreebank } from '../packages/cli/test-support/treebank.js'
import { findChromium, launch } from './browser.js'
import { serveModules } from './module-server.js'

const chromium = await findChromium()
if (chromium === undefined)
  console.warn(
    'No Chromium was found: the browser test is skipped. Install one, or set PARLEY_CHROMIUM to its path.',
  )

const OUTPUT = { format: 'conllu', depth: 'trees', confidence: true, color: false } as const
const TRAINING = { parts: 'arc', network: true, epochs: 2, folds: 2 } as const
const treebank = tinyTreebank()
const model = writeModel(trainPipeline(parseConllu(treebank), TRAINING))
const text = 'Dogs see small birds. Cats chase old birds.\n\n'.repeat(80)

describe.skipIf(chromium === undefined)('in a browser', () => {
  const servers: Server[] = []
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(chromium!)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    for (const server of servers) server.close()
  })

  // A string, since the test's own transformation would change the imports in a function.
  const script = (body: string) => `(async ({ base64, text, treebank, output, training }) => {
    const { shared } = await import('@parleyjs/core/internal')
    const nlp = await import('@parleyjs/nlp')
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    ${body}
  })(${JSON.stringify({ base64: Buffer.from(model).toString('base64'), text, treebank, output: OUTPUT, training: TRAINING })})`

  const PARSE = script(`
    const pipeline = nlp.readPipeline(shared(bytes))
    const pool = new nlp.SentencePool({ model: bytes, threads: 2, trees: { parse: true }, output })
    let written = ''
    const sentences = async function* () {
      for await (const split of pipeline.splitStream([text])) yield { ...split, tags: 'predict' }
    }
    for await (const one of pool.written(sentences())) written += one
    await pool.close()
    return written`)

  const TRAIN = script(`
    const trained = await nlp.trainPipelineInThreads(nlp.parseConllu(treebank), { ...training, workers: 2 })
    let binary = ''
    for (const byte of nlp.writeModel(trained)) binary += String.fromCharCode(byte)
    return btoa(binary)`)

  const LOOKS_UP = script(`return nlp.readPipeline(bytes).stages.parser.model.memory !== null`)

  test.each([
    ['with shared memory', true],
    ['without', false],
  ])(
    'parsing and training %s',
    async (_, isolated) => {
      const server = await serveModules({ isolated })
      servers.push(server)
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      expect(await page.evaluate('crossOriginIsolated')).toBe(isolated)
      const write = sentenceWriter(OUTPUT)
      const expected = [...readPipeline(model).process(text)].map(write).join('')
      expect(await page.evaluate(PARSE)).toBe(expected)
      // In WebAssembly, on either page.
      expect(await page.evaluate(LOOKS_UP)).toBe(true)
      expect(Buffer.from((await page.evaluate(TRAIN)) as string, 'base64').equals(model)).toBe(true)
    },
    120_000,
  )
})
