// Inference runs of the four methods in corpus-wide tagging (paper 4, Tables 1 to 3 and the supplement's):
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/tagging-runs.js [--sizes 50,100] [--part test]
//     [--points runs-%.json]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Part } from '../parsing/treebanks.js'
import { quantileTable } from './experiment.js'
import { compareMethods } from './methods.js'
import { PENALTY, SIZES, taggingCorpus, taggingExperiment } from './tagging-corpus.js'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    part: { type: 'string', default: 'test' },
    points: { type: 'string' },
  },
})
const sizes = values.sizes?.split(',').map(Number) ?? SIZES
for (const size of sizes) {
  const data = taggingCorpus(size, values.part as Part)
  const experiment = taggingExperiment(data, PENALTY)
  const { sets, shared } = experiment
  console.log(
    `Trained on ${size} sentences: ${sets.length} sets with ${sets.memberCount} words in ${shared.sentences.length} of ${data.corpus.length} sentences.\n`,
  )
  const comparison = compareMethods(experiment, (what) => process.stderr.isTTY && console.error(what))
  console.log(`${quantileTable(comparison)}\n`)
  if (values.points !== undefined)
    writeFileSync(values.points.replace('%', String(size)), JSON.stringify(comparison))
}
