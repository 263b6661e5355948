// The factor graph tab in a real browser. It needs no model.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whatEveryTabPromises } from '../../test-support/every-tab.js'
import { chromiumOrWarning, Stage } from '../../test-support/page.js'

const chromium = await chromiumOrWarning()

describe.skipIf(chromium === undefined)('the factor graph tab', () => {
  let stage: Stage
  let page: Page
  let wrongs: string[]
  const source = () => page.getByRole('textbox', { name: 'The graph' })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  const example = (name: string) => page.locator('.examples').getByRole('button', { name }).click()

  beforeAll(async () => {
    stage = await Stage.open(chromium!)
    ;({ page, wrongs } = await stage.page('#graph'))
    await page.getByRole('listitem').getByText('rain = 1').waitFor()
  }, 120_000)
  afterAll(() => stage?.close())

  test('solves an example with four algorithms, and draws it with votes', async () => {
    for (const name of ['AD³', 'subgradient', 'MPLP', 'exact'])
      expect(await row(name).innerText()).toMatch(/optimal\s+2\.1\s+2\.1/)
    await page.getByLabel('Factor graph of 5 variables and 5 factors').waitFor()
    await page.getByRole('slider', { name: 'Iteration' }).fill('1')
    expect(await page.locator('.graph .disputed').count()).toBeGreaterThan(0)
  })

  test('solves what is typed, and carries it in the address', async () => {
    await source().fill('{"parley": 1, "variables": [{"name": "a", "score": 3}]}')
    await page.getByText('a = 1', { exact: true }).waitFor()
    expect(decodeURIComponent(page.url())).toContain('"score":+3')
  })

  test('shows mistakes with their lines, and keeps what was drawn', async () => {
    await source().fill('{"parley": 1, "variables": [\n{"name": "a", "scare": 3}]}')
    await page.getByRole('alert').getByText('the field "scare" is unknown here').waitFor()
    await page.getByRole('button', { name: 'Line 2' }).click()
    expect(await page.locator('.editor .wrong').innerText()).toBe('2\n')
    await page.getByLabel('Factor graph of 1 variables').waitFor()
    await source().fill('{"parley": 1,,')
    await page.getByRole('button', { name: 'Line 1' }).waitFor()
  })

  test('takes rules, and says which are broken or clash', async () => {
    await example('Friends who smoke')
    await page.getByRole('listitem').getByText('smokes(anna)', { exact: true }).waitFor()
    await source().fill('open rain score 1\n"dry" weight 0.5: ~rain')
    await page.getByText('broken, costs 0.5: dry: ~rain').waitFor()
    await source().fill('open rain\nrain => wet')
    await page.getByRole('button', { name: 'Line 2' }).waitFor()
    await example('Nothing fits')
    await page.getByText('No solution.', { exact: true }).waitFor()
    expect(await page.locator('.remark').first().innerText()).toContain('clash: ')
  })

  test('where the relaxation is not tight, only exact proves the answer', async () => {
    await example('Three at odds')
    await page.getByText(/^Anna = /).waitFor()
    expect(await row('AD³').innerText()).toMatch(/fractional\s+1\s+1\.5/)
    expect(await row('exact').innerText()).toMatch(/optimal\s+1\s+1\s/)
  })

  test('a newer source replaces one that takes long', async () => {
    const n = 36
    const names = Array.from({ length: n }, (_, i) => `x${i}`)
    const pairs = names.flatMap((a, i) =>
      names
        .slice(i + 1)
        .map((b, j) => ({ kind: 'pair', literals: [a, b], score: ((i * 7 + j * 13) % 9) - 4.5 })),
    )
    const hard = { parley: 1, variables: names.map((name) => ({ name })), factors: pairs }
    await source().fill(JSON.stringify(hard))
    await page.waitForTimeout(600)
    await source().fill('{"parley": 1, "variables": [{"name": "b", "score": 3}]}')
    await page.getByText('b = 1', { exact: true }).waitFor()
  })

  test('works with the network cut', async () => {
    await page.context().setOffline(true)
    await example('Semantic roles')
    await page.getByRole('listitem').getByText('plays(judge, agent)').waitFor()
    await page.context().setOffline(false)
  })

  whatEveryTabPromises(() => ({ page, wrongs }))
})
