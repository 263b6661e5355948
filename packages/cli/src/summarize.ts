// `parley summarize`: summarises documents within a number of words.
import { type SummaryDocument, summariserOf } from '@parleyjs/nlp'
import { readDocument, requireText, writeSummary } from '@parleyjs/runner'
import { englishModel, modelBytes, readChunks } from '@parleyjs/runner/internal'
import { choice, flag, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { print } from './print.js'
import { say } from './say.js'
import { taskValues } from './task-values.js'
import { TEXT_INPUTS } from './text-commands.js'
import { type Source, textSources } from './text-sources.js'

/** Runs the command and returns its exit code. */
export async function summarizeCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('summarize', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('summarize'))
    return EXIT.ok
  }
  const {
    words = 100,
    format = 'text',
    extractive = false,
    showDeleted: deleted = false,
  } = taskValues('summarize', parsed, 'summarize', 'command')
  const input = choice('summarize', parsed, 'input', TEXT_INPUTS)
  const sources = textSources('summarize', parsed.positionals, process.stdin.isTTY === true)
  const names = sources.map((source) => ('file' in source ? source.file : '"text"'))
  const documents: SummaryDocument[] = []
  for (const source of sources) documents.push(await read(source, input))
  requireText(documents, names)
  const file = text(parsed, 'model') ?? (await englishModel())
  const summariser = summariserOf(await modelBytes(file), file)
  const summary = summariser.summarise(documents, { words, extractive, names })
  for (const warning of summary.warnings) say(`parley: ${warning}\n`)
  const isTerminal = process.stdout.isTTY === true
  await print(
    writeSummary(summary, {
      format,
      names,
      deleted,
      color: isTerminal && !process.env.NO_COLOR,
    }),
  )
  return EXIT.ok
}

/** A document of the command line. */
function read(source: Source, input: 'text' | 'conllu' | undefined): Promise<SummaryDocument> {
  const opened = 'text' in source ? source : { file: source.file, chunks: readChunks(source.file) }
  return readDocument(opened, input, say, 'parley: ')
}
