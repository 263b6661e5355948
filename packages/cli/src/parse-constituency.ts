// `parley parse --constituency`: finds constituency trees by a grammar and a tagger that agree on the tags.
import { ParleyError } from '@parleyjs/core'
import {
  type ConstituencyParse,
  ConstituencyParser,
  constituencyJson,
  constituencyToSvg,
  type PennTree,
  type Pipeline,
  type Processed,
  prettyConstituency,
  readModel,
  readPipeline,
  type Sentence,
  splitModel,
  writePenn,
} from '@parleyjs/nlp'
import {
  flagOf,
  inThisThread,
  MOST_TREES,
  optionsAt,
  placed,
  runText,
  type TaskValues,
} from '@parleyjs/runner'
import { englishModel, modelBytes } from '@parleyjs/runner/internal'
import { choice, type Parsed, text } from './args.js'
import { EXIT } from './failure.js'
import { print } from './print.js'
import { taskValues } from './task-values.js'
import { CONSTITUENCY_INPUTS } from './text-commands.js'
import { jobFor, OUTPUT, opened, type TextJob } from './text-input.js'
import { textSources } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** The options that go with --constituency. */
const KNOWN = new Set([
  ...['constituency', 'model', 'input'],
  ...optionsAt('constituency', 'command').map(({ name }) => flagOf(name)),
])

/** Runs the command and returns its exit code. */
export async function parseConstituencyCommand(parsed: Parsed): Promise<number> {
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.has(option))
  if (foreign !== undefined)
    throw new UsageError(
      `--${foreign} is about dependency trees: it does not go with --constituency.`,
      'parse',
    )
  const values = taskValues('parse', parsed, 'constituency', 'command')
  const { tokens = 'keep', tags, noAgreement = false, lexicalised = false } = values
  const job: TextJob = {
    input: choice('parse', parsed, 'input', CONSTITUENCY_INPUTS),
    tokens,
    tags,
    tag: false,
    brackets: true,
    trees: { parse: false },
    offsets: false,
  }
  const writer = writerOf(values)
  const sources = textSources('parse', parsed.positionals, process.stdin.isTTY === true)
  const { pipeline, parser } = await loadParser(text(parsed, 'model'))
  if (lexicalised && noAgreement)
    throw new UsageError(
      '--lexicalised is an agreement of two parsers: it does not go with --no-agreement.',
      'parse',
    )
  for (const source of opened(sources, job)) {
    const write = (processed: Processed) => {
      const { sentence } = processed
      if (sentence.length === 0) return ''
      const parse = placed('file' in source ? { file: source.file } : {}, () => {
        const kept = tags === 'keep' ? { tags: keptTags(sentence) } : {}
        return parser.parse(sentence.forms, { agreement: !noAgreement, lexicalised, ...kept })
      })
      return writer.write(processed, parse)
    }
    await runText(inThisThread(pipeline, job, { write }), [source], jobFor(job), OUTPUT)
  }
  await print(writer.end())
  return EXIT.ok
}

/** The grammar of a model, and the tokenizer: that of the model, or the English one. */
async function loadParser(
  path: string | undefined,
): Promise<{ pipeline: Pipeline; parser: ConstituencyParser }> {
  const file = path ?? (await englishModel())
  const bytes = await modelBytes(file)
  const models = splitModel(readModel(bytes, file))
  const parser = ConstituencyParser.fromModels(models)
  if (models.tokenizer !== undefined) return { pipeline: readPipeline(bytes, file), parser }
  const english = await englishModel()
  return { pipeline: readPipeline(await modelBytes(english), english), parser }
}

/** The tags that a sentence came with. */
function keptTags({ xpos, forms }: Sentence): readonly string[] {
  const missing = xpos.indexOf('_')
  if (missing < 0) return xpos
  throw new ParleyError(
    'bad-input',
    `--tags keep: "${forms[missing]}" in "${forms.slice(0, 12).join(' ')}" has no tag in the column XPOS. Add it, or let the tagger find tags (--tags predict).`,
  )
}

interface TreeWriter {
  write(processed: Processed, parse: ConstituencyParse): string
  end(): string
}

function writerOf(values: TaskValues<'constituency', 'command'>): TreeWriter {
  const isTerminal = process.stdout.isTTY === true
  const { format = isTerminal ? 'pretty' : 'brackets', confidence = false } = values
  const color = isTerminal && !process.env.NO_COLOR
  const stateless = (write: TreeWriter['write']): TreeWriter => ({ write, end: () => '' })
  if (format === 'brackets') return stateless((_, { tree }) => `${writePenn(tree)}\n`)
  if (format === 'json') return stateless((...found) => `${JSON.stringify(jsonOf(...found))}\n`)
  if (format === 'svg') return svgWriter()
  return stateless((processed, parse) => {
    const note = confidence || !parse.derived ? `${describe(parse)}\n` : ''
    return `${titleOf(processed)}\n${prettyConstituency(parse.tree, { color })}${note}\n`
  })
}

function svgWriter(): TreeWriter {
  const trees: PennTree[] = []
  const titles: string[] = []
  return {
    write(processed, { tree }) {
      if (trees.length === MOST_TREES)
        throw new UsageError(`--format svg draws at most ${MOST_TREES} trees. Give it fewer.`, 'parse')
      trees.push(tree)
      titles.push(titleOf(processed))
      return ''
    },
    end: () => constituencyToSvg(trees, titles),
  }
}

function jsonOf(
  processed: Processed,
  { tree, status, value, bound, gap, derived }: ConstituencyParse,
): unknown {
  return { text: titleOf(processed), status, value, bound, gap, derived, tree: constituencyJson(tree) }
}

function titleOf({ sentence }: Processed): string {
  return sentence.text ?? sentence.forms.join(' ')
}

function describe({ status, gap, derived }: ConstituencyParse): string {
  const proof = status === 'optimal' ? 'optimal' : `${status}, gap ${Number(gap.toPrecision(4))}`
  return derived ? proof : `${proof}; the grammar has no tree for the whole: these are pieces`
}
