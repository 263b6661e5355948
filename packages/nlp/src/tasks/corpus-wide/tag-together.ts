// A small corpus tagged as a whole in one call, with everything that a page or a report shows: sets with
// their agreed values, changes with their reasons, and the course of the dual value.
import type { SoftSolution } from '@parleyjs/core'
import type { Change } from './changes.js'
import { type ConsensusSet, ConsensusSets } from './consensus.js'
import { tagCorpusWide } from './corpus-wide.js'
import { TagCorpus, type TagScorer } from './tag-corpus.js'
import { UnseenWords } from './unseen-words.js'

export interface TagTogetherOptions {
  /** Sets of your own; by default, words that training did not see and that occur at least `least` times. */
  readonly sets?: readonly ConsensusSet[]
  /** The cost of a word that differs from its set, for the default sets. Default 3. */
  readonly penalty?: number
  /** Default 2. */
  readonly least?: number
  /** Maximum number of rounds. Default 30. */
  readonly maxIterations?: number
}

/** A set and its result. */
export interface AgreedSet {
  readonly name: string
  /** The tag that it agreed on. */
  readonly consensus: string
  /** [sentence, word], counting from 0. */
  readonly members: readonly (readonly [sentence: number, word: number])[]
}

export interface TaggedTogether {
  /** The tags of every sentence, by itself and with the others. */
  readonly isolated: string[][]
  readonly joint: string[][]
  readonly sets: AgreedSet[]
  readonly changes: Change[]
  /** The bound on any answer and the value of the best one so far, after each round. */
  readonly rounds: { readonly bound: number; readonly value: number }[]
  readonly solution: Pick<SoftSolution, 'status' | 'value' | 'bound' | 'gap'>
}

/**
 * Tags sentences together. Runs in browsers; for large corpora take `tagCorpusWide`, which keeps flat arrays
 * instead.
 *
 * @example
 * const { parser, tagger } = pipeline.stages
 * const scorer = taggerScorer(tagger, parserKnows(parser))
 * const { changes } = tagTogether(scorer, [['They', 'whirr', '.'], ['Gizmos', 'whirr', '.']])
 * changes[0] // { sentence: 1, word: 1, before: 'NOUN', after: 'VERB', because: [{ set: 'whirr', … }] }
 */
export function tagTogether(
  scorer: TagScorer,
  sentences: readonly (readonly string[])[],
  { sets: given, penalty = 3, least = 2, maxIterations = 30 }: TagTogetherOptions = {},
): TaggedTogether {
  const corpus = new TagCorpus(scorer)
  const words = new UnseenWords((form) => scorer.knows(form) || !/\p{L}/u.test(form))
  for (const forms of sentences) {
    corpus.add(forms)
    words.add(forms)
  }
  const { tags } = scorer
  const sets =
    given === undefined
      ? words.sets(tags, { penalty, least })
      : ConsensusSets.from(given, tags, corpus.length, (s) => corpus.lengthOf(s))
  const rounds: { bound: number; value: number }[] = []
  const { isolated, joint, solution, changes } = tagCorpusWide(corpus, sets, {
    maxIterations,
    onIteration: ({ bound, value }) => void rounds.push({ bound, value }),
  })
  const named = (found: Uint8Array) =>
    sentences.map((forms, s) => forms.map((_, w) => tags[found[corpus.before(s) + w]]))
  const { status, value, bound, gap, assignment } = solution
  const consensus = assignment!.subarray(assignment!.length - sets.length)
  return {
    isolated: named(isolated),
    joint: named(joint),
    sets: sets.names.map((name, set) => ({
      name,
      consensus: tags[consensus[set]],
      members: membersOf(sets, set),
    })),
    changes: [...changes()],
    rounds,
    solution: { status, value, bound, gap },
  }
}

function membersOf(sets: ConsensusSets, set: number): (readonly [number, number])[] {
  const members: (readonly [number, number])[] = []
  for (let m = sets.start(set); m < sets.start(set + 1); m++)
    members.push([sets.sentenceOf(m), sets.wordOf(m)])
  return members
}
