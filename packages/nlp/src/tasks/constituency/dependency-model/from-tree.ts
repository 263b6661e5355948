// Dependencies of a constituency tree, as a parser learns them.

import { dependencies } from '../../../text/penn/dependencies.js'
import { COLLINS_HEAD_RULES, type HeadRules } from '../../../text/penn/head-rules.js'
import { type PennTree, tags, words } from '../../../text/penn/tree.js'
import type { TrainingSentence } from '../../parse/interface/parser-input.js'
import { wordColumns } from './word-columns.js'

/**
 * A tree's words, tags, heads and relations. The relation of a word names the largest constituent that it
 * heads, and the one above.
 *
 * @example
 * dependencySentence(parsePenn('(TOP (NP (DT the) (NN rain)))')[0]).deprels // ['DT/NP', 'root']
 */
export function dependencySentence(tree: PennTree, rules: HeadRules = COLLINS_HEAD_RULES): TrainingSentence {
  const { heads, relations } = dependencies(tree, rules)
  return {
    ...wordColumns(words(tree), tags(tree)),
    heads,
    deprels: relations.map((relation) =>
      relation === null ? 'root' : `${relation.modifier}/${relation.parent}`,
    ),
  }
}
