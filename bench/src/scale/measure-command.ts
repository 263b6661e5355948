// The command `parley` in a process of its own: how long it took, and what it printed, as a checksum.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Usage } from '../parsing/usage-report.js'

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/parley.js', import.meta.url))
const REPORT = new URL('../parsing/usage-report.js', import.meta.url).href

export interface Measured {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  /** SHA-256 of standard output. */
  readonly output: string
}

/** Runs `parley ARGS` and reads all that it prints. */
export async function measureCommand(args: readonly string[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-usage-'))
  const report = join(folder, 'usage.json')
  try {
    const begun = performance.now()
    const child = spawn(process.execPath, ['--import', REPORT, COMMAND, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PARLEY_USAGE_REPORT: report },
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const sum = createHash('sha256')
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) sum.update(chunk)
    const code = await ended
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}.`)
    const seconds = (performance.now() - begun) / 1000
    const { cpuMs, peakMegabytes } = JSON.parse(readFileSync(report, 'utf8')) as Usage
    return { seconds, cpuSeconds: cpuMs / 1000, peakMegabytes, output: sum.digest('hex') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
