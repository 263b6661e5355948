// Runs the command in other processes: workers, a job, a run for comparison.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const COMMAND = join(
  dirname(createRequire(import.meta.url).resolve('parleyjs/package.json')),
  'bin',
  'parley.js',
)

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Seconds of wall-clock time. */
  readonly seconds: number
  /** Processor seconds of all its threads; 0 if it was killed. */
  readonly cpu: number
}

/** Makes a process print its usage at its end, as the last line on stderr. */
const METER = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  process.stderr.write('\\ncpu ' + (user + system) / 1e6)
})`

/** Starts `parley ARGS`; `end` resolves when it has ended. */
export function start(args: readonly string[]): {
  readonly child: ChildProcess
  readonly end: Promise<Ended>
} {
  const begin = performance.now()
  const meter = `data:text/javascript,${encodeURIComponent(METER)}`
  const child = spawn(process.execPath, ['--import', meter, COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: [] as Buffer[], err: [] as Buffer[] }
  child.stdout.on('data', (piece: Buffer) => said.out.push(piece))
  child.stderr.on('data', (piece: Buffer) => said.err.push(piece))
  const end = once(child, 'close').then(([code]) => {
    const [, err, cpu] = /^([\s\S]*?)(?:\ncpu ([\d.]+))?$/.exec(Buffer.concat(said.err).toString())!
    return {
      code: code as number | null,
      out: Buffer.concat(said.out).toString(),
      err: err,
      seconds: (performance.now() - begin) / 1000,
      cpu: Number(cpu ?? 0),
    }
  })
  return { child, end }
}

/** Runs `parley ARGS` to its end; throws if it fails. */
export async function run(args: readonly string[]): Promise<Ended> {
  const ended = await start(args).end
  if (ended.code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${ended.code}:\n${ended.err}`)
  return ended
}
