// Exact solving: every graph in $PARLEY_DATA/map against its stated optimum, beside toulbar2 and HiGHS (MIP).
//
//   node bench/dist/exact.js [--json] [--limit 60] [--only NAME] [--folder map/bench] [--no-peers]
import { parseArgs } from 'node:util'
import { compile, exact, type Status } from '@parleyjs/core'
import { measureInChild } from './child.js'
import { type HighsRun, loadHighs, programOf, runHighs } from './highs-peer.js'
import { dataFolder, instanceName, listGraphs, readGraph } from './instances.js'
import { readReference } from './reference.js'
import { brief, markdownTable, times } from './table.js'
import { bestWithin } from './timing.js'
import { runToulbar2, type Toulbar2Run } from './toulbar2-peer.js'

/** Optima that came with the instances: natural logarithms for .uai, minus the cost for .wcsp. */
const STATED: Readonly<Record<string, number>> = {
  '10_14_s.binary': -85.762023,
  'Family2Dominant.1.5loci': -35.614635,
  GEOM30a_3: -101.313744,
  'grid10x10.f2.wrap': 162.578542,
  grid4x4: 102.06202,
  or_chain_10: -0.292436,
  water: -7.958763,
  'GeomSurf-7-gm256': -1078.43,
  '4queens': 0,
  example: -27,
  warehouse: -328,
}
/** Relative tolerance, since the stated optima have few digits. */
const AGREEMENT = 1e-5
/** A longer run is not repeated. */
const PATIENCE_MS = 1000

export interface ExactRow {
  readonly instance: string
  readonly variables: number
  readonly factors: number
  readonly status: Status
  readonly value: number | null
  readonly bound: number
  readonly nodes: number
  readonly seconds: number
  readonly toulbar2?: Toulbar2Run
  readonly mip?: HighsRun
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    limit: { type: 'string', default: '60' },
    only: { type: 'string' },
    child: { type: 'string' },
    folder: { type: 'string', multiple: true, default: ['map', 'map/fg'] },
    'no-peers': { type: 'boolean', default: false },
  },
})
const limit = Number(args.limit)

async function measure(file: string): Promise<ExactRow> {
  const graph = readGraph(file)
  const problem = compile(graph)
  const { result, ms } = bestWithin(3, PATIENCE_MS, () => exact(problem, { timeLimit: limit }))
  const { status, bound, value, iterations, assignment } = result
  const row = {
    instance: instanceName(file),
    variables: graph.variableCount,
    factors: graph.factorCount,
    status,
    value: assignment === null ? null : value,
    bound,
    nodes: iterations,
    seconds: ms / 1000,
  }
  if (args['no-peers']) return row
  const toulbar2 = runToulbar2(file, graph, limit)
  const program = programOf(graph)
  const mip = program === undefined ? undefined : runHighs(await loadHighs(), program, 'mip', limit)
  return { ...row, ...(toulbar2 && { toulbar2 }), ...(mip && { mip }) }
}

/** The optimum, or the best known value: stated, from the reference table, or proven by a peer. */
function known(row: ExactRow): { value: number; by: string } | undefined {
  const stated = STATED[row.instance]
  if (stated !== undefined) return { value: stated, by: 'stated' }
  const { toulbar2, mip } = row
  if (toulbar2?.finished && toulbar2.value !== undefined) return { value: toulbar2.value, by: 'toulbar2' }
  if (mip?.finished && mip.objective !== undefined) return { value: mip.objective, by: 'HiGHS' }
  const reference = readReference().get(row.instance)
  return reference?.bestKnown === undefined
    ? undefined
    : { value: reference.bestKnown, by: reference.proven ? 'proven' : 'best known' }
}

function verdict(row: ExactRow): string {
  const best = known(row)
  if (best === undefined) return 'no other'
  if (row.value === null) return `none; ${best.by} ${Number(best.value.toFixed(4))}`
  const difference = (row.value - best.value) / Math.max(1, Math.abs(best.value))
  if (Math.abs(difference) <= AGREEMENT) return `= ${best.by}`
  return `${difference > 0 ? 'above' : 'below'} ${best.by} ${Number(best.value.toFixed(4))}`
}

function report(rows: readonly ExactRow[]): string {
  const seconds = (run: { finished: boolean } | undefined, s: number) =>
    run === undefined ? undefined : run.finished ? brief(s) : `> ${brief(s)}`
  const ratio = (run: { finished: boolean } | undefined, s: number, ours: ExactRow) => {
    if (run === undefined) return undefined
    const open = ours.status === 'interrupted'
    if (open && !run.finished) return 'both open'
    return `${run.finished ? (open ? '< ' : '') : '> '}${times(s / ours.seconds)}`
  }
  const header = ['instance', 'variables', 'factors', 'status', 'value', 'gap', 'optimum', 'nodes', 'seconds']
  const peers = ['toulbar2 s', '/ ours', 'HiGHS MIP s', '/ ours']
  return markdownTable(
    [...header, ...(args['no-peers'] ? [] : peers)],
    rows.map((row) => {
      const { toulbar2, mip } = row
      const cells = [
        row.instance,
        row.variables,
        row.factors,
        row.status,
        row.value === null ? 'none' : String(Number(row.value.toFixed(6))),
        row.value === null ? undefined : brief(Math.max(0, row.bound - row.value)),
        verdict(row),
        row.nodes,
        brief(row.seconds),
      ]
      if (args['no-peers']) return cells
      const mipSeconds = (mip?.ms ?? 0) / 1000
      return [
        ...cells,
        seconds(toulbar2, toulbar2?.seconds ?? 0),
        // toulbar2 reports whole milliseconds, and often needs less than one.
        ratio(toulbar2, Math.max(0.001, toulbar2?.seconds ?? 0), row),
        seconds(mip, mipSeconds),
        ratio(mip, mipSeconds, row),
      ]
    }),
  )
}

if (args.child !== undefined) {
  console.log(JSON.stringify(await measure(args.child)))
} else {
  const folders = args.folder.map((folder) => dataFolder(folder))
  const passed = [`--limit=${args.limit}`]
  if (args['no-peers']) passed.push('--no-peers')
  const rows = folders
    .flatMap(listGraphs)
    .filter((file) => args.only === undefined || instanceName(file).includes(args.only))
    .flatMap((file) => measureInChild<ExactRow>(import.meta.url, ['--child', file, ...passed]))
  console.log(args.json ? JSON.stringify(rows, null, 1) : report(rows))
}
