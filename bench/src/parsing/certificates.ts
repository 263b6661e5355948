// How many trees are proven best, within how many iterations: AD³ and the subgradient method on the same
// factors (paper 1, Fig. 2). Writes an SVG.
//
//   PARLEY_DATA=… node bench/dist/parsing/certificates.js --models FOLDER [--treebank en_ewt]
//     [--sizes second,full] [--every N] [--output docs/parse-certificates.svg] [--json]
//
// With --every N, only every N-th sentence of the development part is taken.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Parser, Sentence } from '@parleyjs/nlp'
import { chart } from '../svg-chart.js'
import { markdownTable } from '../table.js'
import { MODELS } from './options.js'
import { proofTimes, shareBy } from './proof-times.js'
import { sizedParsers } from './sized-parsers.js'
import { readTreebank } from './treebanks.js'

const OUTPUT = fileURLToPath(new URL('../../../docs/parse-certificates.svg', import.meta.url))
const LIMITS = [10, 50, 200, 1000]
const ALGORITHMS = [
  { algorithm: 'ad3', name: 'AD³', colour: '#0b6bcb' },
  { algorithm: 'subgradient', name: 'subgradient', colour: '#c0392b' },
] as const

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    treebank: { type: 'string', default: 'en_ewt' },
    sizes: { type: 'string', default: 'second,full' },
    every: { type: 'string', default: '1' },
    output: { type: 'string', default: OUTPUT },
    json: { type: 'boolean', default: false },
  },
})
const every = Number(values.every)
const sentences = readTreebank(values.treebank, 'dev').filter((_, i) => i % every === 0)

const curves = sizedParsers(values.models, values.treebank, values.sizes).flatMap(({ parser, name: size }) =>
  ALGORITHMS.map(({ algorithm, name, colour }) => {
    process.stderr.write(`${size}, ${name}: `)
    const runs = proofTimes(sentences, LIMITS, (sentence, maxIterations) => {
      const { status, iterations, heads } = parser.parse(sentence, { maxIterations, algorithm })
      return { proven: status === 'optimal', solved: status !== 'interrupted', iterations, heads }
    })
    process.stderr.write(`${runs.map(({ proven }) => proven.length).join(', ')} proven\n`)
    const seconds = timeOf(parser, algorithm)
    return { size, name, colour, runs, seconds }
  }),
)

const count = sentences.length
if (values.json)
  console.log(JSON.stringify(curves.map(({ size, name, runs, seconds }) => ({ size, name, runs, seconds }))))
else {
  const share = (k: number) => `${((100 * k) / count).toFixed(2)} %`
  writeFileSync(values.output, picture())
  console.log(
    `${markdownTable(
      [
        'parts',
        'algorithm',
        ...LIMITS.map((limit) => `proven best within ${limit}`),
        'relaxation solved, 1000',
        'UAS, 10',
        'UAS, 1000',
        'ms per sentence, 200',
      ],
      curves.map(({ size, name, runs, seconds }) => [
        size,
        name,
        ...runs.map(({ proven }) => share(proven.length)),
        share(runs.at(-1)!.solved),
        uas(runs[0].heads).toFixed(2),
        uas(runs.at(-1)!.heads).toFixed(2),
        Number(((1000 * seconds) / count).toFixed(2)),
      ]),
    )}\n\n![Share of trees that are not proven best against iterations](parse-certificates.svg)`,
  )
}

function uas(heads: readonly Int32Array[]): number {
  let right = 0
  let words = 0
  sentences.forEach((sentence: Sentence, s) => {
    for (let i = 0; i < sentence.length; i++) if (sentence.heads[i] === heads[s][i]) right++
    words += sentence.length
  })
  return (100 * right) / words
}

/** Seconds of processor time for all sentences with the default limit. */
function timeOf(parser: Parser, algorithm: 'ad3' | 'subgradient'): number {
  const start = process.cpuUsage()
  for (const sentence of sentences) parser.parse(sentence, { algorithm })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

function picture(): string {
  const at = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000]
  const sizes = [...new Set(curves.map(({ size }) => size))]
  const panels = sizes.map((size) => ({
    title: `Trees not proven best, ${size.replaceAll('`', '')}`,
    xLabel: 'iterations',
    yLabel: 'share of sentences',
    yFloor: 1e-3,
    series: curves
      .filter((curve) => curve.size === size)
      .map(({ name, colour, runs }) => ({
        name,
        colour,
        points: at.map((x) => ({ x, y: 1 - shareBy(x, runs, count) })),
      })),
  }))
  return chart(panels, Math.max(1, panels.length))
}
