// What `--corpus-wide` changes with the English model and its own sets: accuracy of the commands with and
// without the option, given the words of a treebank.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/english-model.js [--part dev]
//     [--runs tag:en_ewt,parse:en_atis:2]
//
// A run is COMMAND:TREEBANK[:PENALTY].
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Sentence } from '@parleyjs/nlp'
import { type Part, readTreebank, sentencesOf, treebankFile } from '../parsing/treebanks.js'

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/parley.js', import.meta.url))

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'dev' },
    runs: { type: 'string', default: 'tag:en_ewt,tag:en_atis,parse:en_ewt,parse:en_atis,parse:en_atis:4' },
  },
})
const part = values.part as Part
const folder = mkdtempSync(join(tmpdir(), 'parley-english-'))
const plain = new Map<string, Sentence[]>()
try {
  console.log('| command | treebank | penalty | words changed | without | with `--corpus-wide` | gain |')
  console.log('|---|---|--:|--:|--:|--:|--:|')
  for (const name of values.runs.split(',')) {
    const [command, treebank, penalty] = name.split(':') as ['tag' | 'parse', string, string?]
    const gold = readTreebank(treebank, part)
    const file = treebankFile(treebank, part)
    const options = command === 'parse' ? ['--tags', 'predict', '--format', 'conllu'] : ['--format', 'conllu']
    const key = `${command}:${treebank}`
    const alone = plain.get(key) ?? run([command, file, ...options])
    plain.set(key, alone)
    const cost = penalty === undefined ? [] : ['--penalty', penalty]
    const together = run([command, '--corpus-wide', file, ...options, ...cost])
    const [before, after] = [alone, together].map((found) => accuracy(command, gold, found))
    const changed = alone.reduce((sum, sentence, s) => sum + differences(command, sentence, together[s]), 0)
    const cells = [`\`${command}\``, treebank, penalty ?? 'default', changed, before.toFixed(2)]
    console.log(`| ${[...cells, after.toFixed(2), (after - before).toFixed(2)].join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(args: string[]): Sentence[] {
  const out = join(folder, 'out.conllu')
  const fd = openSync(out, 'w')
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', fd, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(fd)
  if (status !== 0) throw new Error(`parley ${args.join(' ')} ended with ${status}: ${stderr.slice(-1000)}`)
  return sentencesOf(readFileSync(out, 'utf8'))
}

/** The output that is compared: UPOS of `tag`, unlabelled heads of `parse`. */
function answers(command: string, sentence: Sentence): ArrayLike<string | number> {
  return command === 'tag' ? sentence.upos : sentence.heads
}

function differences(command: string, a: Sentence, b: Sentence): number {
  const [x, y] = [answers(command, a), answers(command, b)]
  return Array.from(x).filter((value, i) => value !== y[i]).length
}

function accuracy(command: string, gold: readonly Sentence[], found: readonly Sentence[]): number {
  let wrong = 0
  let words = 0
  gold.forEach((sentence, s) => {
    words += sentence.length
    wrong += differences(command, sentence, found[s])
  })
  return 100 * (1 - wrong / words)
}
