// `node scripts/random-programs.mjs [programs] [first seed]`: checks random rule programs, 5,000 by default,
// against exhaustive search, half of them also against HiGHS, and with lazy rules.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const count = Number(process.argv[2] ?? 5000)
const first = Number(process.argv[3] ?? 0)
if (!Number.isInteger(count) || count < 2 || !Number.isInteger(first)) {
  console.error('Usage: node scripts/random-programs.mjs [programs] [first seed]')
  process.exit(2)
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const tests = ['packages/logic/src/random-programs.test.ts', 'packages/logic/src/ground/lazy.test.ts']
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...tests, '--no-file-parallelism', '--reporter', 'verbose', '--testTimeout', '0'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PARLEY_PROGRAMS: String(count), PARLEY_FIRST_PROGRAM: String(first) },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
