// The parse tab in a real browser: typing, viewing, clicking, exporting; without a network; by keyboard; on a
// phone.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whatEveryTabPromises } from '../../test-support/every-tab.js'
import { chromiumOrWarning, downloadedText, Stage } from '../../test-support/page.js'

const chromium = await chromiumOrWarning()
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

describe.skipIf(chromium === undefined)('the parse tab', () => {
  let stage: Stage
  let page: Page
  let wrongs: string[]
  const arc = (says: string | RegExp) => page.getByRole('button', { name: says })
  const type = (text: string) => page.getByLabel('Text to parse').fill(text)

  beforeAll(async () => {
    stage = await Stage.open(chromium!)
    ;({ page, wrongs } = await stage.page())
    await arc(/^saw VERB .* root of the root/).waitFor()
  }, 120_000)
  afterAll(() => stage?.close())

  test('what is loaded before the model is less than 200 kB, packed', () => {
    const { paths } = stage.server
    const before = paths.slice(
      0,
      paths.findIndex((path) => path.endsWith('.gz')),
    )
    const files = new Set(before.map((path) => (path === '/' ? '/index.html' : path)))
    const packed = Array.from(files, (path) => gzipSync(readFileSync(DIST + path)).length)
    expect(files.size).toBeGreaterThan(3)
    expect(packed.reduce((a, b) => a + b)).toBeLessThan(200_000)
  })

  test('shows an example as soon as the model is there, and what the solver did', async () => {
    await page.getByText('Proven best.').waitFor()
    await page.getByText('This is about the model’s score').waitFor()
    expect(await page.locator('figure.plot').count()).toBe(3)
    expect(await page.getByLabel(/^Arcs after iteration/).count()).toBe(1)
  })

  test('parses what is typed, and carries it in the address', async () => {
    await type('The dog chased the cats.')
    await arc(/^dog NOUN .* % nsubj of chased/).waitFor()
    expect(new URL(page.url()).hash).toBe('#parse?text=The+dog+chased+the+cats.')
  })

  test('forces and forbids heads by keyboard, and the tree changes', async () => {
    await type('I saw the man with the telescope.')
    await arc(/^telescope NOUN/).waitFor()
    const before = (await arc(/^telescope NOUN/).getAttribute('aria-label'))!
    const other = before.includes('of saw') ? /^man \(4\)/ : /^saw \(2\)/
    await arc(/^telescope NOUN/).focus()
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: other })
    await row.getByRole('button', { name: 'Force' }).click()
    await arc(
      before.includes('of saw') ? /^telescope .* of man.*forced/ : /^telescope .* of saw.*forced/,
    ).waitFor()
    await page.waitForURL(/force=/)
    await page.getByRole('button', { name: 'Remove 1 demand' }).click()
    await arc(before).waitFor()
    const same = page.getByRole('row', { name: before.includes('of saw') ? /^saw \(2\)/ : /^man \(4\)/ })
    await same.getByRole('button', { name: 'Forbid' }).click()
    await arc(before).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove 1 demand' }).click()
    await arc(before).waitFor()
  })

  test('steps through the iterations', async () => {
    await type('The horse raced past the barn fell.')
    await page.getByLabel(/^Dependency tree of: The horse/).waitFor()
    await page.getByLabel('Next step').waitFor()
    const last = Number(/of (\d+)/.exec(await page.locator('.steps output').innerText())![1])
    expect(last).toBeGreaterThan(2)
    await page.getByRole('slider', { name: 'Iteration' }).fill('1')
    await page.getByText('After iteration 1, factors disagree about').waitFor()
    await page.getByLabel('Previous step').click()
    await page.getByText('no factor has a belief yet').waitFor()
  })

  test('takes parts, algorithm and shape', async () => {
    await type('We learned a lesson in 1987 about volatility.')
    await page.getByLabel('Parts').selectOption({ label: 'arc' })
    await page.getByText('one factor, the tree, knows everything').waitFor()
    await page.getByLabel('Parts').selectOption({ label: 'second: all that the model knows' })
    await page.getByLabel('Algorithm').selectOption('subgradient')
    await page
      .getByText('The beliefs of single factors are shown for AD³ only')
      .or(page.getByText('agree from the start'))
      .waitFor()
    await page.getByLabel('no crossing arcs').check()
    await page.waitForURL(/algorithm=subgradient&projective=yes/)
    await page.getByLabel('no crossing arcs').uncheck()
    await page.getByLabel('Algorithm').selectOption('ad3')
  })

  test('exports SVG and CoNLL-U of all sentences', async () => {
    await type('Dogs bark. Do cats?')
    await page.getByRole('button', { name: 'Do cats?' }).click()
    await arc(/^cats .* of Do/)
      .or(arc(/^cats .* root/))
      .waitFor()
    const svg = await downloadedText(page, () => page.getByRole('button', { name: 'SVG' }).click())
    expect(svg).toMatch(/^<svg xmlns/)
    expect(svg).toContain('>cats</text>')
    const conllu = await downloadedText(page, () => page.getByRole('button', { name: 'CoNLL-U' }).click())
    const forms = [...conllu.matchAll(/^(?:\d+\t(.*?)\t.*|)\n/gm)].map(([, form = '']) => form)
    expect(forms).toEqual(['Dogs', 'bark', '.', '', 'Do', 'cats', '?', ''])
  })

  test('says what is wrong with demands that no tree meets', async () => {
    const other = await stage.page('#parse?text=Dogs+bark.&force=1:2,2:1')
    await other.page.getByRole('alert').waitFor()
    expect(await other.page.getByRole('alert').innerText()).toContain('form a cycle')
    await other.page.getByRole('button', { name: 'Remove all demands' }).click()
    await other.page.getByText('Proven best.').waitFor()
    await other.page.context().close()
  })

  test('odd input leaves the page alive', async () => {
    for (const text of ['', '   \n', '…', '😀👍🏽 <b>&amp;', 'ذهب الولد إلى المدرسة', 'word '.repeat(300)])
      await type(text)
    await type('Birds sing.')
    await arc(/^Birds .* nsubj of sing/).waitFor()
  })

  test('works with the network cut, also when loaded again', async () => {
    await page.evaluate('navigator.serviceWorker.ready')
    await page.context().setOffline(true)
    await type('Cats slept.')
    await arc(/^Cats .* nsubj of slept/).waitFor()
    await page.reload()
    await arc(/^Cats .* nsubj of slept/).waitFor()
    await page.context().setOffline(false)
  })

  test('opens the panel of a word', async () => {
    await arc(/^Cats /)
      .locator('.word')
      .click()
    await page.getByRole('region', { name: 'Heads of Cats' }).waitFor()
  })

  whatEveryTabPromises(() => ({ page, wrongs }))
})
