// What an iteration of AD³ does: moving variables and factors (paper 1, Fig. 3), and calls of `maximize` per
// factor with and without what is kept between iterations (paper 2, Fig. 1.5). Writes an SVG.
//
//   PARLEY_DATA=… node bench/dist/parsing/activity.js --models FOLDER [--treebank en_ewt]
//     [--sizes second,full] [--every 10] [--output docs/parse-activity.svg]
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chart } from '../svg-chart.js'
import { markdownTable } from '../table.js'
import { type IterationCounts, iterationCounts, VARIANTS } from './count-calls.js'
import { MODELS } from './options.js'
import { sizedParsers } from './sized-parsers.js'
import { readTreebank } from './treebanks.js'

const OUTPUT = fileURLToPath(new URL('../../../docs/parse-activity.svg', import.meta.url))
/** Shorter sentences are solved before any variable or factor can come to rest. */
const SHORTEST = 10
const MAX_ITERATIONS = 200
/** Rows of the table: from, to. */
const SPANS = [
  [1, 1],
  [2, 2],
  [3, 5],
  [6, 10],
  [11, 20],
  [21, 50],
  [51, 100],
  [101, 200],
] as const
const COLOURS: Record<string, string> = {
  'as it is': '#0b6bcb',
  'no rest': '#e08a00',
  fresh: '#c0392b',
  subgradient: '#2e8b57',
}

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    treebank: { type: 'string', default: 'en_ewt' },
    sizes: { type: 'string', default: 'second,full' },
    every: { type: 'string', default: '10' },
    output: { type: 'string', default: OUTPUT },
  },
})
const sentences = readTreebank(values.treebank, 'dev').filter(
  (sentence, i) => i % Number(values.every) === 0 && sentence.length >= SHORTEST,
)
const panels = []
const sections: string[] = []
for (const { size, parser, name } of sizedParsers(values.models, values.treebank, values.sizes)) {
  const total = new Map<string, IterationCounts>()
  sentences.forEach((sentence, s) => {
    if (s % 25 === 0) process.stderr.write(`${size}: sentence ${s} of ${sentences.length}\n`)
    for (const variant of VARIANTS) {
      const counts = iterationCounts(parser.problem(sentence), variant, MAX_ITERATIONS)
      const sum = total.get(variant)
      total.set(variant, sum === undefined ? counts : sum.plus(counts))
    }
  })
  sections.push(`**${name}**, ${sentences.length} sentences of ${SHORTEST} words and more\n\n${table(total)}`)
  panels.push({
    title: `Calls of maximize per factor, ${size}`,
    xLabel: 'iterations',
    yLabel: 'calls per factor in an iteration',
    yFloor: 1e-2,
    series: [...total].map(([variant, counts]) => ({
      name: variant,
      colour: COLOURS[variant],
      points: SPANS.map(([from, to]) => ({
        x: Math.sqrt(from * to),
        y: counts.callsPerFactor(from, to),
      })).filter(({ y }) => !Number.isNaN(y)),
    })),
  })
}
writeFileSync(values.output, chart(panels, Math.max(1, panels.length)))
console.log(`${sections.join('\n\n')}\n\n![Calls of maximize per factor and iteration](parse-activity.svg)`)

function table(total: ReadonlyMap<string, IterationCounts>): string {
  const asIs = total.get('as it is')!
  // No sentence runs that long: there is nothing to report.
  const said = (x: number, text: string) => (Number.isNaN(x) ? '' : text)
  const percent = (x: number) => said(x, `${(100 * x).toFixed(1)} %`)
  const calls = (x: number) => said(x, x.toFixed(2))
  return markdownTable(
    [
      'iterations',
      'sentences still running',
      'variables moving',
      'factors solved',
      ...VARIANTS.map((variant) => `calls, ${variant}`),
    ],
    [...SPANS, [1, MAX_ITERATIONS] as const].map(([from, to]) => [
      from === to ? String(from) : `${from} – ${to}`,
      asIs.running(from),
      percent(asIs.movingShare(from, to)),
      percent(asIs.solvedShare(from, to)),
      ...VARIANTS.map((variant) => calls(total.get(variant)!.callsPerFactor(from, to))),
    ]),
  )
}
