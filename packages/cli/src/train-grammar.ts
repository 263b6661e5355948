// `parley train grammar`: a grammar and a trigram tagger from bracketed trees, in one file. It takes seconds, so no thread.
import { gzipSync } from 'node:zlib'
import {
  ConstituencyParser,
  evaluateTrees,
  joinModels,
  type PennTree,
  packGrammar,
  packTrigramTagger,
  readModel,
  type SectionModels,
  splitModel,
  trainGrammar,
  trainTrigramTagger,
  treeEvaluationTable,
  treeTags,
  treeWords,
  writeModel,
} from '@parley/nlp'
import { number, type Parsed, text } from './args.js'
import { EXIT } from './failure.js'
import { modelBytes } from './load-model.js'
import { readCleanTrees } from './read-trees.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

/** The options that a grammar has; all others of the command are refused. */
const KNOWN = [
  'train',
  'dev',
  'out',
  'horizontal',
  'vertical',
  'add-to',
  'licence',
  'name',
  'seed',
  'verbose',
]

/** Runs the command and returns its exit code. */
export async function trainGrammarCommand(parsed: Parsed): Promise<number> {
  const [file, out] = [required(parsed, 'train'), required(parsed, 'out')]
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.includes(option))
  if (foreign !== undefined) throw new UsageError(`--${foreign} is not for a grammar.`, 'train')
  const options = annotationOf(parsed)
  requireWritable(out)
  const added = text(parsed, 'add-to')
  const others = added === undefined ? null : readModel(await modelBytes(added), added)
  const trees = await readCleanTrees(file)
  const devFile = text(parsed, 'dev')
  const dev = devFile === undefined ? null : await readCleanTrees(devFile)
  const about = { licence: text(parsed, 'licence') ?? 'unknown', trainedOn: text(parsed, 'name') ?? file }
  const sentences = trees.map((tree) => ({ words: treeWords(tree), tags: treeTags(tree) }))
  const models: SectionModels = {
    grammar: packGrammar(trainGrammar(trees, options), about),
    'trigram-tagger': packTrigramTagger(trainTrigramTagger(sentences, { context: true }), about),
  }
  const model =
    others === null
      ? joinModels(models, about)
      : joinModels({ ...splitModel(others), ...models }, othersAbout(others.header, about))
  const bytes = writeModel(model)
  const packed = /\.gz$/i.test(out) ? gzipSync(bytes, { level: 9 }) : bytes
  writeWhole(out, packed)
  process.stdout.write(`${out}: ${(packed.length / 1e6).toFixed(2)} MB\n`)
  if (dev !== null) process.stdout.write(measure(models, dev))
  return EXIT.ok
}

function annotationOf(parsed: Parsed): { horizontal?: number; vertical?: 1 | 2 } {
  const horizontal = number('train', parsed, 'horizontal', { least: 0, whole: true })
  const vertical = number('train', parsed, 'vertical', { least: 1, whole: true })
  if (vertical !== undefined && vertical !== 1 && vertical !== 2)
    throw new UsageError(`--vertical ${vertical}: give 1 (no parents) or 2 (parents).`, 'train')
  return {
    ...(horizontal !== undefined && { horizontal }),
    ...(vertical !== undefined && { vertical }),
  }
}

/** What a file of several models says of itself. */
function othersAbout(
  header: { readonly licence: string; readonly trainedOn: string },
  about: { readonly licence: string; readonly trainedOn: string },
): { licence: string; trainedOn: string } {
  // Added again, it replaces what was added before.
  const [before] = header.trainedOn.split('; trees: ')
  return {
    licence: header.licence,
    trainedOn: `${before}; trees: ${about.trainedOn} (${about.licence})`,
  }
}

/** The grammar alone, and with the tagger. */
function measure(models: SectionModels, dev: readonly PennTree[]): string {
  const parser = ConstituencyParser.fromModels(models)
  const evaluation = (agreement: boolean) =>
    evaluateTrees(
      dev,
      dev.map((tree) => parser.parse(treeWords(tree), { agreement }).tree),
    )
  return treeEvaluationTable({ 'grammar alone': evaluation(false), 'with tagger': evaluation(true) })
}

function required(parsed: Parsed, option: string): string {
  const value = text(parsed, option)
  if (value === undefined || value === '') throw new UsageError(`No --${option} was given.`, 'train')
  return value
}
