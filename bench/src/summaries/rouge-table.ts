// ROUGE of all systems on one collection: `node bench/dist/summaries/rouge-table.js opinosis|amazon [dev|test] [line]`;
// with `line`, only how the compressive and the extractive summaries compare.
import { ROUGE_NAMES, rouge } from '@parley/nlp'
import { seeded } from '../random.js'
import { markdownTable } from '../table.js'
import { parsedTopic } from './parsed.js'
import { SYSTEMS } from './systems.js'
import { BUDGET, type Collection, type Part, topicsOf } from './topics.js'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const [collection = 'opinosis', part = 'test', line] = process.argv.slice(2) as [Collection?, Part?, 'line'?]
const topics = topicsOf(data, collection, part)
const names = Object.keys(SYSTEMS).slice(0, line === undefined ? undefined : 2)
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
if (line === undefined)
  console.log(
    markdownTable(['system', ...ROUGE_NAMES.flatMap((kind) => [`${kind} recall`, 'F1'])], rows).replaceAll(
      /\|---(?=\|)(?!\|---\|---\|---\|---\|---\|---)/g,
      '|--:',
    ),
  )
/** By how much the first system is better than the second on each topic, by the mean of the six numbers. */
const gains = scores[0]!.map((row, t) => 100 * (mean(row) - mean(scores[1]![t]!)))
const { below } = seeded(1)
const resampled = Array.from({ length: 5000 }, () => mean(gains.map(() => gains[below(gains.length)]!)))
resampled.sort((a, b) => a - b)
const [low, high] = [0.025, 0.975].map((q) => resampled[Math.floor(q * resampled.length)]!.toFixed(2))
console.log(
  `${line === undefined ? '\n' : `${collection}, ${part}: `}${topics.length} topics, ${BUDGET[collection]} words each. By the mean of the six numbers, the compressive summary is better than the extractive one on ${gains.filter((g) => g > 0).length} topics and worse on ${gains.filter((g) => g < 0).length}; the mean difference is ${mean(gains).toFixed(2)}, with a bootstrap interval (95 %) from ${low} to ${high}.`,
)
