// The summaries in the docs: those of the first five test topics of each collection, in the order of the
// files.
import { parsedTopic } from './parsed.js'
import { englishSummariser } from './systems.js'
import { BUDGET, type Collection, topicsOf } from './topics.js'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
let number = 0
for (const collection of ['opinosis', 'amazon'] as Collection[])
  for (const topic of topicsOf(data, collection, 'test').slice(0, 5)) {
    const documents = parsedTopic(topic).map((document) => document.map(({ sentence }) => sentence))
    const { sentences, words, status, gap, bound } = englishSummariser().summarise(documents, {
      words: BUDGET[collection],
    })
    const lines = sentences.map(({ original, start, stretches }) =>
      stretches
        .map((stretch) => {
          const text = original.slice(stretch.start - start, stretch.end - start).replaceAll(/[*~]/g, '')
          return stretch.kept ? text : `~~${text}~~`
        })
        .join(' '),
    )
    const proof =
      status === 'optimal' ? 'proven best' : `within ${((100 * gap) / bound).toFixed(1)} % of the best`
    console.log(`${++number}. \`${topic.id}\` (${words} words, ${proof}): ${lines.join(' ')}\n`)
  }
