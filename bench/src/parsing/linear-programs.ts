// AD³ beside HiGHS's linear programming on the same relaxations (paper 1, Fig. 4): the same optimum, and who
// is faster.
//
//   PARLEY_DATA=… node bench/dist/parsing/linear-programs.js [--model M] [--count 120] [--longest 60]
//     [--limit 60] [--output docs/parse-highs.svg] [--json]
//
// The parser has arcs, siblings and grandparents; the default is the model that comes with Parley.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ad3, type LinearProgram } from '@parleyjs/core'
import { modelUrl } from '@parleyjs/model-en'
import { type HighsMethod, type HighsRun, loadHighs, runHighs } from '../highs-peer.js'
import { median } from '../median.js'
import { chart } from '../svg-chart.js'
import { brief, markdownTable, times } from '../table.js'
import { bestWithin } from '../timing.js'
import { parseProgram } from './parse-program.js'
import { loadParser } from './trained-models.js'
import { readTreebank } from './treebanks.js'

const OUTPUT = fileURLToPath(new URL('../../../docs/parse-highs.svg', import.meta.url))
/** Length classes of the table: maximum numbers of words. */
const CLASSES = [5, 10, 15, 20, 30, 40, 60, 100, 300]

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    count: { type: 'string', default: '120' },
    longest: { type: 'string', default: '60' },
    limit: { type: 'string', default: '60' },
    output: { type: 'string', default: OUTPUT },
    json: { type: 'boolean', default: false },
  },
})

interface Row {
  readonly words: number
  readonly columns: number
  readonly rows: number
  readonly status: string
  readonly bound: number
  readonly ad3Ms: number
  readonly simplex: HighsRun
  readonly ipm: HighsRun
}

const highs = await loadHighs()
const parser = loadParser(values.model ?? modelUrl)
const rows: Row[] = []
for (const sentence of sample()) {
  const problem = parser.problem(sentence)
  const program = parseProgram(problem)
  if (program === undefined) {
    console.error('The model has parts that are not written as linear programs: take one of size second.')
    process.exit(2)
  }
  const { graph, round, penalty } = problem
  const { result, ms } = bestWithin(3, 500, () => ad3(graph, { round, penalty, maxIterations: 10_000 }))
  const row: Row = {
    words: sentence.length,
    columns: program.columnCount,
    rows: program.rowCount,
    status: result.status,
    bound: result.bound,
    ad3Ms: ms,
    simplex: fastest(program, 'simplex'),
    ipm: fastest(program, 'ipm'),
  }
  process.stderr.write(
    `${row.words} words: AD³ ${brief(ms)} ms, simplex ${brief(row.simplex.ms)} ms, interior point ${brief(row.ipm.ms)} ms\n`,
  )
  rows.push(row)
}

/** The fastest of several runs, as for AD³. */
function fastest(program: LinearProgram, method: HighsMethod): HighsRun {
  let best = runHighs(highs, program, method, Number(values.limit))
  for (let k = 0, spent = best.ms; k < 8 && spent < 1500; k++) {
    const run = runHighs(highs, program, method, Number(values.limit))
    spent += run.ms
    if (run.ms < best.ms) best = run
  }
  return best
}

/** Sentences of growing length, evenly spread over the sorted development part. */
function sample() {
  const longest = Number(values.longest)
  const sorted = readTreebank('en_ewt', 'dev')
    .filter(({ length }) => length >= 2 && length <= longest)
    .sort((a, b) => a.length - b.length)
  const count = Math.min(Number(values.count), sorted.length)
  return Array.from({ length: count }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / count)])
}

/** Relative distance of AD³'s bound from the optimum that HiGHS found. */
function distance({ bound, simplex, ipm }: Row): number | undefined {
  const optimum = simplex.objective ?? ipm.objective
  return optimum === undefined ? undefined : Math.abs(bound - optimum) / Math.max(1, Math.abs(optimum))
}

if (values.json) console.log(JSON.stringify(rows))
else {
  const lines = CLASSES.flatMap((most, c) => {
    const some = rows.filter(({ words }) => words <= most && words > (CLASSES[c - 1] ?? 0))
    if (some.length === 0) return []
    const middle = (of: (row: Row) => number) => median(some.map(of))
    return [
      [
        `${(CLASSES[c - 1] ?? 0) + 1} – ${most}`,
        some.length,
        Math.round(middle(({ columns }) => columns)),
        Math.round(middle((row) => row.rows)),
        brief(middle(({ ad3Ms }) => ad3Ms)),
        brief(middle(({ simplex }) => simplex.ms)),
        brief(middle(({ ipm }) => ipm.ms)),
        times(middle(({ ad3Ms, simplex }) => simplex.ms / ad3Ms)),
        times(middle(({ ad3Ms, ipm }) => ipm.ms / ad3Ms)),
      ],
    ]
  })
  const distances = rows.flatMap((row) => distance(row) ?? [])
  const solved = rows.filter(({ status }) => status !== 'interrupted').length
  writeFileSync(values.output, picture())
  console.log(
    `${markdownTable(
      [
        'words',
        'sentences',
        'columns',
        'rows',
        'AD³, ms',
        'simplex, ms',
        'interior point, ms',
        'simplex / AD³',
        'interior point / AD³',
      ],
      lines,
    )}\n\nMedians. AD³ solved ${solved} of ${rows.length} relaxations, HiGHS ${distances.length} within its limit; bound and optimum differ by ${largest(distances).toExponential(1)} at most, relatively. In all, AD³ took ${brief(total(({ ad3Ms }) => ad3Ms) / 1000)} s, simplex ${brief(total(({ simplex }) => simplex.ms) / 1000)} s, interior point ${brief(total(({ ipm }) => ipm.ms) / 1000)} s.\n\n![Time of AD³ and HiGHS against the length of sentences](parse-highs.svg)`,
  )
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), 0)
}

function total(of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}

function picture(): string {
  const lengths = [...new Set(rows.map(({ words }) => words))]
  const series = (name: string, colour: string, of: (row: Row) => number) => ({
    name,
    colour,
    points: lengths.map((x) => ({ x, y: median(rows.filter(({ words }) => words === x).map(of)) })),
  })
  return chart(
    [
      {
        title: 'Time of a relaxation',
        xLabel: 'words',
        yLabel: 'milliseconds',
        yFloor: 1e-3,
        series: [
          series('AD³', '#0b6bcb', ({ ad3Ms }) => ad3Ms),
          series('simplex', '#c0392b', ({ simplex }) => simplex.ms),
          series('interior point', '#e08a00', ({ ipm }) => ipm.ms),
        ],
      },
    ],
    1,
  )
}
