// The built page in a real browser, for tests and screenshots.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findChromium, launch } from '../../../scripts/browser.js'
import { type StaticServer, serveFolder } from './static-server.js'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const AXE = fileURLToPath(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url))

/** The path of a browser; warns and returns undefined if there is none, so that tests can be skipped. */
export async function chromiumOrWarning(): Promise<string | undefined> {
  const path = await findChromium()
  if (path === undefined)
    console.warn(
      'No Chromium was found: tests of the page are skipped. Install one, or set PARLEY_CHROMIUM to its path.',
    )
  return path
}

/** A browser, and a server for the built page. */
export class Stage {
  private constructor(
    readonly server: StaticServer,
    readonly browser: Browser,
  ) {}

  static async open(chromium: string): Promise<Stage> {
    if (!existsSync(`${DIST}/index.html`))
      throw new Error('The page is not built. Run `npm run build` first.')
    return new Stage(await serveFolder(DIST), await launch(chromium))
  }

  /** A new page, with a list of the errors on it; requests to other servers count as errors. */
  async page(
    hash = '',
    options: BrowserContextOptions = {},
    prepare: (page: Page) => Promise<void> = async () => {},
  ): Promise<{ page: Page; wrongs: string[] }> {
    const context = await this.browser.newContext({ acceptDownloads: true, ...options })
    const page = await context.newPage()
    const wrongs: string[] = []
    page.on('pageerror', (error) => wrongs.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') wrongs.push(message.text())
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(this.server.url) && !/^(data|blob):/.test(url)) wrongs.push(`asked for ${url}`)
    })
    page.setDefaultTimeout(30_000)
    await prepare(page)
    await page.goto(this.server.url + hash)
    return { page, wrongs }
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.server.close()
  }
}

/** The serious and critical problems that axe-core finds, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE })
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    'axe.run().then(({ violations }) => violations)',
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** The content of the file that a click downloads. */
export async function downloadedText(page: Page, click: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
