// The page around the tabs in a real browser: while the model loads, when loading fails, and by keyboard.
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, chromiumOrWarning, Stage } from '../test-support/page.js'

const chromium = await chromiumOrWarning()

describe.skipIf(chromium === undefined)('the page', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open(chromium!)
  }, 60_000)
  afterAll(() => stage?.close())

  /** A page whose requests for the model are handled by `answer`. */
  const withModel = (hash: string, answer: (route: Route) => Promise<void>) =>
    stage.page(hash, {}, async (page) => {
      await page.context().route('**/*.gz', answer)
    })

  test('while the model is on its way, it says so, and what needs no model works', async () => {
    const { page, wrongs } = await withModel('', () => new Promise(() => {}))
    await page.getByText('The English model is loading').waitFor()
    await page.getByText('The dependency tree will appear here').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('tab', { name: 'Parse' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Factor graph', selected: true }).waitFor()
    await page.getByRole('listitem').getByText('rain = 1').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'Parse', selected: true }).waitFor()
    expect(wrongs).toEqual([])
    await page.context().close()
  })

  test.each([
    ['cannot be reached', (route: Route) => route.abort(), 'could not be fetched'],
    [
      'is missing',
      (route: Route) => route.fulfill({ status: 404, body: '' }),
      'could not be fetched (status 404)',
    ],
    [
      'is something else',
      (route: Route) => route.fulfill({ body: 'no model' }),
      'This is not a usable model',
    ],
  ])('a model that %s is an error that the reader can act on', async (_, answer, message) => {
    const { page } = await withModel('', answer)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain(message)
    await page.context().close()
  })

  test('a file that is not a model is not kept: the page works when the right one is there again', async () => {
    const { page } = await withModel('#parse?text=Go+on.', (route) => route.fulfill({ body: 'no model' }))
    await page.getByRole('alert').waitFor()
    await page.context().unroute('**/*.gz')
    await page.reload()
    await page.getByRole('button', { name: /^Go VERB/ }).waitFor()
    await page.context().close()
  })

  test('a server that unpacks the model on the way does no harm', async () => {
    const { gunzipSync } = await import('node:zlib')
    const { readFileSync } = await import('node:fs')
    const { modelUrl } = await import('@parleyjs/model-en')
    const body = gunzipSync(readFileSync(modelUrl))
    const { page } = await withModel('#parse?text=Go+on.', (route) => route.fulfill({ body }))
    await page.getByRole('button', { name: /^Go VERB/ }).waitFor()
    await page.context().close()
  })

  test('an unknown tab is the first one', async () => {
    const { page } = await withModel('#nothing?x=1', () => new Promise(() => {}))
    await page.getByRole('tab', { name: 'Parse', selected: true }).waitFor()
    await page.context().close()
  })
})
