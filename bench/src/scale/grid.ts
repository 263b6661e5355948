// One large graph: AD³ on a grid of side² variables with 1, 2 … threads, and whether the bits of the
// solutions are the same. By default runs follow each other in one process. With --turns each run is its own
// process and they alternate, one thread for some seconds, two threads for half as long, and so on, so that
// all see the same state of the machine. Building the graph is never counted.
//
//   node bench/dist/scale/grid.js [--json] [--side 1000] [--threads 1,2] [--repeats 2] [--turns 2]
//     [--grids attractive,mixed] [--iterations 100]
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ad3InThreads, compile, type Problem, type Solution } from '@parleyjs/core'
import { isingGrid } from '../ising-grid.js'
import { brief, markdownTable } from '../table.js'
import { timed } from '../timing.js'
import { ThreadTimes } from './thread-times.js'
import { TurnTaker, takeTurns } from './turns.js'

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    side: { type: 'string', default: '1000' },
    threads: { type: 'string', default: '1,2' },
    repeats: { type: 'string', default: '2' },
    turns: { type: 'string' },
    grids: { type: 'string', default: 'attractive,mixed' },
    iterations: { type: 'string', default: '100' },
  },
})

/**
 * Attractive grids with couplings from 0 to 0.5, solved to the end; mixed grids with couplings in ±1, for a
 * number of iterations.
 */
const GRIDS = {
  attractive: { coupling: 0.5, attractive: true, maxIterations: 1000 },
  mixed: { coupling: 1, attractive: false, maxIterations: Number(args.iterations) },
} as const

interface Row {
  readonly grid: string
  readonly threads: number
  readonly seconds: number
  /** Processor time of the busiest thread: about the time of the run on an otherwise idle machine. */
  readonly busiestSeconds: number | undefined
  readonly processorSeconds: number
  readonly peakMegabytes: number
  readonly status: string
  readonly iterations: number
  readonly gap: number
  readonly bits: string
}

function bitsOf(solution: Solution): string {
  const { certificate, marginals, assignment, value, bound, iterations } = solution
  const hash = createHash('sha256').update(JSON.stringify([solution.status, value, bound, iterations]))
  hash.update(marginals)
  if (assignment !== null) hash.update(assignment)
  if (certificate.kind === 'multipliers') hash.update(certificate.multipliers)
  return hash.digest('hex').slice(0, 12)
}

async function measure(grid: keyof typeof GRIDS, problem: Problem, threads: number): Promise<Row> {
  const cpu = process.cpuUsage()
  const threadTimes = new ThreadTimes()
  let looked = 0
  const onIteration = () => {
    if (performance.now() - looked < 200) return undefined
    threadTimes.look()
    looked = performance.now()
    return undefined
  }
  const start = performance.now()
  const { maxIterations } = GRIDS[grid]
  const solution = await ad3InThreads(problem, { workers: threads, maxIterations, onIteration })
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    grid,
    threads,
    seconds,
    busiestSeconds: threadTimes.busiest(),
    processorSeconds: (user + system) / 1e6,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    status: solution.status,
    iterations: solution.iterations,
    gap: solution.gap / Math.abs(solution.bound),
    bits: bitsOf(solution),
  }
}

/**
 * The runs for each number of threads: the fastest, and the sum over all rounds, against those on one thread.
 */
