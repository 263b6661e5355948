// Inference runs of the four methods in corpus-wide parsing across domains (paper 4, Table 2):
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-runs.js --model M --treebank en_atis --penalty 2 [--part test]
import { parseArgs } from 'node:util'
import type { Part } from '../parsing/treebanks.js'
import { quantileTable } from './experiment.js'
import { compareMethods } from './methods.js'
import { parsingExperiment } from './parsing-experiment.js'

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'packages/model-en/english.parley.gz' },
    treebank: { type: 'string', default: 'en_atis' },
    part: { type: 'string', default: 'test' },
    penalty: { type: 'string', default: '2' },
  },
})
const experiment = parsingExperiment(
  values.model,
  values.treebank,
  values.part as Part,
  Number(values.penalty),
)
const { sets, shared } = experiment
console.log(
  `To ${values.treebank}: ${sets.length} sets with ${sets.memberCount} words in ${shared.sentences.length} sentences.\n`,
)
console.log(quantileTable(compareMethods(experiment, (what) => process.stderr.isTTY && console.error(what))))
