// `node scripts/screenshots.mjs [folder]`: takes pictures of the playground for the README; the default
// folder is docs/. Build first (`npm run build`).
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser, serve } from './open-page.mjs'

const folder = process.argv[2] ?? fileURLToPath(new URL('../docs', import.meta.url))
const command = fileURLToPath(new URL('../packages/cli/bin/parley.js', import.meta.url))
/** Larger pictures are too big for a README. */
const MOST_BYTES = 200_000
const PHONE = { width: 390, height: 844 }

const PICTURES = [
  {
    name: 'parse',
    hash: '',
    ready: '.steps',
    viewport: { width: 1180, height: 900 },
    act: async (page) => {
      await page.getByRole('slider').fill('2')
      await page.locator('.tree .word').nth(6).click()
    },
  },
  {
    name: 'graph',
    hash: '#graph',
    ready: '[aria-label=Answer]',
    focus: '[aria-label=Beliefs]',
    act: (page) => page.getByRole('slider').fill('2'),
  },
  { name: 'joint', hash: '#joint', ready: '.verdict', act: (page) => page.getByRole('slider').fill('1') },
  { name: 'corpus', hash: '#corpus', ready: '.corpus', focus: '[aria-label=Sets]' },
  {
    name: 'summarise',
    hash: '#summarise',
    ready: '.summary',
    focus: '[aria-label=Summary]',
    needs: 'Summarise',
  },
  { name: 'dark', hash: '', ready: '.steps', dark: true, focus: '[aria-label="How it was found"]' },
  { name: 'phone', hash: '', ready: '.tree .arc', viewport: PHONE },
]

mkdirSync(folder, { recursive: true })
const server = await serve(process.execPath, [command, 'serve', '--port', '0'])
const browser = await openBrowser()
try {
  for (const picture of PICTURES) await take(picture)
} finally {
  await browser.close()
  server.stop()
}

async function take({ name, hash, ready, act, focus, dark, viewport = { width: 1000, height: 760 }, needs }) {
  const page = await browser.newPage({
    viewport,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  await page.goto(server.url + hash)
  if (needs !== undefined) {
    // The tab exists only if the model supports it.
    await page.locator('.loading').waitFor({ state: 'detached' })
    if ((await page.getByRole('tab', { name: needs }).count()) === 0) {
      console.log(`${name}: the model has no such tab`)
      return page.close()
    }
  }
  await page.waitForSelector(ready)
  await act?.(page)
  if (focus !== undefined)
    await page
      .locator(focus)
      .first()
      .evaluate((element) => element.scrollIntoView())
  await page.waitForTimeout(400)
  const path = join(folder, `playground-${name}.png`)
  await page.screenshot({ path })
  const { size } = statSync(path)
  console.log(`${path} ${Math.round(size / 1000)} kB`)
  if (size > MOST_BYTES) process.exitCode = 1
  await page.close()
}