function report(rows: readonly Row[], side: number): string {
  const lines = [...new Set(rows.map(({ grid, threads }) => `${grid} ${threads}`))].map((key) => {
    const [grid, threads] = key.split(' ') as [string, string]
    const runs = (n: number) => rows.filter((row) => row.grid === grid && row.threads === n)
    const fastest = (n: number) => Math.min(...runs(n).map(({ seconds }) => seconds))
    const busiest = (n: number) => Math.min(...runs(n).map(({ busiestSeconds }) => busiestSeconds ?? 0))
    const sum = (n: number) => runs(n).reduce((total, { seconds }) => total + seconds, 0)
    const n = Number(threads)
    const [row] = runs(n)
    return [
      `${grid}, ${side}²`,
      threads,
      row.iterations,
      row.status,
      brief(busiest(n)),
      (busiest(1) / busiest(n)).toFixed(2),
      runs(n)
        .map(({ seconds }) => brief(seconds))
        .join(', '),
      (fastest(1) / fastest(n)).toFixed(2),
      (sum(1) / sum(n)).toFixed(2),
      row.bits,
    ]
  })
  return markdownTable(
    [
      'grid',
      'threads',
      'iterations',
      'status',
      'busiest thread, s of processor time',
      'times less',
      's',
      'times faster, the fastest',
      'in all',
      'bits',
    ],
    lines,
  )
}

const side = Number(args.side)

function build(grid: keyof typeof GRIDS): Problem {
  const { coupling, attractive } = GRIDS[grid]
  const { result: graph, ms: built } = timed(() => isingGrid(side, coupling, 1, attractive))
  const { result: problem, ms: compiled } = timed(() => compile(graph))
  if (process.stderr.isTTY)
    process.stderr.write(`${grid}: built in ${brief(built)} ms, compiled in ${brief(compiled)} ms\n`)
  return problem
}

/** One run for each number of threads, in alternating turns. */
async function roundByTurns(
  grid: keyof typeof GRIDS,
  threads: readonly number[],
  turn: number,
): Promise<Row[]> {
  const children = threads.map((n) => {
    const options = [
      '--side',
      args.side,
      '--iterations',
      args.iterations,
      '--grids',
      grid,
      '--threads',
      String(n),
    ]
    return fork(fileURLToPath(import.meta.url), options)
  })
  try {
    await Promise.all(children.map((child) => firstMessage(child)))
    const runs = children.map((child, i) => {
      const row = firstMessage(child) as Promise<Row>
      child.send('go')
      return { row, taker: new TurnTaker(child, row), seconds: turn / threads[i] }
    })
    await takeTurns(runs)
    return await Promise.all(runs.map(async ({ row, taker }) => ({ ...(await row), seconds: taker.seconds })))
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

/** The next message of a child; an error if it ends without one. */
async function firstMessage(child: ReturnType<typeof fork>): Promise<unknown> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`A run ended with ${code}.`)
  })
  const [message] = (await Promise.race([once(child, 'message'), exit])) as [unknown]
  return message
}

/** The child process of one run: builds the graph, reports that it is ready, and runs on command. */
async function serveOneRun(): Promise<void> {
  const grid = args.grids as keyof typeof GRIDS
  const problem = build(grid)
  process.send!('ready')
  await once(process, 'message')
  process.send!(await measure(grid, problem, Number(args.threads)))
}

async function compareAll(): Promise<void> {
  const rows: Row[] = []
  const threads = args.threads.split(',').map(Number)
  for (const grid of args.grids.split(',') as (keyof typeof GRIDS)[]) {
    const problem = args.turns === undefined ? build(grid) : undefined
    for (let k = 0; k < Number(args.repeats); k++)
      if (problem === undefined) rows.push(...(await roundByTurns(grid, threads, Number(args.turns))))
      else for (const n of threads) rows.push(await measure(grid, problem, n))
  }
  const peak = Math.max(...rows.map(({ peakMegabytes }) => peakMegabytes))
  const same = rows.every((row) => rows.every(({ grid, bits }) => grid !== row.grid || bits === row.bits))
  if (args.json) console.log(JSON.stringify({ rows, peakMegabytes: peak, sameBits: same }, null, 1))
  else
    console.log(
      `${report(rows, side)}\n\n${same ? 'The same bits everywhere' : 'DIFFERENT BITS'}; ${peak} MB at the peak.`,
    )
  process.exitCode = same ? 0 : 1
}

await (process.send === undefined ? compareAll() : serveOneRun())
