// Inference runs of the four methods in corpus-wide parsing across domains (paper 4, Table 2):
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-runs.js --model M --treebank en_atis --penalty 1.5 --offsets=-1,0
//     [--part test] [--limit 500] [--points runs.json]
//
// The model is one that parsing-accuracy.js trains (its --models): forms and UPOS alone.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Part } from '../parsing/treebanks.js'
import { quantileTable } from './experiment.js'
import { compareMethods } from './methods.js'
import { parsingExperiment } from './parsing-experiment.js'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    treebank: { type: 'string', default: 'en_atis' },
    part: { type: 'string', default: 'test' },
    penalty: { type: 'string', default: '1.5' },
    offsets: { type: 'string', default: '-1,0' },
    limit: { type: 'string' },
    points: { type: 'string' },
  },
})
if (values.model === undefined) {
  console.error(
    'Say which model: --model en_ewt.forms-and-tags.arc.parley, as parsing-accuracy.js trains it.',
  )
  process.exit(2)
}
const experiment = parsingExperiment({
  model: values.model,
  treebank: values.treebank,
  part: values.part as Part,
  offsets: values.offsets.split(',').map(Number),
  penalty: Number(values.penalty),
  limit: Number(values.limit ?? Number.POSITIVE_INFINITY),
})
const { sets, shared } = experiment
console.log(
  `To ${values.treebank}: ${sets.length} sets with ${sets.memberCount} words in ${shared.sentences.length} sentences.\n`,
)
const comparison = compareMethods(experiment, (what) => process.stderr.isTTY && console.error(what))
console.log(quantileTable(comparison))
if (values.points !== undefined) writeFileSync(values.points, JSON.stringify(comparison))
