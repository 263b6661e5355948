// `parley train`, main thread: starts the training thread, writes the files that it sends, and handles
// signals.
import { rmSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { partList, type StageName } from '@parleyjs/nlp/internal'
import { flag, number, type Parsed, parseCommand, text } from './args.js'
import { EXIT, printFailure } from './failure.js'
import { helpText } from './help.js'
import { say } from './say.js'
import { TRAINABLE } from './text-commands.js'
import { trainCompressorCommand } from './train-compressor.js'
import { trainGrammarCommand } from './train-grammar.js'
import type { TrainJob, TrainMessage } from './train-job.js'
import { TrainingDisplay } from './train-progress.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

const GRAMMAR_ONLY = ['horizontal', 'vertical', 'add-to', 'lexicalised']
const STAGES: readonly StageName[] = ['tokenizer', 'tagger', 'parser']

/** Runs the command and returns its exit code. */
export async function trainCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('train', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('train'))
    return EXIT.ok
  }
  if (parsed.positionals.length === 1 && parsed.positionals[0] === 'grammar')
    return trainGrammarCommand(parsed)
  if (parsed.positionals.length === 1 && parsed.positionals[0] === 'compressor')
    return trainCompressorCommand(parsed)
  const what = whatOf(parsed)
  for (const option of GRAMMAR_ONLY)
    if (parsed.values[option] !== undefined)
      throw new UsageError(`--${option} goes with: parley train grammar.`, 'train')
  const out = required(parsed, 'out')
  const job = jobOf(what, parsed, out)
  requireWritable(out)
  if (job.checkpoint !== undefined) requireWritable(job.checkpoint)
  return trainInThread(job, out, flag(parsed, 'verbose'))
}

function jobOf(what: TrainJob['what'], parsed: Parsed, out: string): TrainJob {
  const trainFile = required(parsed, 'train')
  const devFile = text(parsed, 'dev')
  const checkpoint = text(parsed, 'checkpoint')
  if (checkpoint !== undefined && what !== 'parser' && what !== 'pipeline')
    throw new UsageError('--checkpoint is for a parser or a pipeline.', 'train')
  if (checkpoint !== undefined && [out, trainFile, devFile].includes(checkpoint))
    throw new UsageError(`--checkpoint ${checkpoint}: give it a file of its own.`, 'train')
  const given: { [name in StageName]?: string } = {}
  for (const stage of STAGES) {
    const file = text(parsed, stage)
    if (file === undefined) continue
    if (what !== 'pipeline') throw new UsageError(`--${stage} goes with: parley train pipeline.`, 'train')
    given[stage] = file
  }
  return {
    what,
    trainFile,
    ...(devFile !== undefined && { devFile }),
    given,
    ...(checkpoint !== undefined && { checkpoint }),
    options: optionsOf(what, parsed, trainFile),
    workers: number('train', parsed, 'workers', { least: 1, whole: true }) ?? null,
    packed: /\.gz$/i.test(out),
  }
}

function whatOf({ positionals }: Parsed): TrainJob['what'] {
  const [word, extra] = positionals
  const what = TRAINABLE.find((name) => name === word)
  if (what === undefined || extra !== undefined)
    throw new UsageError(
      `Say what to train: ${TRAINABLE.join(', ')}, grammar, compressor.${word === undefined ? '' : ` Got "${positionals.join(' ')}".`}`,
      'train',
    )
  return what
}

function required(parsed: Parsed, option: string): string {
  const value = text(parsed, option)
  if (value === undefined || value === '') throw new UsageError(`No --${option} was given.`, 'train')
  return value
}

function optionsOf(what: TrainJob['what'], parsed: Parsed, trainFile: string): TrainJob['options'] {
  const parts = text(parsed, 'parts')
  const folds = number('train', parsed, 'jackknife', { least: 0, whole: true })
  const epochs = number('train', parsed, 'epochs', { least: 1, whole: true })
  const seed = number('train', parsed, 'seed', { least: 0, whole: true })
  const parses = what === 'parser' || what === 'pipeline'
  const [network, weightsAlone] = [flag(parsed, 'network'), flag(parsed, 'no-network')]
  if (network && weightsAlone) throw new UsageError('--network and --no-network exclude each other.', 'train')
  const given = [
    parts !== undefined && 'parts',
    folds !== undefined && 'jackknife',
    network && 'network',
    weightsAlone && 'no-network',
  ].find((option) => option !== false)
  if (!parses && given !== undefined)
    throw new UsageError(`--${given} is for a parser or a pipeline.`, 'train')
  const licence = text(parsed, 'licence')
  return {
    ...(parts !== undefined && { parts: partList(parts) }),
    ...(folds !== undefined && { folds }),
    ...((network || weightsAlone) && { network }),
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...(licence && { licence }),
    trainedOn: text(parsed, 'name') ?? trainFile,
  }
}

/** Trains in a thread. All files are written here, so that a signal never interrupts a write. */
function trainInThread(job: TrainJob, out: string, verbose: boolean): Promise<number> {
  const display = new TrainingDisplay(process.stderr, verbose)
  const worker = new Worker(new URL('./train-thread.js', import.meta.url), {
    workerData: { ...job, watched: display.watched },
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20) },
  })
  let kept = ''
  const onSignal = (signal: NodeJS.Signals) => {
    display.end()
    say(`parley: ${stopped(job, kept)}\n`)
    process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
  }
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  return new Promise<number>((resolve, reject) => {
    worker.on('message', (message: TrainMessage) => {
      try {
        if ('progress' in message) display.show(message.text, message.progress)
        else if ('warning' in message) display.note(message.warning)
        else if ('checkpoint' in message) {
          writeWhole(job.checkpoint!, message.checkpoint)
          kept = message.about
        } else if ('failure' in message) {
          display.end()
          printFailure(message.failure)
          resolve(message.failure.exitCode)
        } else {
          display.end()
          writeWhole(out, message.model)
          if (job.checkpoint !== undefined) rmSync(job.checkpoint, { force: true })
          process.stdout.write(`${out}: ${(message.model.length / 1e6).toFixed(2)} MB\n${message.measured}`)
          resolve(EXIT.ok)
        }
      } catch (error) {
        reject(error as Error)
        void worker.terminate()
      }
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The training thread ended with code ${code}.`)))
  }).finally(() => {
    display.end()
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  })
}

/** The message after the user stopped the training. */
function stopped({ checkpoint, what }: TrainJob, kept: string): string {
  if (checkpoint !== undefined && kept !== '')
    return `Stopped. ${checkpoint} keeps what was done up to ${kept}: run the same command again to go on from there.`
  if (checkpoint !== undefined) return 'Stopped before there was anything new to keep.'
  const hint =
    what === 'parser' || what === 'pipeline' ? ' With --checkpoint F it could go on where it stopped.' : ''
  return `Stopped: no model was written.${hint}`
}
