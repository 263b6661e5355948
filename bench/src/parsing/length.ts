// The time of a sentence against its length: 10 to 300 words, as the growth of a power. Writes an SVG.
//
//   PARLEY_DATA=… node bench/dist/parsing/length.js --models FOLDER [--sizes arc,second,full] [--output docs/parse-length.svg]
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { modelUrl } from '@parley/model-en'
import { exponent } from '../fit.js'
import { chart } from '../svg-chart.js'
import { brief, markdownTable } from '../table.js'
import { MODELS } from './options.js'
import { median, ofLength } from './sentence-lengths.js'
import { loadParser, trainedModel } from './trained-models.js'
import { readTreebank } from './treebanks.js'

const OUTPUT = fileURLToPath(new URL('../../../docs/parse-length.svg', import.meta.url))
const LENGTHS = [10, 15, 20, 30, 45, 60, 90, 130, 200, 300]
const COLOURS = ['#2e8b57', '#0b6bcb', '#c0392b', '#e08a00']
/** Pieces of each length, and runs of each, of which the fastest counts. */
const COUNT = 15
const REPEATS = 3

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    sizes: { type: 'string', default: 'arc,second,full' },
    output: { type: 'string', default: OUTPUT },
  },
})

const sentences = readTreebank('en_ewt', 'dev')
const pieces = LENGTHS.map((length) => ofLength(sentences, length, COUNT))
const curves = values.sizes.split(',').flatMap((parts, i) => {
  const trained = trainedModel({ folder: values.models, treebank: 'en_ewt', parts, train: false })
  const file = trained?.file ?? (parts === 'second' ? modelUrl : undefined)
  if (file === undefined) return []
  const parser = loadParser(file)
  // Warm up on what comes later, so that the first length is not the compiler's.
  for (const length of pieces.slice(0, 6)) for (const input of length) parser.parse(input)
  const times = pieces.map((inputs, k) => {
    process.stderr.write(`${parts}: ${LENGTHS[k]} words …\n`)
    return median(inputs.map((input) => fastest(() => parser.parse(input))))
  })
  return [{ parts, colour: COLOURS[i % COLOURS.length]!, times }]
})

writeFileSync(
  values.output,
  chart(
    [
      {
        title: 'Time of a sentence',
        xLabel: 'words',
        yLabel: 'milliseconds',
        yFloor: 1e-3,
        series: curves.map(({ parts, colour, times }) => ({
          name: parts,
          colour,
          points: times.map((y, k) => ({ x: LENGTHS[k]!, y })),
        })),
      },
    ],
    1,
  ),
)
const exponents = curves.map(
  ({ parts, times }) => `\`${parts}\` grows as words^${exponent(LENGTHS, times).toFixed(2)}`,
)
console.log(
  `${markdownTable(
    ['words', ...curves.map(({ parts }) => `${parts}, ms`)],
    LENGTHS.map((length, k) => [length, ...curves.map(({ times }) => brief(times[k]))]),
  )}\n\nMedians of ${COUNT} pieces of the development part, neighbouring sentences joined and cut: ${exponents.join(', ')}.\n\n![Time of a sentence against its length](parse-length.svg)`,
)

function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let k = 0; k < REPEATS; k++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
