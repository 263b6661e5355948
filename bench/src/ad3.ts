// AD³ per instance of $PARLEY_DATA/map/bench, beside HiGHS and, if the caller has built it, the original C++
// AD3.
//
//   node bench/dist/ad3.js [--json] [--only NAME] [--repeat 5] [--limit 20] [--no-highs] [--ad3 PROGRAM]
//
// PROGRAM solves one .fg file (see ad3-peer.ts); it and Parley take turns. All times are processor time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ad3, compile, type FactorGraph, type Problem, type Status } from '@parleyjs/core'
import { type PeerRun, runAd3Peer } from './ad3-peer.js'
import { measureInChild } from './child.js'
import { type HighsRun, loadHighs, programOf, runHighs } from './highs-peer.js'
import { dataFolder, instanceName, listGraphs, readGraph, readText } from './instances.js'
import { geometricMean } from './median.js'
import { processorTime } from './processor-time.js'
import { type Reference, readReference } from './reference.js'
import { brief, markdownTable, times } from './table.js'

/** A longer run of HiGHS is not repeated. */
const PATIENCE_MS = 3000
/** Long enough for the compiler to have optimised the hot loops. */
const WARM_UP_MS = 300
/** Relative distance to the optimum of the relaxation that counts as close in the first comparison. */
const LOOSE = 1e-4

export interface Ad3Run {
  readonly status: Status
  readonly bound: number
  readonly value: number | null
  readonly iterations: number
  readonly ms: number
}

/** All measurements of one instance. */
export interface Ad3Row {
  readonly instance: string
  readonly variables: number
  readonly factors: number
  readonly links: number
  readonly loose: Ad3Run
  readonly fine: Ad3Run
  /** The C++ AD3: with `LOOSE` as its goal, and with its own stopping rule. */
  readonly peer?: { readonly loose: PeerRun; readonly fine: PeerRun }
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
    ad3: { type: 'string' },
    'no-highs': { type: 'boolean', default: false },
  },
})

async function measure(file: string): Promise<Ad3Row> {
  const graph = readGraph(file)
  const problem = compile(graph)
  return {
    instance: instanceName(file),
    variables: graph.variableCount,
    factors: graph.factorCount,
    links: graph.store.literals.length,
    ...takeTurns(file, problem),
    ...(!args['no-highs'] && (await runHighsOn(graph))),
  }
}

/**
 * The shortest time of each solver over several turns: peer, Parley, peer, Parley, …, after a warm-up of
 * Parley.
 */
function takeTurns(file: string, problem: Problem): Pick<Ad3Row, 'loose' | 'fine' | 'peer'> {
  let loose = warmUp(problem, LOOSE)
  let fine = warmUp(problem, 1e-6)
  let peer: Ad3Row['peer']
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const plain = join(folder, 'graph.fg')
    if (args.ad3 !== undefined) writeFileSync(plain, readText(file))
    const optimum = readReference().get(instanceName(file))?.lpOptimum ?? fine.bound
    const target = optimum + LOOSE * Math.max(1, Math.abs(optimum))
    for (let turn = 0; turn < Number(args.repeat); turn++) {
      if (args.ad3 !== undefined)
        peer = {
          fine: faster(runAd3Peer(args.ad3, plain), peer?.fine),
          loose: faster(runAd3Peer(args.ad3, plain, target), peer?.loose),
        }
      fine = faster(runAd3(problem, 1e-6), fine)
      loose = faster(runAd3(problem, LOOSE), loose)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return peer === undefined ? { loose, fine } : { loose, fine, peer }
}

function faster<Run extends { ms: number | null }>(run: Run, other: Run | undefined): Run {
  return other === undefined || run.ms === null || (other.ms !== null && run.ms < other.ms) ? run : other
}

function warmUp(problem: Problem, tolerance: number): Ad3Run {
  let best = runAd3(problem, tolerance)
  for (let spent = best.ms; spent < WARM_UP_MS; ) {
    const run = runAd3(problem, tolerance)
    spent += run.ms
    best = faster(run, best)
  }
  return best
}

function runAd3(problem: Problem, tolerance: number): Ad3Run {
  const { result, ms } = processorTime(() => ad3(problem, { tolerance }))
  const { status, bound, value, iterations, assignment } = result
  return { status, bound, value: assignment === null ? null : value, iterations, ms }
}

async function runHighsOn(graph: FactorGraph): Promise<{ ipm?: HighsRun; simplex?: HighsRun }> {
  const program = programOf(graph)
  if (program === undefined) return {}
  const highs = await loadHighs()
  const run = (method: 'ipm' | 'simplex') => {
    const runs = [runHighs(highs, program, method, Number(args.limit))]
    // The first run would include the compilation of WebAssembly.
    while (runs[0].ms < PATIENCE_MS && runs.length < 4)
      runs.push(runHighs(highs, program, method, Number(args.limit)))
    return runs.reduce((a, b) => (a.processorMs < b.processorMs ? a : b))
  }
  return { ipm: run('ipm'), simplex: run('simplex') }
}

/** The relaxation's optimum: by HiGHS in this run, else from the reference table. */
function lpOptimum(row: Ad3Row, reference: Reference | undefined): number | undefined {
  const runs = [row.simplex, row.ipm]
  return runs.find((run) => run?.finished)?.objective ?? reference?.lpOptimum
}

/** Time of the C++ AD3 divided by Parley's. */
function againstCpp(row: Ad3Row, which: 'loose' | 'fine'): number | undefined {
  const ms = row.peer?.[which].ms
  return ms === undefined || ms === null ? undefined : ms / row[which].ms
}

function runTable(rows: readonly Ad3Row[], reference: Map<string, Reference>, which: 'loose' | 'fine') {
  const header = ['instance', 'status', 'bound', 'bound − LP', 'value', '% of best', 'iterations', 'ms']
  if (args.ad3 !== undefined) header.push('C++ ms', 'C++ time / ours', 'C++ iterations')
  const lines = rows.map((row) => {
    const run = row[which]
    const known = reference.get(row.instance)
    const lp = lpOptimum(row, known)
    const peer = row.peer?.[which]
    const cells = [
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
    ]
    if (peer === undefined) return cells
    const cpp = peer.ms === null ? 'never there' : brief(peer.ms)
    return [...cells, cpp, times(againstCpp(row, which)), peer.iterations ?? undefined]
  })
  const table = markdownTable(header, lines)
  const ratios = rows.map((row) => againstCpp(row, which)).filter((ratio) => ratio !== undefined)
  if (ratios.length === 0) return table
  return `${table}\n\nGeometric mean of C++ time / ours over ${ratios.length} instances: ${times(geometricMean(ratios))}.`
}

function highsTable(rows: readonly Ad3Row[]): string {
  const time = (run: HighsRun | undefined) =>
    run === undefined
      ? undefined
      : run.finished
        ? brief(run.processorMs)
        : `unsolved in ${brief(run.processorMs)}`
  const ratio = (run: HighsRun | undefined, ours: Ad3Run) =>
    run === undefined ? undefined : `${run.finished ? '' : '> '}${times(run.processorMs / ours.ms)}`
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
  if (args.ad3 !== undefined) passed.push(`--ad3=${args.ad3}`)
  const rows = files.flatMap((file) => measureInChild<Ad3Row>(import.meta.url, ['--child', file, ...passed]))
  console.log(args.json ? JSON.stringify(rows, null, 1) : report(rows))
}
