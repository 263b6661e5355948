// Before the tests: compile, since some tests run the command, the browser and the page on what is built.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export function setup(): void {
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], {
    cwd: root,
    encoding: 'utf8',
  })
  // Tests of sources that do compile may go on; the check of types is another script's.
  if (status !== 0) console.warn(`tsc -b found errors:\n${stdout}`)
  else spawnSync(process.execPath, ['scripts/build-page.mjs'], { cwd: root, stdio: 'inherit' })
}
