// Time and memory of an iteration of AD³ as Ising grids grow from 10² to 1000² variables.
//
//   node bench/dist/scaling.js [--json] [--sides 10,30,100,300,1000] [--iterations 40]
import { parseArgs } from 'node:util'
import { ad3, compile, type Problem, type TraceRow } from '@parleyjs/core'
import { measureInChild } from './child.js'
import { exponent } from './fit.js'
import { isingGrid } from './ising-grid.js'
import { brief, markdownTable } from './table.js'
import { timed } from './timing.js'

export interface ScalingRow {
  readonly side: number
  readonly factors: number
  readonly links: number
  readonly msPerIteration: number
  readonly nsPerFactor: number
  readonly msToCompile: number
  /** Milliseconds of a whole solve: the iterations, the bounds and the rounding. */
  readonly msToSolve: number
  /** Heap and buffers after garbage collection, minus those before, per link. */
  readonly graphBytesPerLink: number
  readonly problemBytesPerLink: number
  /** Peak memory of the process while solving, minus that of an empty process, per link. */
  readonly peakBytesPerLink: number
  readonly peakMegabytes: number
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    sides: { type: 'string', default: '10,30,100,300,1000' },
    iterations: { type: 'string', default: '40' },
    child: { type: 'string' },
  },
})

function heldBytes(): number {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  collect?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Peak resident memory in kilobytes, as the system reports it. */
const peakKilobytes = () => process.resourceUsage().maxRSS

function measure(side: number): ScalingRow {
  const emptyPeak = peakKilobytes()
  const empty = heldBytes()
  const graph = isingGrid(side, 1, side)
  const withGraph = heldBytes()
  const { result: problem, ms: msToCompile } = timed(() => compile(graph))
  const withProblem = heldBytes()
  const links = problem.linkSlot.length
  const times = Array.from({ length: side <= 100 ? 50 : 5 }, () => stepTime(problem))
  const msPerIteration = Math.min(...times)
  const { ms: msToSolve } = timed(() =>
    ad3(problem, { tolerance: 0, maxIterations: Number(args.iterations) }),
  )
  const peak = peakKilobytes()
  return {
    side,
    factors: problem.factors,
    links,
    msPerIteration,
    nsPerFactor: (1e6 * msPerIteration) / problem.factors,
    msToCompile,
    msToSolve,
    graphBytesPerLink: (withGraph - empty) / links,
    problemBytesPerLink: (withProblem - withGraph) / links,
    peakBytesPerLink: (1024 * (peak - emptyPeak)) / links,
    peakMegabytes: peak / 1024,
  }
}

/** Thrown to end a run once the timed iterations are done. */
class Enough extends Error {}

/**
 * Milliseconds per iteration between iterations 5 and 15: all factors active, bounds included, no rounding
 * yet.
 */
function stepTime(problem: Problem): number {
  let start = 0
  let end = 0
  const onIteration = ({ iteration }: TraceRow) => {
    if (iteration === 5) start = performance.now()
    if (iteration < 15) return undefined
    end = performance.now()
    throw new Enough()
  }
  try {
    ad3(problem, { tolerance: 0, onIteration })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return (end - start) / 10
}

function report(rows: readonly ScalingRow[]): string {
  const table = markdownTable(
    [
      'grid',
      'factors',
      'links',
      'ms per iteration',
      'ns per factor',
      'bytes per link: graph',
      'compiled',
      'at the peak',
      'peak MB',
      `ms for ${args.iterations} iterations and rounding`,
    ],
    rows.map((row) => [
      `${row.side}²`,
      row.factors,
      row.links,
      brief(row.msPerIteration),
      brief(row.nsPerFactor),
      // On smaller grids the growth of the process itself hides that of the graph.
      ...(row.links < 100_000
        ? [undefined, undefined, undefined]
        : [
            Math.round(row.graphBytesPerLink),
            Math.round(row.problemBytesPerLink),
            Math.round(row.peakBytesPerLink),
          ]),
      Math.round(row.peakMegabytes),
      brief(row.msToSolve),
    ]),
  )
  const growth = exponent(
    rows.map((row) => row.factors),
    rows.map((row) => row.msPerIteration),
  )
  return `${table}\n\nTime per iteration grows as factors^${growth.toFixed(2)}.`
}

if (args.child !== undefined) {
  console.log(JSON.stringify(measure(Number(args.child))))
} else {
  const rows = args.sides.split(',').flatMap((side) => {
    const passed = ['--child', side, '--iterations', args.iterations]
    return measureInChild<ScalingRow>(import.meta.url, passed, ['--expose-gc'])
  })
  console.log(args.json ? JSON.stringify(rows, null, 1) : report(rows))
}
