// The summaries tab in a real browser.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whatEveryTabPromises } from '../../test-support/every-tab.js'
import { chromiumOrWarning, downloadedText, Stage } from '../../test-support/page.js'

const chromium = await chromiumOrWarning()
/** Whether the English model has a summariser; without one there is no such tab. */
const can = gunzipSync(readFileSync(modelUrl))
  .subarray(0, 1 << 20)
  .includes('"kind":"summariser"')
if (!can) console.warn('The English model has no summariser: the tests of its tab are skipped.')

describe.skipIf(chromium === undefined || !can)('the tab of summaries', () => {
  let stage: Stage
  let page: Page
  let wrongs: string[]
  const budget = () => page.getByRole('slider', { name: 'Budget' })
  const documents = () => page.getByRole('textbox', { name: 'Documents' })
  const summary = () => page.locator('.summary').innerText()
  const counted = async () => Number(/^(\d+) of/.exec(await page.locator('.verdict').innerText())![1])

  beforeAll(async () => {
    stage = await Stage.open(chromium!)
    ;({ page, wrongs } = await stage.page('#summarise'))
    await page.locator('.summary').waitFor()
  }, 120_000)
  afterAll(() => stage?.close())

  test('shows a summary within the budget, what was cut, and concepts', async () => {
    expect(await counted()).toBeLessThanOrEqual(30)
    expect(await page.locator('.document').count()).toBe(3)
    expect(await page.locator('.document .concept').count()).toBeGreaterThan(3)
    expect(await page.locator('.concepts .covered').count()).toBeGreaterThan(0)
  })

  test('the budget moves, and the summary with it', async () => {
    const before = await summary()
    await budget().fill('12')
    await page.waitForFunction((old) => document.querySelector('.summary')?.textContent !== old, before)
    expect(await counted()).toBeLessThanOrEqual(12)
    await budget().fill('200')
    await page.getByText(/^(\d+) of \1 words/).waitFor()
    await page.waitForURL(/words=200/)
  })

  test('takes whole sentences only, other documents, and exports', async () => {
    await budget().fill('20')
    await page.getByLabel('whole sentences only').check()
    await page.waitForFunction(() => document.querySelector('.document .deleted') === null)
    await documents().fill(
      'The old harbour was closed in May. Ships now land at the new harbour.\n---\nThe new harbour is open.',
    )
    await page.locator('.document').getByText('Ships').waitFor()
    const text = await downloadedText(page, () => page.getByRole('button', { name: 'Text' }).click())
    expect(text.trim().length).toBeGreaterThan(10)
  })

  test('works with the network cut, and leaves odd input alone', async () => {
    await page.context().setOffline(true)
    for (const text of ['', '---\n---', '<html><body>no</body></html>', '😀'.repeat(99)])
      await documents().fill(text)
    await documents().fill('It rained all day long in the north. The south was dry, as it usually is.')
    await page.locator('.document').getByText('north').waitFor()
    await page.context().setOffline(false)
  })

  whatEveryTabPromises(() => ({ page, wrongs }))
})
