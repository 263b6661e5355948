// The command `parley` in a process of its own: how long it took, and what it printed, as a checksum.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Usage } from '../parsing/usage-report.js'

export const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/parley.js', import.meta.url))
const REPORT = new URL('../parsing/usage-report.js', import.meta.url).href

export interface Measured {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Processor time of the thread that had most to do (Linux; NaN elsewhere): no machine, however idle, is faster than this. */
  readonly busiestSeconds: number
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
    const threads = watchThreads(child.pid!)
    const sum = createHash('sha256')
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) sum.update(chunk)
    const code = await ended
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}.`)
    const seconds = (performance.now() - begun) / 1000
    const { cpuMs, peakMegabytes } = JSON.parse(readFileSync(report, 'utf8')) as Usage
    const busiestSeconds = threads.busiest()
    return { seconds, cpuSeconds: cpuMs / 1000, busiestSeconds, peakMegabytes, output: sum.digest('hex') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Clock ticks per second, as Linux counts processor time. */
const TICKS = 100

/** Looks at the processor time of every thread now and then; those that have ended are remembered. */
function watchThreads(pid: number): { busiest: () => number } {
  const seconds = new Map<string, number>()
  const look = () => {
    try {
      for (const id of readdirSync(`/proc/${pid}/task`)) {
        const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')
        seconds.set(id, (Number(fields[11]) + Number(fields[12])) / TICKS)
      }
    } catch {
      // The process has ended, or this is no Linux.
    }
  }
  const timer = setInterval(look, 50)
  return {
    busiest() {
      clearInterval(timer)
      return seconds.size === 0 ? Number.NaN : Math.max(...seconds.values())
    },
  }
}
