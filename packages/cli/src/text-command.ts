// `parley parse`, `parley tag` and `parley tokenize`: one way through a pipeline, to different depths.
import { choice, flag, type Parsed, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { loadModel } from './load-model.js'
import { print } from './print.js'
import { KEEP_OR_PREDICT, TEXT_FORMATS, TEXT_INPUTS, TREE_FORMATS } from './text-commands.js'
import { processSource, type TextJob } from './text-input.js'
import { type OutputOptions, writerFor } from './text-output.js'
import { textSources } from './text-sources.js'

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
  const job = jobOf(name, parsed)
  const writer = writerFor(outputOf(name, parsed))
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const pipeline = await loadModel(text(parsed, 'model'))
  for (const source of sources)
    for await (const processed of processSource(pipeline, source, job)) await print(writer.write(processed))
  await print(writer.end())
  return EXIT.ok
}

function jobOf(name: Name, parsed: Parsed): TextJob {
  const tokens = choice(name, parsed, 'tokens', KEEP_OR_PREDICT)
  return {
    input: choice(name, parsed, 'input', TEXT_INPUTS),
    tokens: name === 'tokenize' ? 'predict' : (tokens ?? 'keep'),
    tags: name === 'tag' ? 'predict' : choice(name, parsed, 'tags', KEEP_OR_PREDICT),
    tag: name !== 'tokenize',
    parse: name === 'parse',
    offsets: flag(parsed, 'offsets'),
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
