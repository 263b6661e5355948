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
import { TICKS, TurnTaker, takeTurns } from './turns.js'

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

/** A command to be measured. */
export interface Command {
  readonly args: readonly string[]
  /** By `taskset` (Linux). */
  readonly onOneCore?: boolean
}

/** Runs `parley ARGS`. */
export async function measureCommand(args: readonly string[], onOneCore = false): Promise<Measured> {
  const running = new RunningCommand({ args, onOneCore })
  await running.taker.turn(Number.POSITIVE_INFINITY)
  return running.end()
}

/** Runs commands by turns of their seconds (turns.ts); the times are of their own turns. */
export async function measureByTurns(
  commands: readonly (Command & { readonly seconds: number })[],
): Promise<Measured[]> {
  const all = commands.map((command) => ({ running: new RunningCommand(command), seconds: command.seconds }))
  await takeTurns(all.map(({ running, seconds }) => ({ taker: running.taker, seconds })))
  return Promise.all(all.map(({ running }) => running.end()))
}

/** A command that is started and stopped at once, and then has turns. */
class RunningCommand {
  readonly taker: TurnTaker
  private readonly folder = mkdtempSync(join(tmpdir(), 'parley-usage-'))
  private readonly report = join(this.folder, 'usage.json')
  private readonly printed = join(this.folder, 'output')
  private readonly exit: Promise<number | null>
  private readonly threads: { busiest: () => number }

  constructor(private readonly command: Command) {
    const pinned = command.onOneCore === true ? ['taskset', '--cpu-list', '0'] : []
    const [program, ...rest] = [...pinned, process.execPath, '--import', REPORT, COMMAND, ...command.args]
    const output = openSync(this.printed, 'w')
    const child = spawn(program, rest, {
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, PARLEY_USAGE_REPORT: this.report },
    })
    closeSync(output)
    this.exit = once(child, 'exit').then(([code]) => code as number | null)
    this.taker = new TurnTaker(child, this.exit)
    this.threads = watchThreads(child.pid!)
  }

  /** What it took, once it is over. */
  async end(): Promise<Measured> {
    try {
      const code = await this.exit
      const busiestSeconds = this.threads.busiest()
      if (code !== 0) throw new Error(`parley ${this.command.args.join(' ')} ended with ${code}.`)
      const { cpuMs, peakMegabytes } = JSON.parse(readFileSync(this.report, 'utf8')) as Usage
      const { seconds, stolenSeconds } = this.taker
      const output = createHash('sha256').update(readFileSync(this.printed)).digest('hex')
      return { seconds, cpuSeconds: cpuMs / 1000, busiestSeconds, peakMegabytes, stolenSeconds, output }
    } finally {
      rmSync(this.folder, { recursive: true, force: true })
    }
  }
}

/** Looks at the processor time of every thread now and then; those that have ended are remembered. */
function watchThreads(pid: number): { busiest: () => number } {
  const seconds = new Map<string, number>()
  const look = () => {
    try {
      for (const id of readdirSync(`/proc/${pid}/task`)) {
        const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(') ')[1].split(' ')
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
