// One large graph: AD³ on a grid of side² variables with 1, 2 … threads, by turns in one process, and whether the bits
// of the solutions are the same.
//
//   node bench/dist/scale/grid.js [--json] [--side 1000] [--threads 1,2] [--repeats 2] [--grids attractive,mixed] [--iterations 100]
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ad3InThreads, compile, type Problem, type Solution } from '@parley/core'
import { isingGrid } from '../ising-grid.js'
import { brief, markdownTable } from '../table.js'
import { timed } from '../timing.js'
import { ThreadTimes } from './thread-times.js'

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    side: { type: 'string', default: '1000' },
    threads: { type: 'string', default: '1,2' },
    repeats: { type: 'string', default: '2' },
    grids: { type: 'string', default: 'attractive,mixed' },
    iterations: { type: 'string', default: '100' },
  },
})

/** Couplings up to 0.5 and never below 0, solved to the end; couplings of ±1, for so many iterations. */
const GRIDS = {
  attractive: { coupling: 0.5, attractive: true, maxIterations: 1000 },
  mixed: { coupling: 1, attractive: false, maxIterations: Number(args.iterations) },
} as const

interface Row {
  readonly grid: string
  readonly threads: number
  readonly seconds: number
  /** Processor time of the busiest thread: about what the run takes on a machine that does nothing else. */
  readonly busiestSeconds: number | undefined
  readonly processorSeconds: number
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
    status: solution.status,
    iterations: solution.iterations,
    gap: solution.gap / Math.abs(solution.bound),
    bits: bitsOf(solution),
  }
}

/** The fastest run of each number of threads, against the fastest on one. */
function report(rows: readonly Row[], side: number): string {
  const lines = [...new Set(rows.map(({ grid, threads }) => `${grid} ${threads}`))].map((key) => {
    const [grid, threads] = key.split(' ') as [string, string]
    const fastest = (n: number, of: (row: Row) => number | undefined) =>
      Math.min(...rows.filter((row) => row.grid === grid && row.threads === n).map((row) => of(row) ?? 0))
    const n = Number(threads)
    const row = rows.find((one) => one.grid === grid && one.threads === n)!
    const seconds = fastest(n, (r) => r.seconds)
    const busiest = fastest(n, (r) => r.busiestSeconds)
    return [
      `${grid}, ${side}²`,
      threads,
      row.iterations,
      row.status,
      brief(busiest),
      (fastest(1, (r) => r.busiestSeconds) / busiest).toFixed(2),
      brief(seconds),
      (fastest(1, (r) => r.seconds) / seconds).toFixed(2),
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
      'times faster',
      'bits',
    ],
    lines,
  )
}

const side = Number(args.side)
const rows: Row[] = []
for (const grid of args.grids.split(',') as (keyof typeof GRIDS)[]) {
  const { coupling, attractive } = GRIDS[grid]
  const { result: graph, ms: built } = timed(() => isingGrid(side, coupling, 1, attractive))
  const { result: problem, ms: compiled } = timed(() => compile(graph))
  if (process.stderr.isTTY)
    process.stderr.write(`${grid}: built in ${brief(built)} ms, compiled in ${brief(compiled)} ms\n`)
  for (let k = 0; k < Number(args.repeats); k++)
    for (const threads of args.threads.split(',')) rows.push(await measure(grid, problem, Number(threads)))
}
const peak = Math.round(process.resourceUsage().maxRSS / 1024)
const same = rows.every((row) => rows.every(({ grid, bits }) => grid !== row.grid || bits === row.bits))
if (args.json) console.log(JSON.stringify({ rows, peakMegabytes: peak, sameBits: same }, null, 1))
else
  console.log(
    `${report(rows, side)}\n\n${same ? 'The same bits everywhere' : 'DIFFERENT BITS'}; ${peak} MB at the peak.`,
  )
process.exitCode = same ? 0 : 1
