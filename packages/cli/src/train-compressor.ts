// `parley train compressor`: learns which words can be left out. Each line of the input has a sentence, a tab
// and its compression.
import { gzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import {
  Compressor,
  joinModels,
  type Pipeline,
  readModel,
  readPipeline,
  splitModel,
  trainCompressor,
  writeModel,
} from '@parleyjs/nlp'
import { alignCompression, type CompressionExample, parseAsOne, WeightedScorer } from '@parleyjs/nlp/internal'
import { decodeText } from '@parleyjs/runner'
import { englishModel, modelBytes, readChunks } from '@parleyjs/runner/internal'
import { number, type Parsed, text } from './args.js'
import { EXIT } from './failure.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

/** The options for a compressor. All other options of the command are refused. */
const KNOWN = ['train', 'dev', 'out', 'add-to', 'epochs', 'seed', 'licence', 'name', 'verbose']

/** Runs the command and returns its exit code. */
export async function trainCompressorCommand(parsed: Parsed): Promise<number> {
  const [file, out] = [required(parsed, 'train'), required(parsed, 'out')]
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.includes(option))
  if (foreign !== undefined) throw new UsageError(`--${foreign} is not for a compressor.`, 'train')
  const epochs = number('train', parsed, 'epochs', { least: 1, whole: true })
  const seed = number('train', parsed, 'seed', { least: 0, whole: true })
  requireWritable(out)
  const base = text(parsed, 'add-to') ?? (await englishModel())
  const bytes = await modelBytes(base)
  const [model, pipeline] = [readModel(bytes, base), readPipeline(bytes, base)]
  const examples = await readPairs(file, pipeline)
  const devFile = text(parsed, 'dev')
  const dev = devFile === undefined ? null : await readPairs(devFile, pipeline)
  const about = { licence: text(parsed, 'licence') ?? 'unknown', trainedOn: text(parsed, 'name') ?? file }
  const compressor = trainCompressor(examples, {
    ...about,
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
  }).toModel()
  const { licence, trainedOn } = model.header
  const [others] = trainedOn.split('; compressor: ')
  const joined = joinModels(
    { ...splitModel(model), compressor },
    { licence, trainedOn: `${others}; compressor: ${about.trainedOn} (${about.licence})` },
  )
  const whole = writeModel(joined)
  const packed = /\.gz$/i.test(out) ? gzipSync(whole, { level: 9 }) : whole
  writeWhole(out, packed)
  process.stdout.write(`${out}: ${(packed.length / 1e6).toFixed(2)} MB\n`)
  if (dev !== null) process.stdout.write(measured(new Compressor(WeightedScorer.fromModel(compressor)), dev))
  return EXIT.ok
}

/** The pairs of a file that can be aligned. Reports their number, and refuses lines that are not pairs. */
async function readPairs(file: string, pipeline: Pipeline): Promise<CompressionExample[]> {
  let whole = ''
  for await (const piece of decodeText(file, readChunks(file))) whole += piece
  const examples: CompressionExample[] = []
  let pairs = 0
  const terminal = process.stderr
  for (const [i, line] of whole.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const cells = line.split('\t')
    if (cells.length !== 2)
      throw new ParleyError(
        'bad-input',
        `Expected a sentence, a tab and its compression; this line has ${cells.length - 1} tabs.`,
        { file, line: i + 1 },
      )
    pairs++
    if (terminal.isTTY && pairs % 50 === 0) terminal.write(`\r${file}: ${pairs} pairs parsed …\x1b[K`)
    const sentence = parseAsOne(pipeline, cells[0])
    const kept = sentence === null ? null : alignCompression(sentence, cells[1])
    if (sentence !== null && kept !== null) examples.push({ sentence, kept })
  }
  if (terminal.isTTY) terminal.write('\r\x1b[K')
  if (examples.length === 0)
    throw new ParleyError(
      'bad-input',
      `None of ${pairs} pairs is a compression by deletion: the words of the second column must be words of the first, in their order.`,
      { file },
    )
  process.stdout.write(`${file}: ${examples.length} of ${pairs} pairs are compressions by deletion\n`)
  return examples
}

function measured(compressor: Compressor, pairs: readonly CompressionExample[]): string {
  let f1 = 0
  for (const { sentence, kept: gold } of pairs) {
    const { kept } = compressor.compress(sentence)
    let [both, all] = [0, 0]
    sentence.upos.forEach((upos, w) => {
      if (upos === 'PUNCT') return
      all += kept[w] + gold[w]
      both += kept[w] * gold[w]
    })
    f1 += all === 0 ? 1 : (2 * both) / all
  }
  return `F1 over kept words: ${((100 * f1) / pairs.length).toFixed(1)} (mean of ${pairs.length} sentences, punctuation aside)\n`
}

function required(parsed: Parsed, option: string): string {
  const value = text(parsed, option)
  if (value === undefined || value === '') throw new UsageError(`No --${option} was given.`, 'train')
  return value
}
