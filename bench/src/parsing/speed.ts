// How fast the commands are: from CoNLL-U to CoNLL-U in a process of its own.
//
//   PARLEY_DATA=… node bench/dist/parsing/speed.js --models FOLDER [--treebank en_ewt]
//     [--sizes arc,second,full] [--repeats 3] [--json]
//     [--turboparser PROGRAM --turboparser-models second=FILE,full=FILE]
//
// With a TurboParser that the caller has built, and models that it trained with the parts of each size, it
// and Parley take turns on the same files, and the processor time of whole commands, less that on an empty
// file, is compared.
//
// The parsers are those that ablation.js trained on the treebank, and for en_ewt the model that comes with
// Parley. A file of the treebank is parsed in a second or two, in which the engine still translates the
// program; so parsers are measured a second time on as many copies of it as have 100,000 words, and what the
// copies take beyond the first is the speed "once warm".
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { modelUrl } from '@parleyjs/model-en'
import { markdownTable, times } from '../table.js'
import { MODELS } from './options.js'
import { runCommand } from './run-command.js'
import { trainedModel } from './trained-models.js'
import { countWords, readTreebank, treebankFile, treebankSource } from './treebanks.js'
import { commandTime, parseModels, toConllX } from './turbo-peer.js'
import type { Usage } from './usage-report.js'

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: MODELS },
    treebank: { type: 'string', default: 'en_ewt' },
    sizes: { type: 'string', default: 'arc,second,full' },
    repeats: { type: 'string', default: '3' },
    turboparser: { type: 'string' },
    'turboparser-models': { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const repeats = Number(values.repeats)
const turboModels = parseModels(values.turboparser === undefined ? '' : values['turboparser-models'])
const MANY_WORDS = 100_000
const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value))
const { treebank } = values

interface Row {
  readonly what: string
  readonly part: 'dev' | 'test'
  readonly words: number
  /**
   * The whole command, and the same command on an empty file, which measures start and loading of the model.
   */
  readonly whole: Usage
  readonly empty: Usage
  /** The whole command on several copies of the file, and their number. */
  readonly copies: number
  readonly several: Usage | undefined
  /** TurboParser's processor time with the same parts, minus that on an empty file, in milliseconds. */
  readonly peerMs: number | undefined
}

