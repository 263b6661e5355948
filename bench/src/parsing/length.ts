// The time of a sentence against its length, 10 to 300 words, by AD³ and by the subgradient method (paper 2,
// Fig. 1.5, left): its growth as a power. Writes an SVG.
//
//   PARLEY_DATA=… node bench/dist/parsing/length.js --models FOLDER [--treebank en_ewt]
//     [--sizes arc,second,full] [--output docs/parse-length.svg]
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ParserInput } from '@parleyjs/nlp/internal'
import { exponent } from '../fit.js'
import { median } from '../median.js'
import { chart } from '../svg-chart.js'
import { brief, markdownTable } from '../table.js'
import { MODELS } from './options.js'
import { ofLength } from './sentence-lengths.js'
import { sizedParsers } from './sized-parsers.js'
import { readTreebank } from './treebanks.js'

const OUTPUT = fileURLToPath(new URL('../../../docs/parse-length.svg', import.meta.url))
const LENGTHS = [10, 15, 20, 30, 45, 60, 90, 130, 200, 300]
const COLOURS = ['#2e8b57', '#0b6bcb', '#c0392b', '#e08a00']
const ALGORITHMS = [
  { algorithm: 'ad3', title: 'Time of a sentence, AD³' },
  { algorithm: 'subgradient', title: 'Time of a sentence, subgradient' },
] as const
/** Number of pieces of each length, and of runs of each; the fastest run counts. */
const COUNT = 15
const REPEATS = 3

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    treebank: { type: 'string', default: 'en_ewt' },
    sizes: { type: 'string', default: 'arc,second,full' },
    output: { type: 'string', default: OUTPUT },
  },
})

const sentences = readTreebank(values.treebank, 'dev')
const pieces = LENGTHS.map((length) => ofLength(sentences, length, COUNT))
const curves = sizedParsers(values.models, values.treebank, values.sizes).flatMap(({ size, parser }) =>
  (size === 'arc' ? (['ad3'] as const) : (['ad3', 'subgradient'] as const)).map((algorithm) => {
    const name = algorithm === 'ad3' ? size : `${size}, ${algorithm}`
    const parse = (input: ParserInput) => parser.parse(input, { algorithm }).status === 'optimal'
    // Warm up with later work, so that the first length does not include compilation.
    for (const inputs of pieces.slice(0, 6)) for (const input of inputs) parse(input)
    const times = pieces.map((inputs, k) => {
      process.stderr.write(`${name}: ${LENGTHS[k]} words …\n`)
      return median(inputs.map((input) => fastest(() => parse(input))))
    })
    const proven = pieces.map((inputs) => inputs.filter(parse).length / inputs.length)
    return { size, algorithm, name, times, proven }
  }),
)

const sizes = [...new Set(curves.map(({ size }) => size))]
writeFileSync(
  values.output,
  chart(
    ALGORITHMS.map(({ algorithm, title }) => ({
      title,
      xLabel: 'words',
      yLabel: 'milliseconds',
      yFloor: 1e-3,
      series: curves
        .filter((curve) => curve.algorithm === algorithm)
        .map(({ size, times }) => ({
          name: size,
          colour: COLOURS[sizes.indexOf(size) % COLOURS.length],
          points: times.map((y, k) => ({ x: LENGTHS[k], y })),
        })),
    })),
    2,
  ),
)
const exponents = curves.map(
  ({ name, times }) => `${name} grows as words^${exponent(LENGTHS, times).toFixed(2)}`,
)
console.log(
  `${markdownTable(
    ['words', ...curves.map(({ name }) => `${name}, ms`)],
    LENGTHS.map((length, k) => [
      length,
      ...curves.map(({ times, proven }) => `${brief(times[k])} (${Math.round(100 * proven[k])} %)`),
    ]),
  )}\n\nMedians of ${COUNT} pieces of the development part, neighbouring sentences joined and cut, and how many of them are proven best within 200 iterations: ${exponents.join(', ')}.\n\n![Time of a sentence against its length](parse-length.svg)`,
)

/** Milliseconds of processor time, since the machine may be busy with other work. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let k = 0; k < REPEATS; k++) {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
