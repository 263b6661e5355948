// The command `parley` in a process of its own: how long it took, and what it printed, as a checksum. It prints to a file, and is looked at seldom, so that
// whoever measures takes little from it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
  /** Processor time that a virtual machine should have had meanwhile and others got (Linux; NaN elsewhere), on all cores. */
  readonly stolenSeconds: number
  /** SHA-256 of standard output. */
  readonly output: string
}

/** Runs `parley ARGS`; on one core if told (by `taskset`, Linux). */
export async function measureCommand(args: readonly string[], onOneCore = false): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-usage-'))
  const report = join(folder, 'usage.json')
  const printed = join(folder, 'output')
  const output = openSync(printed, 'w')
  try {
    const pinned = onOneCore ? ['taskset', '--cpu-list', '0'] : []
    const [program, ...rest] = [...pinned, process.execPath, '--import', REPORT, COMMAND, ...args]
    const stolen = stolenSoFar()
    const begun = performance.now()
    const child = spawn(program!, rest, {
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, PARLEY_USAGE_REPORT: report },
    })
    const threads = watchThreads(child.pid!)
    const [code] = (await once(child, 'exit')) as [number | null]
    const seconds = (performance.now() - begun) / 1000
    const stolenSeconds = stolenSoFar() - stolen
    const busiestSeconds = threads.busiest()
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}.`)
    const { cpuMs, peakMegabytes } = JSON.parse(readFileSync(report, 'utf8')) as Usage
    const sum = createHash('sha256').update(readFileSync(printed)).digest('hex')
    return { seconds, cpuSeconds: cpuMs / 1000, busiestSeconds, peakMegabytes, stolenSeconds, output: sum }
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Clock ticks per second, as Linux counts processor time. */
const TICKS = 100

/** Of all cores since the machine was started. */
function stolenSoFar(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/)[8]) / TICKS
  } catch {
    return Number.NaN
  }
}

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
  const timer = setInterval(look, 250)
  return {
    busiest() {
      clearInterval(timer)
      return seconds.size === 0 ? Number.NaN : Math.max(...seconds.values())
    },
  }
}
