// Fig. 3 of paper 4: how far from the best accuracy and the lowest dual the methods are after so many inference runs.
//
//   node bench/dist/corpus-wide/tagging-runs.js --sizes 200 --points runs-%.json
//   node bench/dist/corpus-wide/tagging-figure.js runs-200.json docs/corpus-wide.svg
import { readFileSync, writeFileSync } from 'node:fs'
import { chart, type Series } from '../svg-chart.js'
import { type Comparison, isolated, type Point } from './experiment.js'

const COLOURS: Readonly<Record<string, string>> = {
  'Subgradient, fastest': '#7f7f7f',
  'Box-Subgradient, fastest': '#1f77b4',
  MPLP: '#2ca02c',
  'Box-MPLP, Algorithm 4': '#ff7f0e',
  'Box-MPLP': '#d62728',
}
/** What is left below this share counts as nothing. */
const FLOOR = 1e-3

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  console.error(
    'Say where the points are and where the figure goes: tagging-figure.js runs-200.json docs/corpus-wide.svg',
  )
  process.exit(2)
}
const { runs } = JSON.parse(readFileSync(from, 'utf8')) as Comparison
const first = isolated(runs)
const lowest = Math.min(...runs.flatMap(({ points }) => points.map(({ dual }) => dual)))
const highest = Math.max(...runs.map(({ points }) => points.at(-1)!.accuracy))

function series(left: (point: Point) => number): Series[] {
  return Object.entries(COLOURS).map(([name, colour]) => {
    const run = runs.find(({ method }) => method === name || method.startsWith(`${name} (`))
    if (run === undefined) throw new Error(`${from} has no points of ${name}.`)
    return { name, colour, points: run.points.map((point) => ({ x: point.runs, y: left(point) })) }
  })
}

const common = { xLabel: 'inference runs per sentence', yFloor: FLOOR }
writeFileSync(
  to,
  chart(
    [
      {
        ...common,
        title: 'Accuracy',
        yLabel: 'share of the gain that is missing',
        series: series(({ accuracy }) => (highest - accuracy) / (highest - first.accuracy)),
      },
      {
        ...common,
        title: 'Dual',
        yLabel: 'share of the drop that is missing',
        series: series(({ dual }) => (dual - lowest) / (first.dual - lowest)),
      },
    ],
    2,
  ),
)
