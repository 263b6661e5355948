// `parley parse`, `parley tag` and `parley tokenize`: one way through a pipeline, to different depths.
import { availableParallelism } from 'node:os'
import type { TreeOptions } from '@parley/nlp'
import { choice, flag, number, type Parsed, parseCommand, text } from './args.js'
import { compileLess, isShort } from './compile-less.js'
import { corpusWideCommand } from './corpus-wide.js'
import { Demands } from './demands.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { loadModel } from './load-model.js'
import { parseConstituencyCommand } from './parse-constituency.js'
import { print } from './print.js'
import {
  KEEP_OR_PREDICT,
  PARSE_ALGORITHMS,
  TEXT_FORMATS,
  TEXT_INPUTS,
  TREE_FORMATS,
} from './text-commands.js'
import { processSource, type TextJob } from './text-input.js'
import { type OutputOptions, writerFor } from './text-output.js'
import { textSources } from './text-sources.js'
import { ASKED_FOR_THREADS, WORTH_THREADS, type Workers, writeInThreads } from './text-threads.js'
import { TraceFile } from './trace-file.js'
import { UsageError } from './usage-error.js'

type Name = 'parse' | 'tag' | 'tokenize'
const DEPTH = { parse: 'trees', tag: 'tags', tokenize: 'tokens' } as const

export const parseTextCommand = (args: readonly string[]) => textCommand('parse', args)
export const tagCommand = (args: readonly string[]) => textCommand('tag', args)
export const tokenizeCommand = (args: readonly string[]) => textCommand('tokenize', args)

async function textCommand(name: Name, args: readonly string[]): Promise<number> {
  const parsed = parseCommand(name, args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText(name))
    return EXIT.ok
  }
  if (flag(parsed, 'corpus-wide')) return corpusWideCommand(name as 'tag' | 'parse', parsed)
  requireNoCorpusOptions(name, parsed)
  if (flag(parsed, 'constituency')) return parseConstituencyCommand(parsed)
  for (const option of ['no-agreement', 'lexicalised'])
    if (flag(parsed, option)) throw new UsageError(`--${option} goes with --constituency.`, 'parse')
  const demands = Demands.of(parsed)
  const job: TextJob = { ...jobOf(name, parsed), demands: demands && ((...args) => demands.for(...args)) }
  const output = outputOf(name, parsed)
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const tracePath = text(parsed, 'trace')
  const workers = workersOf(name, parsed)
  if (workers.count > 1 || isShort(sources)) compileLess()
  const { format } = output
  if (workers.count > 1 && format !== 'svg' && demands === undefined && tracePath === undefined && job.tag)
    return writeInThreads(text(parsed, 'model'), sources, job, { ...output, format }, workers)
  const writer = writerFor(output)
  const trace = tracePath === undefined ? null : new TraceFile(tracePath)
  try {
    const pipeline = await loadModel(text(parsed, 'model'))
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

function requireNoCorpusOptions(name: Name, parsed: Parsed): void {
  const foreign = ['json', 'sets', 'penalty', 'rounds'].find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} goes with --corpus-wide.`, name)
}

/** Threads that were asked for, or as many as there are cores. */
function workersOf(name: Name, parsed: Parsed): Workers {
  const asked = number(name, parsed, 'workers', { least: 1, whole: true })
  if (asked !== undefined) return { count: asked, ...ASKED_FOR_THREADS }
  return { count: availableParallelism(), ...WORTH_THREADS }
}

function jobOf(name: Name, parsed: Parsed): TextJob {
  const tokens = choice(name, parsed, 'tokens', KEEP_OR_PREDICT)
  return {
    input: choice(name, parsed, 'input', TEXT_INPUTS),
    tokens: name === 'tokenize' ? 'predict' : (tokens ?? 'keep'),
    tags: name === 'tag' ? 'predict' : choice(name, parsed, 'tags', KEEP_OR_PREDICT),
    tag: name !== 'tokenize',
    trees: name === 'parse' ? treesOf(parsed) : { parse: false },
    offsets: flag(parsed, 'offsets'),
  }
}

function treesOf(parsed: Parsed): TreeOptions {
  const k = number('parse', parsed, 'k', { least: 1, whole: true })
  const algorithm = choice('parse', parsed, 'algorithm', PARSE_ALGORITHMS)
  const maxIterations = number('parse', parsed, 'max-iterations', { least: 1, whole: true })
  const trace = text(parsed, 'trace') !== undefined
  if (trace && k !== undefined)
    throw new UsageError('--trace is of one solution: it does not go with --k.', 'parse')
  const parser = {
    ...(algorithm !== undefined && { algorithm }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(flag(parsed, 'projective') && { projective: true }),
    ...(trace && { trace }),
  }
  return {
    parse: true,
    ...(k !== undefined && { k }),
    ...(Object.keys(parser).length > 0 && { parser }),
  }
}

function outputOf(name: Name, parsed: Parsed): OutputOptions {
  const isTerminal = process.stdout.isTTY === true
  const formats: readonly OutputOptions['format'][] = name === 'parse' ? TREE_FORMATS : TEXT_FORMATS
  return {
    format: choice(name, parsed, 'format', formats) ?? (isTerminal ? 'pretty' : 'conllu'),
    depth: DEPTH[name],
    confidence: flag(parsed, 'confidence'),
    color: isTerminal && !process.env.NO_COLOR,
  }
}
