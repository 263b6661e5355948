// ROUGE of all systems on one collection: `node bench/dist/summaries/rouge-table.js opinosis|amazon [dev|test]`.
import { ROUGE_NAMES, rouge } from '@parley/nlp'
import { markdownTable } from '../table.js'
import { parsedTopic } from './parsed.js'
import { SYSTEMS } from './systems.js'
import { BUDGET, type Collection, type Part, topicsOf } from './topics.js'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const [collection = 'opinosis', part = 'test'] = process.argv.slice(2) as [Collection?, Part?]
const topics = topicsOf(data, collection, part)
const names = Object.keys(SYSTEMS)
/** Scores by system, then by topic: recall and F1 of each kind. */
const scores = names.map(() => [] as number[][])
for (const topic of topics) {
  const documents = parsedTopic(topic)
  names.forEach((name, s) => {
    const found = rouge(SYSTEMS[name]!(documents, BUDGET[collection]), topic.references)
    scores[s]!.push(ROUGE_NAMES.flatMap((kind) => [found[kind].recall, found[kind].f1]))
  })
}
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const rows = names.map((name, s) => [
  name,
  ...ROUGE_NAMES.flatMap((_, k) =>
    [2 * k, 2 * k + 1].map((column) => (100 * mean(scores[s]!.map((row) => row[column]!))).toFixed(2)),
  ),
])
console.log(
  markdownTable(['system', ...ROUGE_NAMES.flatMap((kind) => [`${kind} recall`, 'F1'])], rows).replaceAll(
    /\|---(?=\|)(?!\|---\|---\|---\|---\|---\|---)/g,
    '|--:',
  ),
)
const better = scores[0]!.filter((row, t) => mean(row) > mean(scores[1]![t]!)).length
const worse = scores[0]!.filter((row, t) => mean(row) < mean(scores[1]![t]!)).length
console.log(
  `\n${topics.length} topics, ${BUDGET[collection]} words each. By the mean of the six numbers, the compressive summary is better than the extractive one on ${better} topics and worse on ${worse}.`,
)
