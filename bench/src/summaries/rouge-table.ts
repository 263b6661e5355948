// ROUGE of all systems on one collection: `node bench/dist/summaries/rouge-table.js opinosis|amazon
// [dev|test] [line]`; with `line`, only how the compressive and the extractive summaries compare.
import { markdownTable } from '../table.js'
import { comparison, meanCells, SCORE_NAMES, scoresOf } from './compare.js'
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
/** Scores by system, then by topic. */
const scores = names.map(() => [] as number[][])
for (const topic of topics) {
  const documents = parsedTopic(topic)
  names.forEach((name, s) => {
    scores[s].push(scoresOf(SYSTEMS[name](documents, BUDGET[collection]), topic.references))
  })
}
if (line === undefined)
  console.log(
    markdownTable(
      ['system', ...SCORE_NAMES],
      names.map((name, s) => [name, ...meanCells(scores[s])]),
    ).replaceAll(/\|---(?=\|)(?!\|---\|---\|---\|---\|---\|---)/g, '|--:'),
  )
console.log(
  `${line === undefined ? '\n' : `${collection}, ${part}: `}${topics.length} topics, ${BUDGET[collection]} words each. ${comparison(scores[0], scores[1])}`,
)
