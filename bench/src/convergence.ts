// AD³, subgradient and MPLP on the same graphs: how far the dual is above the optimum of the relaxation,
// against iterations and time (the figures of paper 2, section 1.7). Writes an SVG.
//
//   node bench/dist/convergence.js [--output docs/convergence.svg] [--iterations 1000] [--json]
//
// Without PARLEY_DATA it uses two seeded Ising grids instead of the instances.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  ad3,
  compile,
  type FactorGraph,
  mplp,
  type Problem,
  type Solution,
  type SolveOptions,
  subgradient,
  type TraceRow,
} from '@parleyjs/core'
import { loadHighs, programOf, runHighs } from './highs-peer.js'
import { readGraph } from './instances.js'
import { isingGrid } from './ising-grid.js'
import { chart, type Panel } from './svg-chart.js'
import { markdownTable } from './table.js'

const INSTANCES = ['ising_n30_r1', 'logic_neg_2000']
/** Smaller distances count as solved. */
const FLOOR = 1e-8
const REPEATS = 4
const OUTPUT = fileURLToPath(new URL('../../docs/convergence.svg', import.meta.url))

interface Method {
  readonly name: string
  readonly colour: string
  run(problem: Problem, options: SolveOptions): Solution
}

const METHODS: readonly Method[] = [
  { name: 'AD³, accelerated', colour: '#0b6bcb', run: (problem, options) => ad3(problem, options) },
  {
    name: 'AD³, Algorithm 1.2',
    colour: '#e08a00',
    run: (problem, options) => ad3(problem, { ...options, accelerate: false }),
  },
  { name: 'subgradient', colour: '#c0392b', run: (problem, options) => subgradient(problem, options) },
  { name: 'MPLP', colour: '#2e8b57', run: (problem, options) => mplp(problem, options) },
]

const { values: args } = parseArgs({
  options: {
    output: { type: 'string', default: OUTPUT },
    iterations: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
})

interface Curve {
  readonly method: Method
  /** Relative distance of the best dual so far to the optimum of the relaxation. */
  readonly rows: readonly { readonly iteration: number; readonly ms: number; readonly distance: number }[]
}

function graphs(): [string, FactorGraph][] {
  const data = process.env.PARLEY_DATA
  if (data !== undefined)
    return INSTANCES.map((name) => [name, readGraph(join(data, 'map', 'bench', `${name}.fg.gz`))])
  console.error('PARLEY_DATA is not set: two seeded Ising grids take the place of its instances.')
  return [
    ['Ising 30², couplings ±0.5', isingGrid(30, 0.5, 1)],
    ['Ising 30², couplings ±1', isingGrid(30, 1, 2)],
  ]
}

function trace(method: Method, problem: Problem, optimum: number): Curve {
  const options = { tolerance: 0, maxIterations: Number(args.iterations), trace: true }
  // Every run takes the same steps; the fastest has the least disturbed times.
  const runs = Array.from({ length: REPEATS }, () => method.run(problem, options).trace!)
  const fastest = runs.reduce((a, b) => (b.at(-1)!.seconds < a.at(-1)!.seconds ? b : a))
  const distance = (row: TraceRow) => (row.bound - optimum) / Math.max(1, Math.abs(optimum))
  const rows: { iteration: number; ms: number; distance: number }[] = []
  for (const row of fastest) {
    rows.push({ iteration: row.iteration, ms: 1000 * row.seconds, distance: distance(row) })
    if (distance(row) < FLOOR) break
  }
  return { method, rows }
}

function panelsOf(title: string, curves: readonly Curve[]): Panel[] {
  const panel = (xLabel: string, key: 'iteration' | 'ms'): Panel => ({
    title,
    xLabel,
    yLabel: '(dual − LP) / LP',
    yFloor: FLOOR,
    series: curves.map(({ method, rows }) => ({
      name: method.name,
      colour: method.colour,
      points: rows.map((row) => ({ x: row[key], y: row.distance })),
    })),
  })
  return [panel('iterations', 'iteration'), panel('milliseconds', 'ms')]
}

/** Iterations and time needed to reach a distance. */
function summary(name: string, { method, rows }: Curve) {
  const first = (distance: number) => rows.find((row) => row.distance <= distance)
  const said = (distance: number) => {
    const row = first(distance)
    return row === undefined ? 'never' : `${row.iteration} (${row.ms.toPrecision(3)} ms)`
  }
  return [name, method.name, said(1e-3), said(1e-4), said(1e-6), rows.at(-1)!.distance.toExponential(1)]
}

const highs = await loadHighs()
const panels: Panel[] = []
const table: string[][] = []
const all: { graph: string; optimum: number; curves: { method: string; rows: Curve['rows'] }[] }[] = []
for (const [name, graph] of graphs()) {
  const optimum = runHighs(highs, programOf(graph)!, 'simplex', 60).objective
  if (optimum === undefined) throw new Error(`HiGHS did not solve the relaxation of ${name} in a minute.`)
  const problem = compile(graph)
  const curves = METHODS.map((method) => trace(method, problem, optimum))
  panels.push(...panelsOf(name, curves))
  table.push(...curves.map((curve) => summary(name, curve)))
  all.push({
    graph: name,
    optimum,
    curves: curves.map(({ method, rows }) => ({ method: method.name, rows })),
  })
}
writeFileSync(args.output, chart(panels, 2))
console.log(
  args.json
    ? JSON.stringify(all)
    : markdownTable(['graph', 'algorithm', 'to 1e−3', 'to 1e−4', 'to 1e−6', 'at the end'], table),
)
