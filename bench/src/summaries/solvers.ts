// Table 1.3's point: the time that AD³ takes for a summary, beside integer programming by HiGHS and GLPK, on
// the same problems: as Fig. 1.4 draws them (`wordProgram`), and reduced as AD³ gets them (`summaryProgram`).
// `node bench/dist/summaries/solvers.js [--limit SECONDS] [--words N] [--extractive] [--sizes 10,30]`
import { parseArgs } from 'node:util'
import type { Sentence } from '@parleyjs/nlp'
import { type SummaryProblem, solveSummary } from '@parleyjs/nlp/internal'
import { loadHighs, runHighs } from '../highs-peer.js'
import { processorTime } from '../processor-time.js'
import { brief, markdownTable, times } from '../table.js'
import { glpkProgram, loadGlpk, runGlpk } from './glpk-peer.js'
import { parsedTopic } from './parsed.js'
import { summaryProgram } from './summary-program.js'
import { englishSummariser } from './systems.js'
import { type Part, topicsOf } from './topics.js'
import { wordProgram } from './word-program.js'

/** Number of sentences of a problem, and number of problems of that size. */
const SIZES = [
  [10, 4],
  [30, 4],
  [100, 4],
  [300, 3],
  [1000, 1],
] as const
/**
 * Problems that are not measured, so that all code is compiled before: AD³ solves all of them, the other
 * solvers the first ones.
 */
const WARM_UP = [
  ...Array.from({ length: 12 }, (_, k) => [10, k] as const),
  ...Array.from({ length: 12 }, (_, k) => [30, k] as const),
  ...Array.from({ length: 6 }, (_, k) => [100, k] as const),
]
const WARM_UP_OF_PEERS = 4

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '60' },
    words: { type: 'string', default: '100' },
    extractive: { type: 'boolean', default: false },
    sizes: { type: 'string', default: SIZES.map(([size]) => size).join() },
  },
})
const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const limit = Number(values.limit)
const words = Number(values.words)
const sizes = new Set(values.sizes.split(',').map(Number))
const highs = await loadHighs()
const glpk = await loadGlpk()

/** The sentences of topics of Opinosis, concatenated. */
function sentencesOf(part: Part): Sentence[] {
  return topicsOf(data!, 'opinosis', part)
    .flatMap((topic) => parsedTopic(topic))
    .flatMap((document) => document.map(({ sentence }) => sentence))
}

interface Row {
  ad3: number
  highs: number
  glpk: number
  highsWords: number
  glpkWords: number
  value: number
  bound: number
  best: number
  late: readonly number[]
}

/**
 * A problem of `size` consecutive sentences; problems of a size do not overlap if there are enough sentences.
 */
function problemOf(sentences: readonly Sentence[], size: number, k: number): SummaryProblem {
  const from = (k * Math.max(size, 100)) % Math.max(1, sentences.length - size)
  const part = sentences.slice(from, from + size)
  const documents = part.map((sentence) => [sentence])
  return englishSummariser().problem(documents, { words, extractive: values.extractive }).problem
}

function measure(problem: SummaryProblem, size: number): Row {
  const own = processorTime(() => solveSummary(problem))
  const program = summaryProgram(problem)
  const exact = processorTime(() => runHighs(highs, program, 'mip', limit))
  const lp = glpkProgram(glpk, program)
  const old = processorTime(() => runGlpk(glpk, lp, limit))
  const figure = wordProgram(problem)
  const exactWords = processorTime(() => runHighs(highs, figure, 'mip', limit))
  const lpWords = glpkProgram(glpk, figure)
  const oldWords = processorTime(() => runGlpk(glpk, lpWords, limit))
  const peers = [exact, old, exactWords, oldWords]
  process.stderr.write(
    `${size} sentences: AD³ ${own.ms} ms, ${own.result.value} of ${own.result.bound}; HiGHS ${exact.ms} ms, ${exact.result.objective}, ${exact.result.finished}; GLPK ${old.ms} ms, ${old.result.objective}, ${old.result.finished}; by words HiGHS ${exactWords.ms} ms, ${exactWords.result.objective}, GLPK ${oldWords.ms} ms, ${oldWords.result.objective}, ${oldWords.result.finished}\n`,
  )
  return {
    ad3: own.ms,
    highs: exact.ms,
    glpk: old.ms,
    highsWords: exactWords.ms,
    glpkWords: oldWords.ms,
    value: own.result.value,
    bound: own.result.bound,
    best: Math.max(own.result.value, ...peers.map(({ result }) => result.objective ?? 0)),
    late: peers.map(({ result }) => (result.finished ? 0 : 1)),
  }
}

const mean = (rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0) / rows.length
const percent = (x: number) => `${(100 * x).toFixed(2)} %`
const training = sentencesOf('train')
WARM_UP.forEach(([size, k], i) => {
  const problem = problemOf(training, size, k)
  if (i < WARM_UP_OF_PEERS) measure(problem, size)
  else solveSummary(problem)
})
process.stderr.write('The problems of the table:\n')
const sentences = sentencesOf('dev')
const table: (string | number | undefined)[][] = []
const all: Row[] = []
for (const [size, count] of SIZES) {
  if (!sizes.has(size)) continue
  const rows = Array.from({ length: count }, (_, k) => measure(problemOf(sentences, size, k), size))
  all.push(...rows)
  const ad3 = mean(rows, (r) => r.ad3)
  const peer = (of: (row: Row) => number, which: number) => {
    const late = rows.reduce((n, r) => n + r.late[which], 0)
    return `${brief(mean(rows, of))}${late === 0 ? '' : ` (${late} of ${count} not done)`}`
  }
  table.push([
    size,
    count,
    brief(ad3),
    peer((r) => r.highsWords, 2),
    peer((r) => r.glpkWords, 3),
    times(mean(rows, (r) => r.glpkWords) / ad3),
    peer((r) => r.highs, 0),
    peer((r) => r.glpk, 1),
    times(mean(rows, (r) => r.glpk) / ad3),
    percent(mean(rows, (r) => 1 - r.value / r.best)),
    percent(mean(rows, (r) => r.bound / r.value - 1)),
  ])
}
const sum = (of: (row: Row) => number) => all.reduce((total, row) => total + of(row), 0)
const over = (of: (row: Row) => number) => times(sum(of) / sum((r) => r.ad3))
console.log(
  markdownTable(
    [
      ...['sentences', 'problems', 'AD³ ms', 'HiGHS ms, by words', 'GLPK ms, by words', 'GLPK / AD³'],
      ...['HiGHS ms, reduced', 'GLPK ms, reduced', 'GLPK / AD³', 'below the best', 'proven gap'],
    ],
    table,
  ),
)
console.log(
  `\nOver all ${all.length} problems: by words, HiGHS takes ${over((r) => r.highsWords)} and GLPK ${over((r) => r.glpkWords)} the time of AD³; reduced, ${over((r) => r.highs)} and ${over((r) => r.glpk)}. The objective of AD³ is ${percent(mean(all, (r) => 1 - r.value / r.best))} below the best on average. Processor time; ${limit} s by the clock at most for each integer program.`,
)
