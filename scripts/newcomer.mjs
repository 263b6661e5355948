// `node scripts/newcomer.mjs`: measures the first steps of a new user: git clone, npm start, the first tree
// on the screen. It clones the committed state of this repository; packages come from the npm registry or its
// cache.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, serve } from './open-page.mjs'
import { root } from './prepare.mjs'

const folder = join(mkdtempSync(join(tmpdir(), 'parley-newcomer-')), 'parley')
const start = performance.now()
const times = {}
const note = (what) => {
  times[what] = ((performance.now() - start) / 1000).toFixed(1)
}
let server
try {
  const { status } = spawnSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  note('git clone')
  server = await serve('npm', ['start', '--', 'serve', '--port', '0'], { cwd: folder, detached: true })
  note('npm start: address printed')
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.waitForSelector('.tree .arc', { timeout: 300_000 })
  note('first tree on the screen')
  await browser.close()
} finally {
  server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const [what, seconds] of Object.entries(times)) console.log(`${seconds} s  ${what}`)
console.log(`load average ${loadavg()[0].toFixed(1)}`)
