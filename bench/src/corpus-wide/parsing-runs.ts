// Inference runs of the four methods in corpus-wide parsing across domains (paper 4, Table 2):
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-runs.js [--part test] [--to en_atis] [--models FOLDER]
//     [--limit 500] [--points runs-%.json]
//
// The parsers are those of parsing-accuracy.js, and trained where they are missing.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Part } from '../parsing/treebanks.js'
import { ARC_PARSERS, AROUND, arcParser, CROSSINGS, LEFT, WORD } from './across-domains.js'
import { quantileTable } from './experiment.js'
import { compareMethods } from './methods.js'
import { parsingExperiment } from './parsing-experiment.js'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'test' },
    to: { type: 'string' },
    models: { type: 'string', default: ARC_PARSERS },
    limit: { type: 'string' },
    points: { type: 'string' },
  },
})

/** The contexts of the paper, and those that help most on the development part. */
const chosen = CROSSINGS.filter(
  ({ to, contexts }) =>
    (values.to ?? to) === to && (to === 'en_atis' ? [AROUND, LEFT] : [WORD]).includes(contexts),
)
for (const [number, crossing] of chosen.entries()) {
  const { from, to, contexts, penalty } = crossing
  const parser = arcParser(from, values.models)
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY)
  const experiment = parsingExperiment(crossing, parser, values.part as Part, limit)
  const { sets, shared } = experiment
  console.log(
    `From ${from} to ${to}, ${contexts.name}, penalty ${penalty}: ${sets.length} sets with ${sets.memberCount} words in ${shared.sentences.length} sentences.\n`,
  )
  const comparison = compareMethods(experiment, (what) => process.stderr.isTTY && console.error(what))
  console.log(`${quantileTable(comparison)}\n`)
  if (values.points !== undefined)
    writeFileSync(values.points.replace('%', String(number)), JSON.stringify(comparison))
}
