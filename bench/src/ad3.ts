// AD³ beside the original C++ AD3 and beside HiGHS, per instance of $PARLEY_DATA/map/bench (npm run bench).
//
//   node bench/dist/ad3.js [--json] [--only NAME] [--repeat 5] [--limit 20] [--no-highs]
import { parseArgs } from 'node:util'
import { ad3, compile, type FactorGraph, type Problem, type Status } from '@parley/core'
import { calibrate, REFERENCE_MS } from './calibrate.js'
import { measureInChild } from './child.js'
import { type HighsRun, loadHighs, programOf, runHighs } from './highs-peer.js'
import { dataFolder, instanceName, listGraphs, readGraph } from './instances.js'
import { type Reference, readReference } from './reference.js'
import { brief, markdownTable, times } from './table.js'
import { bestWithin } from './timing.js'

/** A run beyond this is not repeated. */
const PATIENCE_MS = 3000

export interface Ad3Run {
  readonly status: Status
  readonly bound: number
  readonly value: number | null
  readonly iterations: number
  readonly ms: number
}

/** All that is measured on one instance. */
export interface Ad3Row {
  readonly instance: string
  readonly variables: number
  readonly factors: number
  readonly links: number
  /** Milliseconds of the calibration kernel in the same process. */
  readonly calibration: number
  readonly loose: Ad3Run
  readonly fine: Ad3Run
  readonly ipm?: HighsRun
  readonly simplex?: HighsRun
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    child: { type: 'string' },
    repeat: { type: 'string', default: '5' },
    limit: { type: 'string', default: '20' },
    'no-highs': { type: 'boolean', default: false },
  },
})

async function measure(file: string): Promise<Ad3Row> {
  const graph = readGraph(file)
  const problem = compile(graph)
  const before = calibrate()
  const loose = runAd3(problem, 1e-4)
  const fine = runAd3(problem, 1e-6)
  const calibration = Math.min(before, calibrate())
  return {
    instance: instanceName(file),
    variables: graph.variableCount,
    factors: graph.factorCount,
    links: graph.store.literals.length,
    calibration,
    loose,
    fine,
    ...(!args['no-highs'] && (await runPeer(graph))),
  }
}

function runAd3(problem: Problem, tolerance: number): Ad3Run {
  const { result, ms } = bestWithin(Number(args.repeat), PATIENCE_MS, () => ad3(problem, { tolerance }))
  const { status, bound, value, iterations, assignment } = result
  return { status, bound, value: assignment === null ? null : value, iterations, ms }
}

async function runPeer(graph: FactorGraph): Promise<{ ipm?: HighsRun; simplex?: HighsRun }> {
  const program = programOf(graph)
  if (program === undefined) return {}
  const highs = await loadHighs()
  const run = (method: 'ipm' | 'simplex') => {
    const runs = [runHighs(highs, program, method, Number(args.limit))]
    // A first run includes the compilation of WebAssembly.
    while (runs[0]!.ms < PATIENCE_MS && runs.length < 4)
      runs.push(runHighs(highs, program, method, Number(args.limit)))
    return runs.reduce((a, b) => (a.ms < b.ms ? a : b))
  }
  return { ipm: run('ipm'), simplex: run('simplex') }
}

/** The relaxation's optimum: by HiGHS in this run, else from the reference table. */
function lpOptimum(row: Ad3Row, reference: Reference | undefined): number | undefined {
  const runs = [row.simplex, row.ipm]
  return runs.find((run) => run?.finished)?.objective ?? reference?.lpOptimum
}

/** How many times as long the C++ AD3 takes, on a machine of this speed. */
function againstCpp(row: Ad3Row, run: Ad3Run, cppMs: number | undefined): number | undefined {
  return cppMs === undefined ? undefined : (cppMs * (row.calibration / REFERENCE_MS)) / run.ms
}

function runTable(rows: readonly Ad3Row[], reference: Map<string, Reference>, which: 'loose' | 'fine') {
  const header = ['instance', 'status', 'bound', 'bound − LP', 'value', '% of best', 'iterations', 'ms']
  const lines = rows.map((row) => {
    const run = row[which]
    const known = reference.get(row.instance)
    const lp = lpOptimum(row, known)
    const cppMs = which === 'loose' ? known?.msTo1e4 : known?.ms
    const never = which === 'loose' && known !== undefined && cppMs === undefined
    return [
      row.instance,
      run.status,
      run.bound.toFixed(4),
      lp === undefined ? undefined : `${((run.bound - lp) / Math.max(1, Math.abs(lp))).toExponential(1)}`,
      run.value === null ? 'none' : run.value.toFixed(4),
      known?.bestKnown === undefined || run.value === null
        ? undefined
        : ((100 * run.value) / known.bestKnown).toFixed(2) + (known.proven ? '' : '*'),
      run.iterations,
      brief(run.ms),
      never ? 'never there' : times(againstCpp(row, run, cppMs)),
      which === 'fine' ? known?.iterations : undefined,
    ]
  })
  if (which === 'fine') return markdownTable([...header, 'C++ time / ours', 'C++ iterations'], lines)
  return markdownTable(
    [...header, 'C++ time / ours'],
    lines.map((line) => line.slice(0, -1)),
  )
}

function highsTable(rows: readonly Ad3Row[]): string {
  const time = (run: HighsRun | undefined) =>
    run === undefined ? undefined : run.finished ? brief(run.ms) : `unsolved after ${brief(run.ms)}`
  const ratio = (run: HighsRun | undefined, ours: Ad3Run) =>
    run === undefined ? undefined : `${run.finished ? '' : '> '}${times(run.ms / ours.ms)}`
  return markdownTable(
    ['instance', 'variables', 'factors', 'links', 'interior point ms', '/ ours', 'simplex ms', '/ ours'],
    rows.map((row) => [
      row.instance,
      row.variables,
      row.factors,
      row.links,
      time(row.ipm),
      ratio(row.ipm, row.fine),
      time(row.simplex),
      ratio(row.simplex, row.fine),
    ]),
  )
}

function report(rows: readonly Ad3Row[]): string {
  const reference = readReference()
  const sections = [
    '### Tolerance 1e−4',
    runTable(rows, reference, 'loose'),
    '### Default tolerance (1e−6)',
    runTable(rows, reference, 'fine'),
  ]
  if (!args['no-highs'])
    sections.push('### HiGHS on the same relaxations, against the default tolerance', highsTable(rows))
  const calibration = Math.min(...rows.map((row) => row.calibration))
  sections.push(
    `The calibration kernel took ${calibration.toFixed(1)} ms in this run (${REFERENCE_MS} ms where the C++ times ` +
      'were taken; they are scaled by the ratio).',
  )
  return sections.join('\n\n')
}

if (args.child !== undefined) {
  console.log(JSON.stringify(await measure(args.child)))
} else {
  const files = listGraphs(dataFolder('map', 'bench')).filter(
    (file) => args.only === undefined || instanceName(file).includes(args.only),
  )
  const passed = [`--repeat=${args.repeat}`, `--limit=${args.limit}`]
  if (args['no-highs']) passed.push('--no-highs')
  const rows = files.flatMap((file) => measureInChild<Ad3Row>(import.meta.url, ['--child', file, ...passed]))
  console.log(args.json ? JSON.stringify(rows, null, 1) : report(rows))
}
