// From trees to a dependency model: heads by rules, tags as they will be predicted, then the parser's own
// training.

import { COLLINS_HEAD_RULES, type HeadRules } from '../../../text/penn/head-rules.js'
import type { PennTree } from '../../../text/penn/tree.js'
import { type TrainParserOptions, trainParser } from '../../parse/learn/train-parser.js'
import { DependencyModel } from './dependency-model.js'
import { dependencySentence } from './from-tree.js'
import { wordColumns } from './word-columns.js'

export interface DependencyTraining
  extends Pick<TrainParserOptions, 'epochs' | 'seed' | 'network' | 'bits' | 'onProgress'> {
  /**
   * The tags of every tree's words by a tagger that has not seen the tree. They are used half of the time.
   */
  readonly predictedTags?: readonly (readonly string[])[]
  readonly headRules?: HeadRules
  /** Relations with fewer words are distinguished by the modifier's label only. Default 20. */
  readonly rareRelation?: number
}

/**
 * Learns a projective second-order dependency model from clean trees.
 *
 * @example
 * const model = trainDependencyModel(parsePenn(text).map((tree) => cleanTree(tree)!))
 * model.parse(wordColumns(['Dogs', 'bark'], ['NNS', 'VBP']))
 */
export function trainDependencyModel(
  trees: readonly PennTree[],
  options: DependencyTraining = {},
): DependencyModel {
  const { predictedTags, headRules = COLLINS_HEAD_RULES, rareRelation = 20, ...training } = options
  const sentences = trees.map((tree) => dependencySentence(tree, headRules))
  const counts = new Map<string, number>()
  for (const { deprels } of sentences)
    for (const name of deprels) counts.set(name, (counts.get(name) ?? 0) + 1)
  const kept = sentences.map((sentence) => ({
    ...sentence,
    deprels: sentence.deprels.map((name) => (counts.get(name)! < rareRelation ? name.split('/')[0] : name)),
  }))
  const parser = trainParser(kept, {
    ...training,
    parts: 'second',
    ...(predictedTags && {
      predicted: kept.map(({ forms }, i) => wordColumns(forms, predictedTags[i])),
    }),
  })
  return new DependencyModel(parser)
}
