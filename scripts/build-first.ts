// Builds before the tests, because some tests run the built command, modules and page.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export function setup(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  // Tests of sources that do compile may go on; the check of types is another script's.
  if (status !== 0)
    console.warn('The build failed: tests of the command and of the page run what was built before.')
}
