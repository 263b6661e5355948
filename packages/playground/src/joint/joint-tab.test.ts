// The tab of two models in a real browser.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whatEveryTabPromises } from '../../test-support/every-tab.js'
import { chromiumOrWarning, downloadedText, Stage } from '../../test-support/page.js'

const chromium = await chromiumOrWarning()

describe.skipIf(chromium === undefined)('the tab of two models', () => {
  let stage: Stage
  let page: Page
  let wrongs: string[]
  const slider = () => page.getByRole('slider', { name: 'Round' })

  beforeAll(async () => {
    stage = await Stage.open(chromium!)
    ;({ page, wrongs } = await stage.page('#joint'))
    await page.getByText('Proven best').waitFor()
  }, 120_000)
  afterAll(() => stage?.close())

  test('begins where the models differ, and ends where they agree', async () => {
    await page.getByText('Round 0, in which each model decides alone: the models differ about').waitFor()
    await page.getByText('u is 0 everywhere').waitFor()
    const last = Number(await slider().getAttribute('max'))
    expect(last).toBeGreaterThan(1)
    await slider().fill('1')
    await page.getByText('u: what a tag earned in the grammar').waitFor()
    expect(await page.locator('.disputed-tag').count()).toBeGreaterThan(0)
    await slider().fill(String(last))
    await page.getByText(`Round ${last}: both models agree on all tags`).waitFor()
  })

  test('every price has its opposite: what a tag gains, another loses', async () => {
    await slider().fill('1')
    const prices = await page
      .getByRole('region', { name: 'Prices' })
      .locator('tbody td:last-child')
      .allInnerTexts()
    const sum = prices.reduce((total, u) => total + Number(u.replace('−', '-')), 0)
    expect(Math.abs(sum)).toBeLessThan(1e-2)
  })

  test('takes another sentence and rule, carries them in the address, and exports', async () => {
    await page.getByLabel('Sentence').fill('The rain stops. It was long.')
    await page.getByText('Only the first sentence is parsed.').waitFor()
    await page.getByLabel('Price updates').selectOption('polyak')
    await page.waitForURL(/text=The\+rain\+stops\.\+It\+was\+long\.&step=polyak$/)
    const penn = await downloadedText(page, () => page.getByRole('button', { name: 'Penn brackets' }).click())
    expect(penn).toMatch(/^\(TOP .*\(NP \(DT The\) \(NN rain\)\)/)
    const svg = await downloadedText(page, () => page.getByRole('button', { name: 'SVG' }).click())
    expect(svg).toContain('>rain</text>')
  })

  test('says when no agreement is reached, works offline, and leaves odd input alone', async () => {
    await page.context().setOffline(true)
    for (const text of ['', '(', '😀'.repeat(50)]) await page.getByLabel('Sentence').fill(text)
    await page.getByLabel('Sentence').fill('Fish fish fish fish.')
    await page.getByText(/No agreement after 50 rounds|Proven best/).waitFor()
    await page.context().setOffline(false)
  })

  whatEveryTabPromises(() => ({ page, wrongs }))
})
