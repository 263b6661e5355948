// The corpus tab in a real browser.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whatEveryTabPromises } from '../../test-support/every-tab.js'
import { chromiumOrWarning, Stage } from '../../test-support/page.js'

const chromium = await chromiumOrWarning()

describe.skipIf(chromium === undefined)('the corpus tab', () => {
  let stage: Stage
  let page: Page
  let wrongs: string[]
  const corpus = () => page.getByRole('textbox', { name: 'Corpus' })

  beforeAll(async () => {
    stage = await Stage.open(chromium!)
    ;({ page, wrongs } = await stage.page('#corpus'))
    await page.getByText(/words? changed\./).waitFor()
  }, 120_000)
  afterAll(() => stage?.close())

  test('shows sets, what changed, and why', async () => {
    const rows = page.getByRole('region', { name: 'Changes' }).locator('tbody tr')
    expect(await rows.count()).toBeGreaterThan(1)
    expect(await rows.first().innerText()).toMatch(/\d+ of \d+ in “.*” have \w+; \d+ had it before/)
    expect(await page.locator('.corpus ins').count()).toBe(await rows.count())
    await page.getByRole('button', { name: /^halloumi/ }).click()
    expect(await page.locator('.corpus .lit').count()).toBeGreaterThan(4)
  })

  test('a penalty of 0 changes nothing', async () => {
    await page.getByRole('slider', { name: 'Penalty' }).fill('0')
    await page.getByText('0 words changed.').waitFor()
    await page.waitForURL(/penalty=0&/)
  })

  test('takes another corpus, and heads instead of tags', async () => {
    await corpus().fill('The dog barks. The cat sleeps. The cow moos. A bird sings.')
    await page.getByText('There is no set').waitFor()
    await page.getByLabel('What should agree').selectOption('heads')
    await page.getByRole('button', { name: /^< DET NOUN/ }).waitFor()
    await page.getByText('proven best').or(page.getByText('of the bound')).waitFor()
  })

  test('works with the network cut, and leaves odd input alone', async () => {
    await page.context().setOffline(true)
    for (const text of ['', '\n\n', '😀 '.repeat(400)]) await corpus().fill(text)
    await page.getByLabel('What should agree').selectOption('tags')
    await corpus().fill('My glimmet broke. Her glimmet works. A glimmet is good.')
    await page.getByRole('button', { name: /^glimmet 3/ }).waitFor()
    await page.context().setOffline(false)
  })

  whatEveryTabPromises(() => ({ page, wrongs }))
})