const folder = mkdtempSync(join(tmpdir(), 'parley-speed-'))
const nothing = join(folder, 'nothing.conllu')
writeFileSync(nothing, '')
const words = {
  dev: countWords(readTreebank(treebank, 'dev')),
  test: countWords(readTreebank(treebank, 'test')),
}
const rows: Row[] = []
const trainings: string[] = []
try {
  for (const parts of values.sizes.split(',')) {
    const model = trainedModel({ folder: values.models, treebank, parts, train: false })
    if (model === undefined) continue
    measure(`parse, ${parts}`, ['parse', '--tags', 'keep', '--model', model.file], parts)
    if (model.record !== null) {
      const { cpuSeconds, peakMegabytes, sentences, networkGiven } = model.record
      trainings.push(
        `\`${parts}\` on ${sentences} sentences in ${(cpuSeconds / 60).toFixed(1)} minutes of processor time and ${(peakMegabytes / 1024).toFixed(2)} GB${networkGiven ? ' (with the network of `arc`, whose training is not in the time)' : ''}`,
      )
    }
  }
  if (treebank === 'en_ewt') measureShipped()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measureShipped(): void {
  const shipped = fileURLToPath(modelUrl)
  measure('tokenize, shipped model', ['tokenize', '--model', shipped])
  measure('tag, shipped model', ['tag', '--model', shipped])
  measure('parse, shipped model, gold tags', ['parse', '--tags', 'keep', '--model', shipped], 'second')
  measure('parse, shipped model, from raw text', ['parse', '--tokens', 'predict', '--model', shipped])
}

function measure(what: string, args: readonly string[], parts?: string): void {
  process.stderr.write(`${what} …\n`)
  const thread = args[0] === 'tokenize' ? [] : ['--workers', '1']
  const command = (file: string) => [...args, ...thread, '--input', 'conllu', '--format', 'conllu', file]
  const empty = runCommand(command(nothing), repeats)
  for (const part of ['dev', 'test'] as const) {
    const copies = 1 + Math.ceil(MANY_WORDS / words[part])
    const { usage: whole, peerMs } = takeTurns(command(treebankFile(treebank, part)), part, parts)
    rows.push({
      copies,
      several: parts === undefined ? undefined : runCommand(command(severalCopies(part, copies)), repeats),
      what,
      part,
      words: words[part],
      whole,
      empty,
      peerMs,
    })
  }
}

/**
 * The minimum of several runs of Parley, alternating with TurboParser if there is a model of it for these
 * parts.
 */
function takeTurns(args: readonly string[], part: 'dev' | 'test', parts: string | undefined) {
  const { turboparser: program } = values
  const model = parts === undefined ? undefined : turboModels.get(parts)
  if (program === undefined || model === undefined)
    return { usage: runCommand(args, repeats), peerMs: undefined }
  const file = join(folder, `${treebank}.${part}.conll`)
  writeFileSync(file, toConllX(treebankSource(treebank, part)))
  const peer = (input: string) =>
    commandTime(program, [
      ...['--test', `--file_model=${model}`, `--file_test=${input}`],
      `--file_prediction=${join(folder, 'turboparser.conll')}`,
    ])
  const turns = Array.from({ length: repeats }, () => ({
    start: peer(nothing),
    peer: peer(file),
    usage: runCommand(args, 1),
  }))
  const least = (of: (turn: (typeof turns)[number]) => number) => Math.min(...turns.map(of))
  return {
    usage: {
      cpuMs: least(({ usage }) => usage.cpuMs),
      ms: least(({ usage }) => usage.ms),
      peakMegabytes: least(({ usage }) => usage.peakMegabytes),
    },
    peerMs: least((turn) => turn.peer) - least((turn) => turn.start),
  }
}

/** A part of the treebank several times over, in one file. */
function severalCopies(part: 'dev' | 'test', copies: number): string {
  const file = join(folder, `${treebank}.${part}.${copies}.conllu`)
  writeFileSync(file, treebankSource(treebank, part).repeat(copies))
  return file
}

/** Words per second without start and loading: by wall-clock or processor time. */
function rate({ words: count, whole, empty }: Row, time: 'ms' | 'cpuMs' = 'ms'): number {
  return (1000 * count) / (whole[time] - empty[time])
}

/** Words per second of all copies but the first. */
function warmRate(
  { words: count, copies, whole, several }: Row,
  time: 'ms' | 'cpuMs' = 'ms',
): number | undefined {
  return several === undefined ? undefined : (1000 * count * (copies - 1)) / (several[time] - whole[time])
}

/** TurboParser's words per second of processor time. */
function peerRate({ words: count, peerMs }: Row): number | undefined {
  return peerMs === undefined ? undefined : (1000 * count) / peerMs
}

function ratio(row: Row, own: number | undefined): number | undefined {
  const peer = peerRate(row)
  return peer === undefined || own === undefined ? undefined : own / peer
}

if (values.json)
  console.log(JSON.stringify(rows.map((row) => ({ ...row, rate: rate(row), warmRate: warmRate(row) }))))
else {
  const header = [
    'command',
    'part',
    'words/s',
    'once warm',
    'once warm, processor time',
    'start and loading, ms',
  ]
  header.push('peak memory, MB')
  if (turboModels.size > 0) header.push('TurboParser, words/s of processor time', 'ratio', 'once warm, ratio')
  console.log(
    markdownTable(
      header,
      rows.map((row) =>
        [
          row.what,
          row.part,
          Math.round(rate(row)),
          rounded(warmRate(row)),
          rounded(warmRate(row, 'cpuMs')),
          Math.round(row.empty.ms),
          Math.round(row.whole.peakMegabytes),
          rounded(peerRate(row)),
          times(ratio(row, rate(row, 'cpuMs'))),
          times(ratio(row, warmRate(row, 'cpuMs'))),
        ].slice(0, header.length),
      ),
    ),
  )
  console.log(`\nThe best of ${repeats} runs each.`)
  if (trainings.length > 0) console.log(`\nTraining takes: ${trainings.join('; ')}.`)
}
