// `parley tag --corpus-wide` on ever larger corpora of real text: processor time and peak memory of the whole
// command on one thread.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/scaling-command.js [--words 125000,250000,500000,1000000]
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeSentence } from '@parleyjs/nlp'
import type { Usage } from '../parsing/usage-report.js'
import { englishSentences, upTo } from './english-text.js'

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/parley.js', import.meta.url))
const REPORT = new URL('../parsing/usage-report.js', import.meta.url).href

/** The last line of `--json`. */
interface Summary {
  readonly sentences: number
  readonly words: number
  readonly members: number
  readonly bytesPerSentence: number
  readonly status: string
}

const { values } = parseArgs({
  options: { words: { type: 'string', default: '125000,250000,500000,1000000' } },
})
const sentences = englishSentences()
const folder = mkdtempSync(join(tmpdir(), 'parley-scaling-'))
try {
  console.log(
    '| words | sentences | words in sets | status | CPU, s | µs per word | peak memory, MB | kept, bytes per sentence |',
  )
  console.log('|--:|--:|--:|---|--:|--:|--:|--:|')
  for (const goal of values.words.split(',').map(Number)) {
    const { usage, summary } = measure(goal)
    const { words, members, status, bytesPerSentence } = summary
    const cells = [words, summary.sentences, members, status, (usage.cpuMs / 1000).toFixed(1)]
    cells.push(((1000 * usage.cpuMs) / words).toFixed(0), Math.round(usage.peakMegabytes), bytesPerSentence)
    console.log(`| ${cells.join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(goal: number): { usage: Usage; summary: Summary } {
  const [corpus, out, report] = ['corpus.conllu', 'out.jsonl', 'usage.json'].map((name) => join(folder, name))
  const conllu = upTo(sentences, goal).map((words) => makeSentence(words).toString())
  writeFileSync(corpus, conllu.join(''))
  const fd = openSync(out, 'w')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', REPORT, COMMAND, 'tag', '--corpus-wide', corpus, '--json', '--workers', '1'],
    {
      stdio: ['ignore', fd, 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, PARLEY_USAGE_REPORT: report },
    },
  )
  closeSync(fd)
  if (status !== 0) throw new Error(`parley tag ended with ${status}: ${stderr.slice(-1000)}`)
  const bytes = readFileSync(out)
  const last = bytes.subarray(bytes.lastIndexOf(10, bytes.length - 2) + 1).toString('utf8')
  return {
    usage: JSON.parse(readFileSync(report, 'utf8')) as Usage,
    summary: (JSON.parse(last) as { corpusWide: Summary }).corpusWide,
  }
}
