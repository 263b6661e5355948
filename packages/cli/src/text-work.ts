// Implements `parley parse`, `parley tag` and `parley tokenize`: the same pipeline, run up to different
// stages.
import { availableParallelism } from 'node:os'
import type { TreeOptions } from '@parleyjs/nlp'
import { type OutputOptions, treesOf as treesFor, writerFor } from '@parleyjs/runner'
import { choice, flag, number, type Parsed, text } from './args.js'
import { Demands } from './demands.js'
import { compileLess, isShort } from './engine.js'
import { EXIT } from './failure.js'
import type { ModelFile } from './model-file.js'
import { print } from './print.js'
import { readModelFile } from './read-model-file.js'
import { taskValues } from './task-values.js'
import type { TextCommandName } from './text-command.js'
import { ALL_INPUTS, KEEP_OR_PREDICT, TEXT_FORMATS, TREE_FORMATS } from './text-commands.js'
import { processSource, type TextJob } from './text-input.js'
import { textSources } from './text-sources.js'
import { ASKED_FOR_THREADS, WORTH_THREADS, type Workers, writeInThreads } from './text-threads.js'
import { TraceFile } from './trace-file.js'
import { UsageError } from './usage-error.js'

const DEPTH = { parse: 'trees', tag: 'tags', tokenize: 'tokens' } as const

/** Runs a command with a model that is being read. */
export async function carryOut(name: TextCommandName, parsed: Parsed, model: ModelFile): Promise<number> {
  const demands = Demands.of(parsed)
  const job: TextJob = { ...jobOf(name, parsed), demands: demands && ((...args) => demands.for(...args)) }
  const output = outputOf(name, parsed)
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const tracePath = text(parsed, 'trace')
  const workers = workersOf(name, parsed)
  if (isShort(sources, workers.count)) compileLess()
  const { format } = output
  if (workers.count > 1 && format !== 'svg' && demands === undefined && tracePath === undefined && job.tag)
    return writeInThreads(model, sources, job, { ...output, format }, workers)
  const writer = writerFor(output, (message) => new UsageError(message, 'parse'))
  const trace = tracePath === undefined ? null : new TraceFile(tracePath)
  try {
    const pipeline = await readModelFile(model)
    model.forget()
    let count = 0
    for (const source of sources)
      for await (const processed of processSource(pipeline, source, job, count)) {
        count++
        trace?.add(processed.parse?.trace ?? [])
        await print(writer.write(processed))
      }
    await print(writer.end())
    demands?.requireUsed(count)
    trace?.finish()
  } finally {
    trace?.discard()
  }
  return EXIT.ok
}

/** The given number of threads, or the number of cores. */
function workersOf(name: TextCommandName, parsed: Parsed): Workers {
  const asked = number(name, parsed, 'workers', { least: 1, whole: true })
  if (asked !== undefined) return { count: asked, ...ASKED_FOR_THREADS }
  return { count: availableParallelism(), ...WORTH_THREADS }
}

function jobOf(name: TextCommandName, parsed: Parsed): TextJob {
  const tokens = choice(name, parsed, 'tokens', KEEP_OR_PREDICT)
  return {
    input: inputOf(name, parsed),
    tokens: name === 'tokenize' ? 'predict' : (tokens ?? 'keep'),
    tags: name === 'tag' ? 'predict' : choice(name, parsed, 'tags', KEEP_OR_PREDICT),
    tag: name !== 'tokenize',
    trees: treesOf(name, parsed),
    offsets: flag(parsed, 'offsets'),
    spaces: flag(parsed, 'spaces'),
  }
}

function inputOf(name: TextCommandName, parsed: Parsed): TextJob['input'] {
  const input = choice(name, parsed, 'input', ALL_INPUTS)
  if (!flag(parsed, 'lines')) return input
  if (input !== undefined && input !== 'text' && input !== 'lines')
    throw new UsageError(`--lines does not go with --input ${input}.`, name)
  return 'lines'
}

function treesOf(name: TextCommandName, parsed: Parsed): TreeOptions {
  if (name !== 'parse') return treesFor(name, {})
  const options = taskValues('parse', parsed, 'parse', 'command')
  const trace = text(parsed, 'trace') !== undefined
  if (trace && options.k !== undefined)
    throw new UsageError('--trace records one solution: it does not go with --k.', 'parse')
  return treesFor(name, { ...options, trace })
}

function outputOf(name: TextCommandName, parsed: Parsed): OutputOptions {
  const isTerminal = process.stdout.isTTY === true
  const formats: readonly OutputOptions['format'][] = name === 'parse' ? TREE_FORMATS : TEXT_FORMATS
  return {
    format: choice(name, parsed, 'format', formats) ?? (isTerminal ? 'pretty' : 'conllu'),
    depth: DEPTH[name],
    confidence: flag(parsed, 'confidence'),
    color: isTerminal && !process.env.NO_COLOR,
  }
}
