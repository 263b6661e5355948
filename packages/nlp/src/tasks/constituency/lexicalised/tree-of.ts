// From a derivation of the chart back to a tree of the treebank's kind.
import type { HeadDrivenForest } from '@parleyjs/structures'
import { Step } from '@parleyjs/structures/internal'
import { TOP } from '../../../text/penn/clean.js'
import { leaf, node, type PennTree } from '../../../text/penn/tree.js'
import { plainLabel } from './base-phrases.js'
import type { LexicalisedGrammar } from './grammar.js'

/** The tree of a derivation, whose edges come each before those of its children. Tags are those given. */
export function treeOfDerivation(
  grammar: LexicalisedGrammar,
  { graph, chains }: HeadDrivenForest,
  edges: ArrayLike<number>,
  words: readonly string[],
  tags: readonly string[],
): PennTree {
  const { pairCategory } = grammar.parts
  const label = (pair: number) => plainLabel(grammar.name(pairCategory[pair]))
  let at = 0
  let word = 0
  const next = () => graph!.edgeTag[edges[at++]]

  /** A word, a complete constituent, or a chain above either. */
  const complete = (): PennTree => {
    const tag = next()
    const about = tag >> 3
    switch (tag & 7) {
      case Step.word:
        return leaf(tags[word], words[word++])
      case Step.chain:
        return chains[about].reduce((below, pair) => node(label(pair), [below]), complete())
      default:
        return node(label(about), modified())
    }
  }
  /** The children of an unfinished constituent. */
  const modified = (): PennTree[] => {
    const tag = next()
    switch (tag & 7) {
      case Step.start:
        return [complete()]
      case Step.right: {
        const before = modified()
        return [...before, complete()]
      }
      case Step.left: {
        const modifier = complete()
        return [modifier, ...modified()]
      }
      default:
        return modified()
    }
  }
  next() // the root
  return node(TOP, [complete()])
}
