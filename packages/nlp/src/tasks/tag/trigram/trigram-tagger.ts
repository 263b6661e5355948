// A trigram tagger: a second-order hidden Markov model (Brants 2000), optionally with a classifier of the
// words around:
//
//   score of tags = Σ log P(t | words around) + β·log P(w | t) + α·(log P(t | two tags before) − log P(t))
//
// Without the classifier the score is log P(words, tags): α = β = 1, and the first and last terms are absent.
import type { TrigramSequence } from '@parleyjs/structures'
import { countLinks, TagOrder } from '../tag-order.js'
import type { TagCandidates, WordScorer } from '../word-scorer.js'
import { type ContextModel, ContextScorer, TRANSITION_WEIGHT, trainContext } from './context.js'
import { countTags, type TagCounts, type TaggedWords } from './counts.js'
import { Lexicon, type LexiconOptions } from './lexicon.js'

/** Tags of a sentence's words, and their score: without a classifier log P(words, tags). */
export interface TrigramTagging {
  readonly tags: string[]
  readonly score: number
}

/** Candidate tags of one word: names, and the probability of each given the sentence. */
export interface TagMarginals {
  readonly tags: readonly string[]
  readonly probabilities: Float64Array
}

export interface TrigramTaggerOptions extends LexiconOptions {
  /** A classifier of the words around; see `trainTrigramTagger`. */
  readonly context?: ContextModel
}

/**
 * Tags words given the two tags before them.
 *
 * @example
 * const tagger = trainTrigramTagger([{ words: ['We', 'go'], tags: ['PRP', 'VBP'] }])
 * tagger.tag(['We', 'go']).tags // ['PRP', 'VBP']
 */
export class TrigramTagger implements WordScorer {
  /** The names of the tags, in the order of their numbers. */
  readonly tagNames: readonly string[]
  readonly order: TagOrder
  readonly lexicon: Lexicon
  readonly context: ContextModel | null
  private readonly wordScorer: Lexicon | ContextScorer
  private readonly numbers: ReadonlyMap<string, number>

  constructor(
    readonly counts: TagCounts,
    { context, ...options }: TrigramTaggerOptions = {},
  ) {
    const { tags, trigrams, trigramCounts } = counts
    this.tagNames = tags
    this.numbers = new Map(tags.map((name, i) => [name, i]))
    this.lexicon = new Lexicon(counts, options)
    this.context = context ?? null
    this.wordScorer = context === undefined ? this.lexicon : new ContextScorer(context, this.lexicon)
    const weight = context === undefined ? 1 : TRANSITION_WEIGHT
    this.order = new TagOrder(tags.length, trigrams, trigramCounts, { weight })
  }

  /** The number of a tag; −1 if it was not seen in training. */
  tagNumber(name: string): number {
    return this.numbers.get(name) ?? -1
  }

  /**
   * The candidate tags of each word, or the given tags (by number), each with the score of the word by
   * itself. The score leaves out log P(w | t) if `withWords` is false.
   */
  candidates(
    words: readonly string[],
    wanted?: readonly (ArrayLike<number> | undefined)[],
    withWords = true,
  ): TagCandidates[] {
    return this.wordScorer.candidates(words, wanted, withWords)
  }

  /** The model of a sentence as a factor: a one-hot group of candidate tags for each word. */
  factor(candidates: readonly TagCandidates[]): TrigramSequence {
    return this.order.factor(candidates)
  }

  /** The best tags of a sentence. */
  tag(words: readonly string[]): TrigramTagging {
    const { tags, score } = this.order.best(this.candidates(words))
    return { tags: this.namesOf(tags), score }
  }

  /** The probability of each candidate tag of each word, given all words. */
  marginals(words: readonly string[]): TagMarginals[] {
    if (words.length === 0) return []
    const candidates = this.candidates(words)
    const links = countLinks(candidates)
    const marginals = new Float64Array(links)
    this.factor(candidates).marginals(new Float64Array(links), marginals)
    let first = 0
    return candidates.map(({ tags }) => {
      const probabilities = marginals.slice(first, first + tags.length)
      first += tags.length
      return { tags: this.namesOf(tags), probabilities }
    })
  }

  private namesOf(tags: ArrayLike<number>): string[] {
    return Array.from(tags, (tag) => this.tagNames[tag])
  }
}

export interface TrigramTraining extends LexiconOptions {
  /**
   * Whether to train a classifier of the words around as well: more accurate, larger and slower to train.
   * Default false.
   */
  readonly context?: boolean
}

/** Trains a tagger; deterministic. */
export function trainTrigramTagger(
  sentences: Iterable<TaggedWords>,
  { context = false, ...options }: TrigramTraining = {},
): TrigramTagger {
  const list = [...sentences]
  const counts = countTags(list)
  return new TrigramTagger(counts, {
    ...options,
    ...(context && { context: trainContext(list, counts.tags) }),
  })
}
