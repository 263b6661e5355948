// `parley tag --corpus-wide` and `parley parse --corpus-wide`: all sentences are read into a compact form,
// solved together, and written in a second pass. The tagger and the parser of the model add the annotation
// that the joint solution does not decide.
import { availableParallelism } from 'node:os'
import { ParleyError, spawnThread } from '@parleyjs/core'
import { parseJson } from '@parleyjs/core/internal'
import { openModel, shareModel } from '@parleyjs/learn'
import { type Pipeline, readPipeline } from '@parleyjs/nlp'
import {
  type ConsensusSet,
  CorpusHost,
  CorpusRun,
  type CorpusTask,
  type HostSettings,
  localHost,
  MAX_PENALTY,
  type Note,
  requireConsensusSets,
  requireTaskModel,
  SET_DEFAULTS,
  type ShardedAnswer,
  type SplitSentence,
  shareForThreads,
  threadHost,
} from '@parleyjs/nlp/internal'
import { placed, withPlace } from '@parleyjs/runner'
import { choice, flag, number, type Parsed, text } from './args.js'
import { DEFLATE } from './corpus-wide-packing.js'
import { CorpusProgress } from './corpus-wide-progress.js'
import type { CorpusThreadData } from './corpus-wide-thread.js'
import { EXIT } from './failure.js'
import { englishModel, modelBytes } from './model-file.js'
import { print } from './print.js'
import { readBytes } from './read-bytes.js'
import { say } from './say.js'
import { KEEP_OR_PREDICT, TEXT_INPUTS } from './text-commands.js'
import { readSource, type TextJob } from './text-input.js'
import { type Source, textSources } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** The options that go with --corpus-wide. */
const KNOWN = [
  'corpus-wide',
  'model',
  'input',
  'tokens',
  'tags',
  'format',
  'json',
  'sets',
  'penalty',
  'rounds',
  'offsets',
  'workers',
]
const FORMATS = ['conllu', 'json'] as const

/** The options for a corpus as a whole. */
export interface CorpusWishes {
  readonly settings: HostSettings
  readonly sets: readonly ConsensusSet[] | undefined
  readonly penalty: number | undefined
  readonly maxIterations: number | undefined
  /** The file of the sets, for error messages. */
  readonly setsFile: string
}

/** Runs the command and returns its exit code. */
export async function corpusWideCommand(name: CorpusTask, parsed: Parsed): Promise<number> {
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.includes(option))
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} is about single sentences: it does not go with --corpus-wide.`, name)
  const wishes = await wishesOf(name, parsed)
  const workers = number(name, parsed, 'workers', { least: 1, whole: true }) ?? availableParallelism()
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const file = text(parsed, 'model') ?? (await englishModel())
  const bytes = await modelBytes(file)
  const model = workers > 1 ? shareForThreads(bytes, { file }) : shareModel(bytes)
  const pipeline = readPipeline(openModel(model), file)
  requireModel(name, pipeline)
  const { settings } = wishes
  const progress = new CorpusProgress()
  const run = new CorpusRun({
    first: localHost(new CorpusHost(pipeline, settings, DEFLATE)),
    others: () =>
      Array.from({ length: workers > 1 ? workers : 0 }, () => corpusThread({ ...settings, model })),
    onRead: (sentences, words) => progress.show(`${sentences} sentences, ${words} words`),
    onNote: say,
  })
  try {
    await run.read(sentencesOf(pipeline, sources, corpusJob(name, parsed)))
    const answer = await solveRun(run, wishes, progress)
    for await (const chunk of run.written(answer)) await print(chunk)
    if (settings.json) await print(`${JSON.stringify(summaryOf(run, answer))}\n`)
  } finally {
    progress.end()
    await run.close()
  }
  return EXIT.ok
}

/** Reads the options of the command line. */
export async function wishesOf(name: CorpusTask, parsed: Parsed): Promise<CorpusWishes> {
  const json = flag(parsed, 'json') || choice(name, parsed, 'format', FORMATS) === 'json'
  const penalty = number(name, parsed, 'penalty', { least: 0, whole: false })
  if (penalty !== undefined && penalty > MAX_PENALTY)
    throw new UsageError(`--penalty ${penalty}: ${MAX_PENALTY} outweighs every score, and is the most.`, name)
  const maxIterations = number(name, parsed, 'rounds', { least: 0, whole: true })
  const setsFile = text(parsed, 'sets')
  const sets = setsFile === undefined ? undefined : await readSets(setsFile)
  return { settings: { task: name, json }, sets, penalty, maxIterations, setsFile: setsFile ?? '' }
}

export function requireModel(name: CorpusTask, pipeline: Pipeline): void {
  try {
    requireTaskModel(name, pipeline)
  } catch (error) {
    throw error instanceof ParleyError ? new UsageError(error.message, name) : error
  }
}

/** The sentences of all sources, split into words. */
export async function* sentencesOf(
  pipeline: Pipeline,
  sources: readonly Source[],
  job: TextJob,
): AsyncGenerator<SplitSentence | Note, void, undefined> {
  for (const source of sources) yield* readSource(pipeline, source, job)
}

export async function solveRun(
  run: CorpusRun,
  { settings, sets, penalty, maxIterations, setsFile }: CorpusWishes,
  progress: CorpusProgress,
): Promise<ShardedAnswer> {
  const defaults = SET_DEFAULTS[settings.task]
  try {
    return await run.solve(
      { sets, penalty: penalty ?? defaults.penalty, least: defaults.least },
      { ...(maxIterations !== undefined && { maxIterations }), onIteration: (row) => progress.round(row) },
    )
  } catch (error) {
    throw withPlace(error, { file: setsFile })
  }
}

export function corpusJob(name: CorpusTask, parsed: Parsed): TextJob {
  const tags = name === 'tag' ? 'predict' : choice('parse', parsed, 'tags', KEEP_OR_PREDICT)
  return {
    input: choice(name, parsed, 'input', TEXT_INPUTS),
    tokens: choice(name, parsed, 'tokens', KEEP_OR_PREDICT) ?? 'keep',
    tags,
    tag: true,
    trees: { parse: name === 'parse' },
    offsets: flag(parsed, 'offsets'),
  }
}

/** The last line of JSON. */
export function summaryOf({ sentences, words, bytes }: CorpusRun, answer: ShardedAnswer) {
  const { sets, solution } = answer
  const { status, value, bound, gap, iterations, calls } = solution
  const perSentence = Math.round((answer.bytes + bytes + sets.bytes) / Math.max(1, sentences))
  const corpus = {
    sentences,
    words,
    sets: sets.length,
    members: sets.memberCount,
    bytesPerSentence: perSentence,
  }
  return { corpusWide: { ...corpus, status, value, bound, gap, rounds: iterations, calls } }
}

function corpusThread(data: CorpusThreadData) {
  return threadHost(spawnThread(new URL('./corpus-wide-thread.js', import.meta.url), data))
}

async function readSets(file: string): Promise<ConsensusSet[]> {
  const source = Buffer.from(await readBytes(file)).toString('utf8')
  return placed({ file }, () => requireConsensusSets(parseJson(source, file)))
}
