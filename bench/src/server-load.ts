// The server under load: clients that send a request as soon as the previous one is answered. Prints rates,
// latencies and memory.
//
//   node bench/dist/server-load.js [--requests 100000] [--clients 50] [--workers 2] [--queue 32]
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable } from './table.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '50' },
    workers: { type: 'string', default: '2' },
    queue: { type: 'string', default: '32' },
  },
})
const [requests, clients] = [Number(values.requests), Number(values.clients)]
/** Number of memory samples. */
const LOOKS = 10

/** Kinds of requests, in turn. */
const BODIES = [
  ['/v1/parse', { text: 'We learned a lesson.' }],
  ['/v1/tag', { text: 'It was about volatility.' }],
  ['/v1/parse', { text: 'Who knows?' }],
  ['/v1/solve', { rules: 'domain t = {a, b}\nopen p(t)\n"one": exists! x: p(x)\nweight 1: p("a")' }],
].map(([path, body]) => ({ path: path as string, body: JSON.stringify(body) }))

const command = join(
  dirname(createRequire(import.meta.url).resolve('parleyjs/package.json')),
  'bin',
  'parley.js',
)
const server = spawn(
  process.execPath,
  [command, 'serve', '--port', '0', '--workers', values.workers, '--queue', values.queue],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let greeting = ''
for await (const data of server.stdout) {
  greeting += String(data)
  if (greeting.includes('\n')) break
}
const { port } = new URL(/http:\S+/.exec(greeting)![0])
const agent = new Agent({ keepAlive: true, maxSockets: clients })

const latencies: number[] = []
const statuses = new Map<number | string, number>()
const memory: { readonly done: number; readonly mb: number }[] = []
let begun = 0
let done = 0

function ask({ path, body }: { path: string; body: string }): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request({ port, host: '127.0.0.1', agent, path, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.end(body)
  })
}

async function client(): Promise<void> {
  while (begun < requests) {
    const body = BODIES[begun++ % BODIES.length]
    const start = performance.now()
    const status = await ask(body)
    if (status === 200) latencies.push(performance.now() - start)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    done++
    if (done % Math.ceil(requests / LOOKS) === 0) memory.push({ done, mb: residentMegabytes(server.pid!) })
    // A client that got 429 waits a moment.
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

const start = performance.now()
await Promise.all(Array.from({ length: clients }, client))
const seconds = (performance.now() - start) / 1000
server.kill('SIGTERM')
agent.destroy()

latencies.sort((a, b) => a - b)
const quantile = (q: number) => `${Math.round(latencies[Math.floor(q * (latencies.length - 1))] ?? 0)} ms`
const answered = statuses.get(200) ?? 0
console.log(
  markdownTable(
    ['requests', 'clients', 'threads', 'answered', '429', 'other', 'answers/s', 'median', 'p99', 'slowest'],
    [
      [
        requests,
        clients,
        values.workers,
        answered,
        statuses.get(429) ?? 0,
        requests - answered - (statuses.get(429) ?? 0),
        Math.round(answered / seconds),
        quantile(0.5),
        quantile(0.99),
        quantile(1),
      ],
    ],
  ),
)
console.log()
console.log(
  markdownTable(
    ['after requests', ...memory.map((look) => String(look.done))],
    [['memory, MB', ...memory.map((look) => Math.round(look.mb))]],
  ),
)
