// Runs the command `parley` in its own process and measures its time and a checksum of its output. The output
// goes to a file and the process is inspected rarely, so that measuring costs little.
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
  /**
   * Processor time of the busiest thread (Linux; NaN elsewhere): a lower bound on the time on any machine of
   * this speed.
   */
  readonly busiestSeconds: number
  readonly peakMegabytes: number
  /** Processor time on all cores that the host withheld from this virtual machine (Linux; NaN elsewhere). */
  readonly stolenSeconds: number
  /** SHA-256 of standard output. */
  readonly output: string
}

/** A command to be measured. */
export interface Command {
  readonly args: readonly string[]
  /** Whether to pin the command to one core by `taskset` (Linux). */
  readonly onOneCore?: boolean
}

/** Runs `parley ARGS`. */
export async function measureCommand(args: readonly string[], onOneCore = false): Promise<Measured> {
  const running = new RunningCommand({ args, onOneCore })
  await running.taker.turn(Number.POSITIVE_INFINITY)
  return running.end()
}

/** Runs commands in turns of the given seconds (turns.ts); the times are those of their own turns. */
export async function measureByTurns(
  commands: readonly (Command & { readonly seconds: number })[],
): Promise<Measured[]> {
  const all = commands.map((command) => ({ running: new RunningCommand(command), seconds: command.seconds }))
  await takeTurns(all.map(({ running, seconds }) => ({ taker: running.taker, seconds })))
  return Promise.all(all.map(({ running }) => running.end()))
}

/** A command that is started, stopped at once, and then runs in turns. */
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

  /** The measurements, once the command has ended. */
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

/** Samples the processor time of every thread; threads that have ended are remembered. */
function watchThreads(pid: number): { busiest: () => number } {
  const seconds = new Map<string, number>()
  const look = () => {
    try {
      for (const id of readdirSync(`/proc/${pid}/task`)) {
        const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(') ')[1].split(' ')
        seconds.set(id, (Number(fields[11]) + Number(fields[12])) / TICKS)
      }
    } catch {
      // The process has ended, or the system is not Linux.
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
