// `parley parse`, `parley tag` and `parley tokenize`: reads the command line, and starts reading the model
import { beginModel } from '@parleyjs/runner/internal'
// while the modules that do the work are loaded.
import { flag, type Parsed, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { UsageError } from './usage-error.js'

export type TextCommandName = 'parse' | 'tag' | 'tokenize'

export const parseTextCommand = (args: readonly string[]) => textCommand('parse', args)
export const tagCommand = (args: readonly string[]) => textCommand('tag', args)
export const tokenizeCommand = (args: readonly string[]) => textCommand('tokenize', args)

async function textCommand(name: TextCommandName, args: readonly string[]): Promise<number> {
  const parsed = parseCommand(name, args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText(name))
    return EXIT.ok
  }
  if (flag(parsed, 'corpus-wide')) {
    const { corpusWideCommand } = await import('./corpus-wide.js')
    return corpusWideCommand(name as 'tag' | 'parse', parsed)
  }
  requireNoCorpusOptions(name, parsed)
  if (flag(parsed, 'constituency')) {
    const { parseConstituencyCommand } = await import('./parse-constituency.js')
    return parseConstituencyCommand(parsed)
  }
  for (const option of ['no-agreement', 'lexicalised'])
    if (flag(parsed, option)) throw new UsageError(`--${option} goes with --constituency.`, 'parse')
  const model = await beginModel(text(parsed, 'model'))
  const { carryOut } = await import('./text-work.js')
  return carryOut(name, parsed, model)
}

function requireNoCorpusOptions(name: TextCommandName, parsed: Parsed): void {
  const foreign = ['json', 'sets', 'penalty', 'rounds'].find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} goes with --corpus-wide.`, name)
}
