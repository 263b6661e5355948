// Choosing how concepts, deletions and clauses are weighed: ROUGE on all topics but those of the test parts,
// each summarised by a model that learned from the other folds. Three budgets a topic, as a single one leaves
// much to chance.
//   node bench/dist/summaries/cross-validate.js [--folds 7] [--settings JSON] [--prices JSON]   (parts of the
//     shipped ones)
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { Compressor, readModel, type Sentence, Summariser, splitModel, trainSummariser } from '@parleyjs/nlp'
import { type SummariserSettings, unpackSummariser } from '@parleyjs/nlp/internal'
import { markdownTable } from '../table.js'
import { comparison, mean, meanCells, SCORE_NAMES, scoresOf } from './compare.js'
import { englishPipeline, parsedTopic } from './parsed.js'
import { BUDGET, type Collection, type Topic, topicsOf } from './topics.js'

/** Budgets, as multiples of the usual one. */
const SHARES = [0.75, 1, 1.3]

const { values } = parseArgs({
  options: {
    folds: { type: 'string', default: '7' },
    settings: { type: 'string', default: '{}' },
    prices: { type: 'string', default: '{}' },
  },
})
const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const folds = Number(values.folds)
const models = splitModel(readModel(gunzipSync(readFileSync(fileURLToPath(modelUrl)))))
const compressor = Compressor.fromModels(models)
const shipped = unpackSummariser(models.summariser!).settings
const settings: SummariserSettings = {
  ...shipped,
  ...(JSON.parse(values.settings) as Partial<SummariserSettings>),
  prices: { ...shipped.prices, ...(JSON.parse(values.prices) as Partial<SummariserSettings['prices']>) },
}

interface FoldTopic extends Topic {
  readonly fold: number
  readonly parsed: readonly (readonly Sentence[])[]
}

const topics = (['opinosis', 'amazon'] as const).flatMap((collection) =>
  (['train', 'dev'] as const)
    .flatMap((part) => topicsOf(data, collection, part))
    .map(
      (topic, i): FoldTopic => ({
        ...topic,
        fold: i % folds,
        parsed: parsedTopic(topic).map((document) => document.map(({ sentence }) => sentence)),
      }),
    ),
)

function summariserWithout(fold: number): Summariser {
  const examples = topics
    .filter((topic) => topic.fold !== fold)
    .map(({ references, parsed }) => ({
      references,
      sentences: parsed.flatMap((sentences, document) =>
        sentences.map(({ forms, upos }, position) => ({ document, position, forms, upos })),
      ),
    }))
  return new Summariser({
    pipeline: englishPipeline(),
    compressor,
    model: trainSummariser(examples, settings),
  })
}

/** The scores of a topic's summaries; each is the mean over budgets. */
function scoresWith(summariser: Summariser, topic: FoldTopic, extractive: boolean): number[] {
  const rows = SHARES.map((share) => {
    const words = Math.round(share * BUDGET[topic.collection])
    return scoresOf(summariser.summarise(topic.parsed, { words, extractive }).text, topic.references)
  })
  return SCORE_NAMES.map((_, k) => mean(rows.map((row) => row[k])))
}

type Scores = Record<Collection, number[][]>
const compressive: Scores = { opinosis: [], amazon: [] }
const extractive: Scores = { opinosis: [], amazon: [] }
for (let fold = 0; fold < folds; fold++) {
  const summariser = summariserWithout(fold)
  for (const topic of topics.filter((t) => t.fold === fold)) {
    compressive[topic.collection].push(scoresWith(summariser, topic, false))
    extractive[topic.collection].push(scoresWith(summariser, topic, true))
  }
}
const collections = ['opinosis', 'amazon'] as const
console.log(
  markdownTable(
    ['collection', 'summaries', ...SCORE_NAMES],
    collections.flatMap((collection) => [
      [collection, 'compressive', ...meanCells(compressive[collection])],
      [collection, 'extractive', ...meanCells(extractive[collection])],
    ]),
  ),
)
for (const collection of collections)
  console.log(
    `\n${collection}: ${compressive[collection].length} topics, ${SHARES.map((share) => Math.round(share * BUDGET[collection])).join(', ')} words. ${comparison(compressive[collection], extractive[collection])}`,
  )
