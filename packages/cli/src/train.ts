// `parley train`: a model from a treebank.
import { gzipSync } from 'node:zlib'
import { ParleyError } from '@parley/core'
import {
  findCycle,
  type Model,
  readModel,
  type StageModels,
  type StageName,
  splitModel,
  type TrainingOptions,
  trainPipeline,
  trainStage,
  writeModel,
} from '@parley/nlp'
import { choice, flag, number, type Parsed, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { modelBytes } from './load-model.js'
import { measure } from './measure.js'
import { readTreebank, type Treebank } from './read-treebank.js'
import { PARTS, TRAINABLE } from './text-commands.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

type Trainable = (typeof TRAINABLE)[number]
const STAGES: readonly StageName[] = ['tokenizer', 'tagger', 'parser']

/** Runs the command and returns its exit code. */
export async function trainCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('train', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('train'))
    return EXIT.ok
  }
  const what = whatOf(parsed)
  const out = required(parsed, 'out')
  const trainFile = required(parsed, 'train')
  requireWritable(out)
  const given = await givenModels(what, parsed)
  const options = optionsOf(what, parsed, trainFile)

  const treebank = await read(trainFile, what)
  const devFile = text(parsed, 'dev')
  const dev = devFile === undefined ? undefined : await read(devFile, what)
  const { onProgress, done } = progressLine()
  const all: TrainingOptions = { ...options, onProgress, ...(dev && { dev: dev.sentences }) }
  const model =
    what === 'pipeline'
      ? trainPipeline(treebank.sentences, all, given)
      : trainStage(what, treebank.sentences, all)
  done()
  const size = write(out, model)
  process.stdout.write(`${out}: ${(size / 1e6).toFixed(2)} MB\n`)
  if (dev !== undefined) process.stdout.write(measure(what, model, dev.sentences))
  return EXIT.ok
}

function whatOf({ positionals }: Parsed): Trainable {
  const [word, extra] = positionals
  const what = TRAINABLE.find((name) => name === word)
  if (what === undefined || extra !== undefined)
    throw new UsageError(
      `Say what to train: ${TRAINABLE.join(', ')}.${word === undefined ? '' : ` Got "${positionals.join(' ')}".`}`,
      'train',
    )
  return what
}

function required(parsed: Parsed, option: string): string {
  const value = text(parsed, option)
  if (value === undefined || value === '') throw new UsageError(`No --${option} was given.`, 'train')
  return value
}

function optionsOf(what: Trainable, parsed: Parsed, trainFile: string): TrainingOptions {
  const parts = choice('train', parsed, 'parts', PARTS)
  const folds = number('train', parsed, 'jackknife', { least: 0, whole: true })
  const epochs = number('train', parsed, 'epochs', { least: 1, whole: true })
  const seed = number('train', parsed, 'seed', { least: 0, whole: true })
  const parses = what === 'parser' || what === 'pipeline'
  if (!parses && (parts !== undefined || folds !== undefined))
    throw new UsageError(
      `--${parts === undefined ? 'jackknife' : 'parts'} is for a parser or a pipeline.`,
      'train',
    )
  const licence = text(parsed, 'licence')
  return {
    ...(parts && { parts }),
    ...(folds !== undefined && { folds }),
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...(licence && { licence }),
    trainedOn: text(parsed, 'name') ?? trainFile,
  }
}

async function givenModels(what: Trainable, parsed: Parsed): Promise<StageModels> {
  const given: { [name in StageName]?: Model } = {}
  for (const stage of STAGES) {
    const file = text(parsed, stage)
    if (file === undefined) continue
    if (what !== 'pipeline') throw new UsageError(`--${stage} goes with: parley train pipeline.`, 'train')
    const found = splitModel(readModel(await modelBytes(file), file))[stage]
    if (found === undefined)
      throw new ParleyError('bad-input', `This model has no ${stage}. Give one that has.`, { file })
    given[stage] = found
  }
  return given
}

/** A treebank that can be learned from: not empty, and with trees if a parser is to learn from it. */
async function read(file: string, what: Trainable): Promise<Treebank> {
  const treebank = await readTreebank(file)
  process.stderr.write(treebank.describeDeviations('parley: '))
  if (treebank.sentences.length === 0)
    throw new ParleyError('bad-input', 'There are no sentences in this file.', { file })
  if (what === 'tokenizer' || what === 'tagger') return treebank
  for (const { heads, line, length } of treebank.sentences) {
    const missing = heads.findIndex((head) => head < 0 || head > length)
    const fact =
      missing >= 0
        ? `Word ${missing + 1} of this sentence has no head`
        : findCycle(heads) !== null
          ? 'The heads of this sentence form a cycle'
          : null
    if (fact !== null)
      throw new ParleyError(
        'bad-input',
        `${fact}: a parser cannot learn from it. Leave the sentence out; parley check finds all such places.`,
        { file, line },
      )
  }
  return treebank
}

function write(out: string, model: Model): number {
  const bytes = writeModel(model)
  const packed = /\.gz$/i.test(out) ? gzipSync(bytes, { level: 9 }) : bytes
  writeWhole(out, packed)
  return packed.length
}

/** A line on the terminal that is written over; nothing where there is no terminal. */
function progressLine() {
  const { stderr } = process
  if (!stderr.isTTY) return { onProgress: () => {}, done: () => {} }
  return {
    onProgress: (message: string) => {
      // What was measured stays to be read.
      if (/\bdev\b/.test(message)) stderr.write(`\r${message}\x1b[K\n`)
      else stderr.write(`\r${message.slice(0, (stderr.columns || 80) - 1)}\x1b[K`)
    },
    done: () => void stderr.write('\r\x1b[K'),
  }
}
