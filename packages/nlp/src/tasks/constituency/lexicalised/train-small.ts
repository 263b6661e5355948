// Two parsers that are small enough to ship with a model for text: the weights of the dependency model are
// hashed into small tables.

import { type PennTree, tags as tagsOf, words as wordsOf } from '../../../text/penn/tree.js'
import type { ParserProgress } from '../../parse/learn/train-parser.js'
import { trainTrigramTagger } from '../../tag/trigram/trigram-tagger.js'
import { trainDependencyModel } from '../dependency-model/train-dependency-model.js'
import { trainLexicalised } from './train-lexicalised.js'
import { TwoParsers } from './two-parsers.js'

export interface SmallTraining {
  /** Passes over the treebank. Default 7. */
  readonly epochs?: number
  /** Called after every epoch of the dependency model. */
  readonly onProgress?: (progress: ParserProgress) => void
}

/**
 * Sizes of the tables of weights, as powers of two: 244 kB for MASC, compressed. Relations of trees have no
 * weights.
 */
const SMALL_TABLES = { pruner: 14, fine: 15, arc: 17, label: 13, treeLabel: 8, second: 16 } as const
/**
 * Contexts of the grammar that were seen less often are left out: 307 kB instead of 355 with 3, and as good.
 */
const LEAST = 4
/**
 * Parts of the treebank that are tagged by a tagger of the others, so that the dependency model sees
 * mistakes.
 */
const FOLDS = 5

/**
 * Learns a lexicalised grammar and a small dependency model from clean trees.
 *
 * @example
 * trainSmallTwoParsers(trees).parse(['Dogs', 'bark', '.'], ['NNS', 'VBP', '.']).tree
 */
export function trainSmallTwoParsers(trees: readonly PennTree[], options: SmallTraining = {}): TwoParsers {
  const { epochs = 7, onProgress } = options
  const grammar = trainLexicalised(trees, { least: LEAST })
  const model = trainDependencyModel(trees, {
    bits: SMALL_TABLES,
    network: false,
    epochs,
    ...(trees.length >= FOLDS && { predictedTags: jackknifedTags(trees) }),
    ...(onProgress && { onProgress }),
  })
  return new TwoParsers(grammar, model)
}

/** The tags of every tree's words by a tagger that has not seen the tree. */
function jackknifedTags(trees: readonly PennTree[]): string[][] {
  const tagged = trees.map((tree) => ({ words: wordsOf(tree), tags: tagsOf(tree) }))
  const found: string[][] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const tagger = trainTrigramTagger(
      tagged.filter((_, i) => i % FOLDS !== fold),
      { context: true },
    )
    for (let i = fold; i < tagged.length; i += FOLDS) found[i] = tagger.tag(tagged[i].words).tags
  }
  return found
}
