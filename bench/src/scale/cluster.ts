// The command as other processes: workers, a job, a run to compare with.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const COMMAND = join(
  dirname(createRequire(import.meta.url).resolve('@parley/cli/package.json')),
  'bin',
  'parley.js',
)

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Seconds by the clock. */
  readonly seconds: number
}

/** Starts `parley ARGS`; `end` resolves when it has ended. */
export function start(args: readonly string[]): {
  readonly child: ChildProcess
  readonly end: Promise<Ended>
} {
  const begin = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: [] as Buffer[], err: [] as Buffer[] }
  child.stdout.on('data', (piece: Buffer) => said.out.push(piece))
  child.stderr.on('data', (piece: Buffer) => said.err.push(piece))
  const end = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    out: Buffer.concat(said.out).toString(),
    err: Buffer.concat(said.err).toString(),
    seconds: (performance.now() - begin) / 1000,
  }))
  return { child, end }
}

/** Runs `parley ARGS` to its end; anything but success is an error. */
export async function run(args: readonly string[]): Promise<Ended> {
  const ended = await start(args).end
  if (ended.code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${ended.code}:\n${ended.err}`)
  return ended
}
