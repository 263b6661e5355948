// Runs the command `parley` in its own process and measures it: the best of several runs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage-report.js'

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/parley.js', import.meta.url))
const REPORT = new URL('usage-report.js', import.meta.url).href

/** Runs `parley ARGS` several times, discards its output, and keeps the minimum of each figure. */
export function runCommand(args: readonly string[], repeats: number): Usage {
  const folder = mkdtempSync(join(tmpdir(), 'parley-speed-'))
  const report = join(folder, 'usage.json')
  try {
    let best: Usage | undefined
    for (let k = 0; k < repeats; k++) {
      const { status, stderr } = spawnSync(process.execPath, ['--import', REPORT, COMMAND, ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
        env: { ...process.env, PARLEY_USAGE_REPORT: report },
      })
      if (status !== 0)
        throw new Error(`parley ${args.join(' ')} ended with ${status}: ${stderr.slice(-1000)}`)
      const usage = JSON.parse(readFileSync(report, 'utf8')) as Usage
      best = {
        cpuMs: Math.min(usage.cpuMs, best?.cpuMs ?? Number.POSITIVE_INFINITY),
        ms: Math.min(usage.ms, best?.ms ?? Number.POSITIVE_INFINITY),
        peakMegabytes: Math.min(usage.peakMegabytes, best?.peakMegabytes ?? Number.POSITIVE_INFINITY),
      }
    }
    return best!
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
