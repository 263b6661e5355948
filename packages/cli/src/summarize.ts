// `parley summarize`: documents in, a summary within a number of words out.
import { ParleyError } from '@parley/core'
import { readConllu, type Sentence, type SummaryDocument, summariserOf } from '@parley/nlp'
import { choice, flag, number, parseCommand, text } from './args.js'
import { decodeText } from './decode-text.js'
import { Deviations } from './deviations.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { looksLikeConllu } from './input-kind.js'
import { englishModel, modelBytes } from './model-file.js'
import { print } from './print.js'
import { readChunks } from './read-chunks.js'
import { say } from './say.js'
import { writeSummary } from './summarize-output.js'
import { SUMMARY_FORMATS, TEXT_INPUTS } from './text-commands.js'
import { type Source, textSources } from './text-sources.js'

/** Runs the command and returns its exit code. */
export async function summarizeCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('summarize', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('summarize'))
    return EXIT.ok
  }
  const words = number('summarize', parsed, 'words', { least: 1, whole: true }) ?? 100
  const format = choice('summarize', parsed, 'format', SUMMARY_FORMATS) ?? 'text'
  const input = choice('summarize', parsed, 'input', TEXT_INPUTS)
  const sources = textSources('summarize', parsed.positionals, process.stdin.isTTY === true)
  const names = sources.map((source) => ('file' in source ? source.file : '"text"'))
  const documents: SummaryDocument[] = []
  for (const source of sources) documents.push(await readDocument(source, input))
  if (documents.every((document) => document.length === 0 || isBlank(document)))
    throw new ParleyError('bad-input', 'There is no text to summarise.', { file: names.join(', ') })
  const file = text(parsed, 'model') ?? (await englishModel())
  const summariser = summariserOf(await modelBytes(file), file)
  const summary = summariser.summarise(documents, { words, extractive: flag(parsed, 'extractive'), names })
  for (const warning of summary.warnings) say(`parley: ${warning}\n`)
  const isTerminal = process.stdout.isTTY === true
  await print(
    writeSummary(summary, {
      format,
      names,
      deleted: flag(parsed, 'show-deleted'),
      color: isTerminal && !process.env.NO_COLOR,
    }),
  )
  return EXIT.ok
}

function isBlank(document: SummaryDocument): boolean {
  return typeof document === 'string' && document.trim() === ''
}

/** A document: the whole text, or the sentences of CoNLL-U. */
async function readDocument(source: Source, input: 'text' | 'conllu' | undefined): Promise<SummaryDocument> {
  if ('text' in source) return source.text
  const { file } = source
  const pieces: string[] = []
  for await (const piece of decodeText(file, readChunks(file))) pieces.push(piece)
  const whole = pieces.join('')
  if (input === 'text' || (input === undefined && !looksLikeConllu(whole.slice(0, 2 ** 16)))) return whole
  const deviations = new Deviations(file)
  const sentences: Sentence[] = []
  const options = { strict: false, file, onWarning: deviations.add } as const
  for await (const sentence of readConllu([new TextEncoder().encode(whole)], options))
    sentences.push(sentence)
  say(deviations.describe('parley: '))
  return sentences
}
