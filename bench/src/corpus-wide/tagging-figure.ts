// Fig. 3 of paper 4: distance of the methods from the best accuracy and the lowest dual, by inference runs.
//
//   node bench/dist/corpus-wide/tagging-runs.js --sizes 200 --points runs-%.json
//   node bench/dist/corpus-wide/tagging-figure.js runs-200.json docs/corpus-wide.svg
import { readFileSync, writeFileSync } from 'node:fs'
import { chart, type Series } from '../svg-chart.js'
import { type Comparison, isolated, type Point } from './experiment.js'

/** Names of the methods in the points and in the figure, and their colours. */
const METHODS = [
  ['Subgradient, fastest', 'Subgradient', '#7f7f7f'],
  ['Box-Subgradient, fastest', 'Box-Subgradient', '#1f77b4'],
  ['MPLP', 'MPLP', '#2ca02c'],
  ['Box-MPLP, Algorithm 4', 'Algorithm 4', '#ff7f0e'],
  ['Box-MPLP', 'Box-MPLP', '#d62728'],
] as const
/** Smaller remaining shares count as nothing. */
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
  return METHODS.map(([key, name, colour]) => {
    const run = runs.find(({ method }) => method === key || method.startsWith(`${key} (`))
    if (run === undefined) throw new Error(`${from} has no points of ${key}.`)
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
