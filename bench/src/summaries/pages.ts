// A long input: time and memory of a summary of WORDS words of text (default 100,000, about 200 pages).
//   node bench/dist/summaries/pages.js [WORDS]
import { processorTime } from '../processor-time.js'
import { markdownTable } from '../table.js'
import { englishSummariser } from './systems.js'
import { type Part, topicsOf } from './topics.js'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const wanted = Number(process.argv[2] ?? 100_000)
const sentences = (['train', 'dev', 'test'] as Part[])
  .flatMap((part) => topicsOf(data, 'opinosis', part))
  .flatMap(({ documents }) => documents)
let words = 0
const text = sentences
  .filter((sentence) => {
    if (words >= wanted) return false
    words += sentence.split(/\s+/).length
    return true
  })
  .join('\n')
const summariser = englishSummariser()
const rows = [true, false].map((extractive) => {
  const { result, ms } = processorTime(() => summariser.summarise([text], { extractive }))
  const memory = process.resourceUsage().maxRSS / 1024
  return [
    extractive ? 'extractive' : 'compressive',
    result.allWords,
    result.allSentences,
    result.considered,
    (ms / 1000).toFixed(1),
    Math.round(memory),
    `${((100 * result.gap) / result.bound).toFixed(2)} %`,
  ]
})
console.log(
  markdownTable(
    ['summary of 100 words', 'words', 'sentences', 'considered', 'seconds', 'MB so far', 'proven gap'],
    rows,
  ),
)
