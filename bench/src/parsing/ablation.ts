// More parts, better trees? Parsers of growing size on several treebanks with gold tags (paper 1, Table 3).
//
//   PARLEY_DATA=… node bench/dist/parsing/ablation.js --models FOLDER [--treebanks en_ewt,da_cdt]
//     [--parts arc,second,full] [--only da_cdt,en_ewt.full] [--epochs N] [--reuse] [--json]
//
// Models are kept in FOLDER and trained only where they are missing (not at all with --reuse), so that it can
// be run piecewise. A list of parts as a size of its own is joined by "+": arc+sibling.
import { parseArgs } from 'node:util'
import { markdownTable } from '../table.js'
import { type AblationRow, ablationTable } from './ablation-table.js'
import { measurePipeline } from './measure-pipeline.js'
import { MODELS } from './options.js'
import { loadPipeline, trainedModel } from './trained-models.js'
import { TREEBANKS, treebankSource } from './treebanks.js'

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    treebanks: { type: 'string', default: TREEBANKS.join(',') },
    parts: { type: 'string', default: 'arc,second,full' },
    epochs: { type: 'string' },
    only: { type: 'string' },
    reuse: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

/** Treebanks, or treebanks with a size. */
const only = values.only?.split(',')
const rows: AblationRow[] = []
for (const treebank of values.treebanks.split(','))
  for (const size of values.parts.split(',')) {
    if (only !== undefined && !only.includes(treebank) && !only.includes(`${treebank}.${size}`)) continue
    const model = trainedModel({
      folder: values.models,
      treebank,
      parts: size.replaceAll('+', ','),
      epochs: values.epochs,
      train: !values.reuse,
    })
    if (model === undefined) continue
    const pipeline = loadPipeline(model.file)
    const measured = (['dev', 'test'] as const).map((part) => {
      const { scores, proven, correct } = measurePipeline(pipeline, treebankSource(treebank, part), 'tags')
      return { uas: scores.UAS!, las: scores.LAS!, full: scores['LAS-subtypes']!, proven, correct }
    })
    const row = { treebank, parts: size, dev: measured[0], test: measured[1], record: model.record }
    process.stderr.write(`${treebank} ${size}: test ${row.test.uas.toFixed(2)} ${row.test.las.toFixed(2)}\n`)
    rows.push(row)
  }

if (values.json) console.log(JSON.stringify(rows))
else {
  console.log(ablationTable(rows))
  const trainings = rows.flatMap(({ record }) => (record === null ? [] : [record]))
  if (trainings.length > 0)
    console.log(
      `\nWhat training took (one thread):\n\n${markdownTable(
        ['treebank', 'parts', 'words', 'CPU minutes', 'peak memory, MB', 'model, MB'],
        trainings.map((r) => [
          r.treebank,
          r.parts,
          r.words,
          `${(r.cpuSeconds / 60).toFixed(1)}${r.networkGiven ? ', network of arc taken' : ''}`,
          r.peakMegabytes,
          r.megabytes,
        ]),
      )}`,
    )
}
