// `npm test`: installs what is missing, checks types, format and lint, then runs the tests. Arguments go to
// Vitest; with arguments (`npm test -- packages/core`) the checks are skipped.
import { build, installIfNeeded, run } from './prepare.mjs'

installIfNeeded()
const given = process.argv.slice(2)
if (given.length > 0) build()
else run('npm', ['run', '--silent', 'check'], 1)

if (!process.env.PARLEY_DATA)
  console.log('PARLEY_DATA is not set: tests that need the benchmark instances are skipped.')
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...given], 1)
