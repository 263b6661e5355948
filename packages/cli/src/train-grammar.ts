// `parley train grammar`: learns a grammar and a trigram tagger from bracketed trees, in one file. With
// --lexicalised, also two parsers that agree on arcs.
import { gzipSync } from 'node:zlib'
import {
  chooseTaggerWeight,
  JointParser,
  joinModels,
  type PennTree,
  readModel,
  splitModel,
  trainGrammar,
  trainTrigramTagger,
  treeEvaluationTable,
  treeTags,
  treeWords,
  writeModel,
} from '@parleyjs/nlp'
import {
  type ChosenWeight,
  packGrammar,
  packTrigramTagger,
  type SectionModels,
  sampleTrees,
} from '@parleyjs/nlp/internal'
import { modelBytes } from '@parleyjs/runner/internal'
import { flag, number, type Parsed, text } from './args.js'
import { EXIT } from './failure.js'
import { readCleanTrees } from './read-trees.js'
import { trainLexicalisedPart } from './train-lexicalised.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

/** Number and maximum length of the development trees that are parsed. They bound the time. */
const MOST_DEV = 500
const LONGEST_DEV = 40

/** The options for a grammar. All other options of the command are refused. */
const KNOWN = [
  'train',
  'dev',
  'out',
  'horizontal',
  'vertical',
  'add-to',
  'lexicalised',
  'licence',
  'name',
  'verbose',
]

/** Runs the command and returns its exit code. */
export async function trainGrammarCommand(parsed: Parsed): Promise<number> {
  const [file, out] = [required(parsed, 'train'), required(parsed, 'out')]
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.includes(option))
  if (foreign === 'seed')
    throw new UsageError('--seed has no effect on a grammar, which is counted: leave it out.', 'train')
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
  const terminal = process.stderr
  const stage = (text: string) => {
    if (terminal.isTTY) terminal.write(`\r${text}\x1b[K`)
  }
  stage(`learning from ${trees.length} trees …`)
  const grammar = trainGrammar(trees, options)
  const tagger = trainTrigramTagger(sentences, { context: true })
  const chosen = dev === null ? null : chooseOn(dev, new JointParser(grammar, tagger), stage)
  const settled =
    chosen === null ? {} : { weights: [1, chosen.weight] as const, countWordsOnce: chosen.countWordsOnce }
  const joint = new JointParser(grammar, tagger, settled)
  const two = flag(parsed, 'lexicalised') ? trainLexicalisedPart(trees, dev, joint, about, stage) : null
  stage('')
  const models: SectionModels = {
    grammar: packGrammar(grammar, about),
    'trigram-tagger': packTrigramTagger(tagger, {
      ...about,
      ...(chosen !== null && { weight: chosen.weight, countWordsOnce: chosen.countWordsOnce }),
    }),
    ...two?.models,
  }
  const model =
    others === null
      ? joinModels(models, about)
      : joinModels({ ...splitModel(others), ...models }, othersAbout(others.header, about))
  const bytes = writeModel(model)
  const packed = /\.gz$/i.test(out) ? gzipSync(bytes, { level: 9 }) : bytes
  writeWhole(out, packed)
  process.stdout.write(`${out}: ${(packed.length / 1e6).toFixed(2)} MB\n`)
  if (chosen !== null) process.stdout.write(describe(chosen))
  if (two !== null) process.stdout.write(two.measured)
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

/** The licence and training data of a file with several models. */
function othersAbout(
  header: { readonly licence: string; readonly trainedOn: string },
  about: { readonly licence: string; readonly trainedOn: string },
): { licence: string; trainedOn: string } {
  // A grammar that is added again replaces the earlier one.
  const [before] = header.trainedOn.split('; trees: ')
  return {
    licence: header.licence,
    trainedOn: `${before}; trees: ${about.trainedOn} (${about.licence})`,
  }
}

/** Chooses the weight of the tagger on a sample of the development part, and measures the accuracy on it. */
function chooseOn(
  dev: readonly PennTree[],
  parser: JointParser,
  show: (text: string) => void,
): Chosen | null {
  const sample = sampleTrees(dev, MOST_DEV, LONGEST_DEV)
  if (sample.length === 0) {
    process.stderr.write(
      `parley: No tree of the development part has up to ${LONGEST_DEV} words: nothing is measured.\n`,
    )
    return null
  }
  const onTree = (done: number) => show(`measuring ${done} of ${sample.length} trees …`)
  return { ...chooseTaggerWeight(parser, sample, { onTree }), measured: sample.length, of: dev.length }
}

interface Chosen extends ChosenWeight {
  readonly measured: number
  readonly of: number
}

function describe({ weight, countWordsOnce, grammarAlone, agreement, measured, of }: Chosen): string {
  const table = treeEvaluationTable({ 'grammar alone': grammarAlone, 'with tagger': agreement })
  const sample = measured === of ? '' : `, ${measured} of ${of} trees, of up to ${LONGEST_DEV} words`
  const words = countWordsOnce ? ' (without words, which the grammar counts)' : ''
  return `the tagger counts ${weight}${words}, chosen on the development part${sample}:\n${table}`
}

function required(parsed: Parsed, option: string): string {
  const value = text(parsed, option)
  if (value === undefined || value === '') throw new UsageError(`No --${option} was given.`, 'train')
  return value
}
