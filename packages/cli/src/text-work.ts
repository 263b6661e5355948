// Implements `parley parse`, `parley tag` and `parley tokenize`: the same pipeline, run up to different
// stages.
import { availableParallelism } from 'node:os'
import type { Processed, TreeOptions } from '@parleyjs/nlp'
import {
  inThisThread,
  type OutputOptions,
  runText,
  type TaskValues,
  treesOf as treesFor,
  writerFor,
} from '@parleyjs/runner'
import { inThreads, type ModelFile, pipelineOf, type ThreadUse } from '@parleyjs/runner/internal'
import { choice, number, type Parsed, text } from './args.js'
import { Demands } from './demands.js'
import { compileLess, isShort, prepareThreads, staySmall } from './engine.js'
import { EXIT } from './failure.js'
import { print } from './print.js'
import { taskValues } from './task-values.js'
import type { TextCommandName } from './text-command.js'
import { ALL_INPUTS } from './text-commands.js'
import { jobFor, OUTPUT, opened, type TextJob } from './text-input.js'
import { fileSize, type Source, textSources } from './text-sources.js'
import { TraceFile } from './trace-file.js'
import { UsageError } from './usage-error.js'

const DEPTH = { parse: 'trees', tag: 'tags', tokenize: 'tokens' } as const

/** Runs a command with a model that is being read. */
export async function carryOut(name: TextCommandName, parsed: Parsed, model: ModelFile): Promise<number> {
  const demands = Demands.of(parsed)
  const values: TextValues = taskValues(name, parsed, name, 'command')
  const job: TextJob = {
    ...jobOf(name, parsed, values),
    demands: demands && ((...args) => demands.for(...args)),
  }
  const output = outputOf(name, values)
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const tracePath = text(parsed, 'trace')
  const workers = workersOf(name, parsed)
  if (isShort(sources, workers.count)) compileLess()
  const { format } = output
  if (workers.count > 1 && format !== 'svg' && demands === undefined && tracePath === undefined && job.tag) {
    const processor = await inThreads(model, job.trees, { ...output, format }, useOf(sources, workers))
    try {
      await runText(processor, opened(sources, job), jobFor(job), OUTPUT)
    } finally {
      await processor.close()
    }
    return EXIT.ok
  }
  const writer = writerFor(output, (message) => new UsageError(message, 'parse'))
  const trace = tracePath === undefined ? null : new TraceFile(tracePath)
  try {
    const pipeline = await pipelineOf(model)
    model.forget()
    let count = 0
    const write = (processed: Processed) => {
      count++
      trace?.add(processed.parse?.trace ?? [])
      return writer.write(processed)
    }
    await runText(inThisThread(pipeline, job, { write }), opened(sources, job), jobFor(job), OUTPUT)
    await print(writer.end())
    demands?.requireUsed(count)
    trace?.finish()
  } finally {
    trace?.discard()
  }
  return EXIT.ok
}

/** The number of threads, and when they are used. */
interface Workers {
  readonly count: number
  /** Number of words that the main thread processes before it starts threads. */
  readonly fewWords: number
  /**
   * Minimum size of a file, in bytes, for which threads are started at once. It certainly has more than
   * `fewWords`.
   */
  readonly largeFile: number
}

/** Below these sizes threads gain no time: each of them loads and compiles all modules again. */
const WORTH_THREADS = { fewWords: 20_000, largeFile: 2_000_000 }
/** The sizes if the user gives a number of threads. */
const ASKED_FOR_THREADS = { fewWords: 1000, largeFile: 500_000 }

function useOf(sources: readonly Source[], { count, fewWords, largeFile }: Workers): ThreadUse {
  const isLong = sources.some((source) => fileSize(source) >= largeFile)
  if (!isLong) return { threads: count, fewWords }
  prepareThreads(count)
  return { threads: count, fewWords: null, onRelief: staySmall }
}

/** The given number of threads, or the number of cores. */
function workersOf(name: TextCommandName, parsed: Parsed): Workers {
  const asked = number(name, parsed, 'workers', { least: 1, whole: true })
  if (asked !== undefined) return { count: asked, ...ASKED_FOR_THREADS }
  return { count: availableParallelism(), ...WORTH_THREADS }
}

/** The options of a command. Those of `parse` include the options of the others. */
type TextValues = TaskValues<'parse', 'command'>

function jobOf(name: TextCommandName, parsed: Parsed, values: TextValues): TextJob {
  const { tokens = 'keep', tags, offsets = false, spaces = false } = values
  return {
    input: inputOf(name, parsed, values),
    tokens: name === 'tokenize' ? 'predict' : tokens,
    tags: name === 'tag' ? 'predict' : tags,
    tag: name !== 'tokenize',
    trees: treesOf(name, parsed, values),
    offsets,
    spaces,
  }
}

function inputOf(name: TextCommandName, parsed: Parsed, { lines }: TextValues): TextJob['input'] {
  const input = choice(name, parsed, 'input', ALL_INPUTS)
  if (lines !== true) return input
  if (input !== undefined && input !== 'text' && input !== 'lines')
    throw new UsageError(`--lines does not go with --input ${input}.`, name)
  return 'lines'
}

function treesOf(name: TextCommandName, parsed: Parsed, values: TextValues): TreeOptions {
  const trace = text(parsed, 'trace') !== undefined
  if (trace && values.k !== undefined)
    throw new UsageError('--trace records one solution: it does not go with --k.', 'parse')
  return treesFor(name, { ...values, trace })
}

function outputOf(name: TextCommandName, { format, confidence = false }: TextValues): OutputOptions {
  const isTerminal = process.stdout.isTTY === true
  return {
    format: format ?? (isTerminal ? 'pretty' : 'conllu'),
    depth: DEPTH[name],
    confidence,
    color: isTerminal && !process.env.NO_COLOR,
  }
}
