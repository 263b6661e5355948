// `parley train grammar --lexicalised`: learns a lexicalised grammar and a small dependency model, and their
// relative weight.
import { type JointParser, type PennTree, trainSmallTwoParsers, treeEvaluationTable } from '@parleyjs/nlp'
import {
  chooseDependencyWeight,
  packTwoParsers,
  type SectionModels,
  sampleTrees,
} from '@parleyjs/nlp/internal'

/** Number and maximum length of the development trees that are parsed. */
const MOST_DEV = 200
const LONGEST_DEV = 40

/** Both models as sections of a file, and their accuracy on the development part. */
export interface LexicalisedPart {
  readonly models: SectionModels
  readonly measured: string
}

/** Trains both models. They use the tags on which the grammar and the tagger agree. */
export function trainLexicalisedPart(
  trees: readonly PennTree[],
  dev: readonly PennTree[] | null,
  joint: JointParser,
  about: { readonly licence: string; readonly trainedOn: string },
  show: (text: string) => void,
): LexicalisedPart {
  show('learning a lexicalised grammar …')
  const parsers = trainSmallTwoParsers(trees, {
    onProgress: ({ epoch, epochs }) => show(`learning a dependency model, epoch ${epoch} of ${epochs} …`),
  })
  const sample = sampleTrees(dev ?? [], MOST_DEV, LONGEST_DEV)
  if (sample.length === 0) return { models: packTwoParsers(parsers, about), measured: '' }
  const { weight, grammarAlone, agreement } = chooseDependencyWeight(
    parsers,
    sample,
    (words) => joint.parse(words).tags,
    (done) => show(`measuring ${done} of ${sample.length} trees …`),
  )
  const table = treeEvaluationTable({ 'lexicalised grammar alone': grammarAlone, 'two parsers': agreement })
  return {
    models: packTwoParsers(parsers, { ...about, weight }),
    measured: `--lexicalised: the dependency model counts ${weight}, chosen on ${sample.length} of ${dev!.length} trees, of up to ${LONGEST_DEV} words:\n${table}`,
  }
}
