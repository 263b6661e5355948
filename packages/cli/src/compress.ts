// `parley compress`: shortens sentences by leaving out words.
import {
  type Compression,
  Compressor,
  type Pipeline,
  type Processed,
  readModel,
  readPipeline,
  splitModel,
} from '@parleyjs/nlp'
import {
  type CompressedSentence,
  type CompressionOutput,
  compressionWriter,
  inThisThread,
  runText,
} from '@parleyjs/runner'
import { englishModel, modelBytes } from '@parleyjs/runner/internal'
import { choice, flag, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { print } from './print.js'
import { taskValues } from './task-values.js'
import { TEXT_INPUTS } from './text-commands.js'
import { jobFor, OUTPUT, opened, type TextJob } from './text-input.js'
import { textSources } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** Runs the command and returns its exit code. */
export async function compressCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('compress', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('compress'))
    return EXIT.ok
  }
  const values = taskValues('compress', parsed, 'compress', 'command')
  const { ratio, tags, showDeleted = false } = values
  const writer = compressionWriter({
    format: formatOf(values.format, flag(parsed, 'json')),
    showDeleted,
    dim: process.stdout.isTTY === true && !process.env.NO_COLOR,
  })
  const job: TextJob = {
    input: choice('compress', parsed, 'input', TEXT_INPUTS),
    tokens: 'keep',
    tags,
    tag: true,
    trees: { parse: false },
    offsets: false,
  }
  const sources = textSources('compress', parsed.positionals, process.stdin.isTTY === true)
  const { pipeline, compressor } = await load(text(parsed, 'model'))
  const write = (processed: Processed) => writer.write(compressed(processed, pipeline, compressor, ratio))
  await runText(inThisThread(pipeline, job, { write }), opened(sources, job), jobFor(job), OUTPUT)
  await print(writer.end())
  return EXIT.ok
}

/** Keeps the tree of a sentence if it has one, and parses it otherwise. */
function compressed(
  processed: Processed,
  pipeline: Pipeline,
  compressor: Compressor,
  ratio: number | undefined,
): CompressedSentence {
  const { sentence, offsets } = processed
  if (sentence.heads.some((head) => head < 0))
    pipeline.processSentence(sentence, { tags: 'keep', parse: true })
  const compression: Compression = compressor.compress(sentence, ratio === undefined ? {} : { ratio })
  return { sentence, offsets, compression }
}

type Format = CompressionOutput['format']

function formatOf(format: Format | undefined, json: boolean): Format {
  if (!json) return format ?? 'text'
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format}: choose one.`, 'compress')
  return 'json'
}

async function load(path: string | undefined): Promise<{ pipeline: Pipeline; compressor: Compressor }> {
  const file = path ?? (await englishModel())
  const bytes = await modelBytes(file)
  const compressor = Compressor.fromModels(splitModel(readModel(bytes, file)))
  return { pipeline: readPipeline(bytes, file), compressor }
}
