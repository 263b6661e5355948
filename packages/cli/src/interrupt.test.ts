// The command between other programs: stopped by a signal, or by a reader that has seen enough.

import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random } from '@parleyjs/core/internal'
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

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  const random = new Random(5)
  const draw = (below: number) => random.below(below)

  /** Tables over pairs of variables most of whose entries are costs: rounding takes seconds. */
  function tables(variables: number, values: number, count: number): string {
    const lines = [`tables ${variables} ${values} ${count} 100000`, Array(variables).fill(values).join(' ')]
    for (let c = 0; c < count; c++) {
      const a = draw(variables - 1)
      const b = a + 1 + draw(variables - 1 - a)
      const tuples: string[] = []
      for (let i = 0; i < values; i++)
        for (let j = 0; j < values; j++)
          if (draw(10) < 4) tuples.push(`${i} ${j} ${draw(5) > 0 ? 100_000 : 1 + draw(30)}`)
      lines.push(`2 ${a} ${b} 0 ${tuples.length}`, ...tuples)
    }
    return `${lines.join('\n')}\n`
  }

  /** Seconds from the key to the end, and what was printed. */
  async function interrupted(args: string[], seconds: number) {
    const { child, end } = start(args)
    await untilWorked(child, seconds)
    const since = performance.now()
    child.kill('SIGINT')
    const { code, out, err } = await end
    return { code, out, err, took: (performance.now() - since) / 1000 }
  }

  test('answers at once while a large file is solved', async () => {
    const file = folder.file('tables.wcsp', tables(300, 20, 1500))
    const endless = ['--tolerance', '0', '--max-iterations', '1000000', '--json']
    for (const algorithm of ['ad3', 'subgradient']) {
      const { code, out, took } = await interrupted(['solve', file, '-a', algorithm, ...endless], 1)
      expect(code).toBe(130)
      expect(JSON.parse(out).status).toBe('interrupted')
      // Less than one second on a free machine; this one may be busy.
      expect(took).toBeLessThan(2.5)
    }
  })

  test('answers at once while a small graph is solved, which has no thread', async () => {
    const file = folder.file('small.uai', hardGrid(16))
    const { code, out, took } = await interrupted(['solve', file, '-a', 'exact', '--json'], 1)
    expect(code).toBe(130)
    expect(JSON.parse(out)).toMatchObject({ status: 'interrupted', assignment: expect.any(Array) })
    expect(took).toBeLessThan(2.5)
  })

  test('says that there is no answer while a file is read', async () => {
    const entries = '1\n'.repeat(24_000_000)
    const file = folder.file('long.uai', `MARKOV\n2\n6000 4000\n1\n2 0 1\n24000000\n${entries}`)
    const { code, out, err, took } = await interrupted(['solve', file], 0.4)
    expect({ code, out }).toEqual({ code: 130, out: '' })
    expect(err).toMatch(/Stopped while reading the graph: there is no answer yet/)
    expect(took).toBeLessThan(1)
  })
})
