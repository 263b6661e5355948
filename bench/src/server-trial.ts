// The server under mixed and hostile requests. First a soak test: clients that send all kinds of requests,
// including invalid ones and broken connections. Then attacks, each for some seconds, while another client at
// the same address sends short requests.
//
//   node bench/dist/server-trial.js [--requests 20000] [--clients 20] [--seconds 10] [--workers 2]
//     [--command MAIN.JS]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seeded } from './random.js'
import { ATTACKS } from './server-attacks.js'
import { Client, type Outcome } from './server-client.js'
import { markdownTable } from './table.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    workers: { type: 'string', default: '2' },
    /** Another build of the command line, for comparison. */
    command: { type: 'string' },
  },
})
const command =
  values.command ??
  join(dirname(createRequire(import.meta.url).resolve('parleyjs/package.json')), 'bin', 'parley.js')

interface Running {
  readonly child: ChildProcess
  readonly port: number
  /** Number of lines on stderr so far. */
  readonly lines: () => number
}

async function serve(): Promise<Running> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--workers', values.workers], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let lines = 0
  child.stderr.on('data', (data) => (lines += String(data).split('\n').length - 1))
  let greeting = ''
  for await (const data of child.stdout) {
    greeting += String(data)
    if (greeting.includes('\n')) break
  }
  return { child, port: Number(new URL(/http:\S+/.exec(greeting)![0]).port), lines: () => lines }
}

/** The seconds until the server ends by itself after SIGTERM; it is killed after 60. */
async function end({ child }: Running): Promise<string> {
  if (child.exitCode !== null || child.signalCode !== null) return 'had ended before'
  const begin = performance.now()
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const ended = await Promise.race([exit.then(() => true), delay(60_000, false, { ref: false })])
  if (!ended) child.kill('SIGKILL')
  return ended ? `${((performance.now() - begin) / 1000).toFixed(1)} s` : 'never'
}

const megabytes = ({ child }: Running, what: 'VmRSS' | 'VmHWM') => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  } catch {
    return undefined
  }
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted.length === 0 ? undefined : `${Math.round(sorted[Math.floor(q * (sorted.length - 1))])} ms`

async function soak(): Promise<void> {
  const running = await serve()
  const client = new Client(running.port, Number(values.clients))
  const { uniform } = seeded(1)
  const counts = new Map<string, number>()
  const latencies: number[] = []
  const memory: number[] = []
  let left = Number(values.requests)
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: Number(values.clients) }, async () => {
      while (left-- > 0) {
        if (left % 2000 === 0) memory.push(megabytes(running, 'VmRSS')!)
        const { result, ms }: Outcome = await client.mixed(uniform)
        counts.set(result, (counts.get(result) ?? 0) + 1)
        if (result === '200') latencies.push(ms)
      }
    }),
  )
  const seconds = Math.round((performance.now() - begin) / 1000)
  client.close()
  latencies.sort((a, b) => a - b)
  const results = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  console.log(
    markdownTable(
      ['requests', 'clients', 'seconds', ...results.map(([name]) => name), 'median', 'p99', 'slowest'],
      [
        [
          Number(values.requests),
          Number(values.clients),
          seconds,
          ...results.map(([, count]) => count),
          ...[0.5, 0.99, 1].map((q) => quantile(latencies, q)),
        ],
      ],
    ),
  )
  console.log(
    `\nMemory after every 2,000 requests, MB: ${memory.join(', ')}; at most ${megabytes(running, 'VmHWM')}`,
  )
  console.log(`Lines in the log: ${running.lines()}. Ends after SIGTERM: ${await end(running)}\n`)
}

async function attack(name: string): Promise<(string | number | undefined)[]> {
  const running = await serve()
  const neighbour = new Client(running.port, 1)
  await neighbour.short(false)
  const stop = new AbortController()
  const attacking = ATTACKS[name](running.port, stop.signal)
  const latencies: number[] = []
  const failures = new Map<string, number>()
  const ends = performance.now() + 1000 * Number(values.seconds)
  for (let i = 0; performance.now() < ends; i++) {
    const { result, ms } = await neighbour.short(i % 2 === 0)
    latencies.push(ms)
    if (result !== '200') failures.set(result, (failures.get(result) ?? 0) + 1)
    await delay(50)
  }
  stop.abort()
  const done = await attacking
  neighbour.close()
  latencies.sort((a, b) => a - b)
  return [
    name,
    done,
    latencies.length,
    [...failures].map(([result, count]) => `${count} × ${result}`).join(', ') || 'none',
    ...[0.5, 0.99, 1].map((q) => quantile(latencies, q)),
    megabytes(running, 'VmHWM'),
    await end(running),
  ]
}

if (Number(values.requests) > 0) await soak()
if (Number(values.seconds) > 0) {
  const rows = []
  for (const name of Object.keys(ATTACKS)) rows.push(await attack(name))
  console.log(
    markdownTable(
      [
        'attack',
        'answers to it',
        'requests of a neighbour',
        'failed',
        'median',
        'p99',
        'slowest',
        'memory, MB',
        'ends',
      ],
      rows,
    ),
  )
}
