// The command between other programs: stopped by a signal, or by a reader that has seen enough.
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hardGrid } from '../test-support/graphs.js'
import { start, temporaryFolder, untilWorked } from '../test-support/run-parley.js'

const COMMAND = fileURLToPath(new URL('../bin/parley.js', import.meta.url))
const folder = temporaryFolder()
const hard = folder.file('hard.uai', hardGrid(60))
const forever = ['solve', hard, '--algorithm', 'exact', '--json']

describe.skipIf(process.platform === 'win32')('signals', () => {
  test('Ctrl-C prints the best so far and exits with 130', async () => {
    const { child, end } = start(forever)
    await untilWorked(child, 1.5)
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect({ code, err }).toEqual({ code: 130, err: '' })
    const report = JSON.parse(out)
    expect(report.status).toBe('interrupted')
    expect(report.bound).toBeGreaterThan(0)
    if (report.value !== null) expect(report.bound).toBeGreaterThanOrEqual(report.value)
  })

  test('SIGTERM does the same and exits with 143', async () => {
    const { child, end } = start(forever)
    await untilWorked(child, 1.5)
    child.kill('SIGTERM')
    const { code, out } = await end
    expect(code).toBe(143)
    expect(JSON.parse(out).status).toBe('interrupted')
  })

  test('the same key press delivered twice counts once', async () => {
    const { child, end } = start(forever)
    await untilWorked(child, 1.5)
    child.kill('SIGINT')
    await setTimeout(20)
    child.kill('SIGINT')
    const { code, out } = await end
    expect(code).toBe(130)
    expect(JSON.parse(out).status).toBe('interrupted')
  })
})

describe.skipIf(process.platform === 'win32')('pipes', () => {
  const long = folder.file('long.fg', `200000\n0\n${'1\n'.repeat(200_000)}`)

  test('a reader that closes early is no error', () => {
    const script = `"${process.execPath}" "${COMMAND}" solve "${long}" --json | head -c 10; echo " \${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toBe('{"file":"/ 0\n')
  })

  test('a long answer arrives whole through a pipe', () => {
    const script = `"${process.execPath}" "${COMMAND}" solve "${long}" --json | cat`
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    expect(JSON.parse(stdout).assignment).toHaveLength(200_000)
  })

  test('no progress line where there is no terminal', async () => {
    const { err } = await start(['solve', long, '--json']).end
    expect(err).toBe('')
  })
})
