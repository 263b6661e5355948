// One round of the agreement of a grammar and a tagger, in words: the tables of section 5 of paper 3.
import type { AgreeRound, Vote } from '@parleyjs/core/internal'
import type { GrammarNode } from '@parleyjs/structures'
import type { PennTree } from '../../text/penn/tree.js'
import type { SentenceChart } from '../constituency/grammar/treebank-grammar.js'

/** The answers of both models in a round, and the multipliers of the tags. */
export interface JointRound {
  /** 0 is the first round, in which each model decodes alone. */
  readonly round: number
  /** The grammar's tree in this round. */
  readonly tree: PennTree
  readonly grammarTags: readonly string[]
  readonly taggerTags: readonly string[]
  /** Words (from 0) on whose tags the two do not agree. */
  readonly disagreements: readonly number[]
  /** u(i, t) where it is not 0: what tag t of word i earned in the grammar, and cost in the tagger. */
  readonly multipliers: readonly { readonly word: number; readonly tag: string; readonly u: number }[]
  /**
   * The dual value of this round, the lowest so far, and the best value so far (−Infinity while there is
   * none).
   */
  readonly dual: number
  readonly bound: number
  readonly value: number
}

/**
 * A round of `agree` over a chart's candidate tags; null while the grammar has not voted, as under `mplp`.
 */
export function jointRound(chart: SentenceChart, round: AgreeRound<GrammarNode, unknown>): JointRound | null {
  const { multipliers, votes, dual, bound, value } = round
  if (votes[0] === null) return null
  const links = chart.candidates.flatMap((tags, word) => tags.map((tag) => ({ word, tag })))
  const tagsOf = (vote: Vote<unknown> | null) =>
    links.filter((_, i) => vote?.configuration[i] === 1).map(({ tag }) => tag)
  const grammarTags = tagsOf(votes[0])
  const taggerTags = tagsOf(votes[1])
  return {
    round: round.round,
    tree: chart.read(votes[0].answer),
    grammarTags,
    taggerTags,
    disagreements: [...grammarTags.keys()].filter((i) => grammarTags[i] !== taggerTags[i]),
    multipliers: links.flatMap((link, i) => (multipliers[i] === 0 ? [] : [{ ...link, u: multipliers[i] }])),
    dual,
    bound,
    value,
  }
}
