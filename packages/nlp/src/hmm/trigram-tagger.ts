// A trigram tagger: a second-order hidden Markov model (Brants 2000), optionally with a classifier of the
// words around:
//
//   score of tags = Σ log P(t | words around) + β·log P(w | t) + α·(log P(t | two tags before) − log P(t))
//
// Without the classifier the score is log P(words, tags): α = β = 1, and the first and last terms are absent.
import { ParleyError } from '@parley/core'
import { TrigramSequence } from '@parley/structures'
import { type ContextModel, trainContext } from './context.js'
import { countTags, type HmmCounts, type TaggedWords } from './counts.js'
import { Lexicon, type LexiconOptions, type WordTags } from './lexicon.js'
import { Transitions } from './transitions.js'

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

/** α and β for use with a classifier, chosen on the development part of MASC. */
const TRANSITION_WEIGHT = 0.5
const EMISSION_WEIGHT = 0.3
/** Tags whose log-probability by the classifier is below this are not candidates. */
const LEAST = -6

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
export class TrigramTagger {
  /** The names of the tags, in the order of their numbers. */
  readonly tagNames: readonly string[]
  readonly transitions: Transitions
  readonly lexicon: Lexicon
  readonly context: ContextModel | null
  private readonly numbers: ReadonlyMap<string, number>

  constructor(
    readonly counts: HmmCounts,
    options: TrigramTaggerOptions = {},
  ) {
    this.tagNames = counts.tags
    this.numbers = new Map(counts.tags.map((name, i) => [name, i]))
    this.transitions = new Transitions(counts)
    this.lexicon = new Lexicon(counts, options)
    this.context = options.context ?? null
  }

  /** The number of a tag; −1 if it was not seen in training. */
  tagNumber(name: string): number {
    return this.numbers.get(name) ?? -1
  }

  /**
   * The candidate tags of each word, or the given tags (by number), each with the score of the word by
   * itself. The score leaves out log P(w | t) if `withWords` is false.
   */
  candidates(words: readonly string[], wanted?: readonly ArrayLike<number>[], withWords = true): WordTags[] {
    if (this.context === null)
      return words.map((word, i) => {
        const { tags, scores } = this.lexicon.tagsOf(word, i, wanted?.[i])
        return { tags, scores: withWords ? scores : scores.fill(0) }
      })
    const emission = withWords ? EMISSION_WEIGHT : 0
    const logs = this.context.logProbabilities(words)
    return words.map((word, i) => {
      const own = logs[i]
      const { tags, scores } = this.lexicon.tagsOf(word, i, wanted?.[i] ?? likely(own))
      for (let k = 0; k < tags.length; k++)
        scores[k] = own[tags[k]] + emission * scores[k] - TRANSITION_WEIGHT * this.lexicon.logPrior(tags[k])
      return { tags, scores }
    })
  }

  /** Score of a tag after two others, all by number; undefined is the sentence boundary. */
  transition(beforeThat: number | undefined, before: number | undefined, tag: number | undefined): number {
    const edge = this.tagNames.length
    const weight = this.context === null ? 1 : TRANSITION_WEIGHT
    return weight * this.transitions.log(beforeThat ?? edge, before ?? edge, tag ?? edge)
  }

  /** The model of a sentence as a factor: a one-hot group of candidate tags for each word. */
  factor(candidates: readonly WordTags[]): TrigramSequence {
    const tagAt = (t: number, state: number) => candidates[t]?.tags[state]
    return new TrigramSequence({
      states: candidates.map(({ tags }) => tags.length),
      scores: (t, beforeThat, before, state) =>
        this.transition(tagAt(t - 2, beforeThat), tagAt(t - 1, before), tagAt(t, state)) +
        (candidates[t]?.scores[state] ?? 0),
    })
  }

  /** The best tags of a sentence. */
  tag(words: readonly string[]): TrigramTagging {
    if (words.length === 0) return { tags: [], score: 0 }
    const candidates = this.candidates(words)
    const links = countLinks(candidates)
    const configuration = new Float64Array(links)
    const score = this.factor(candidates).maximize(new Float64Array(links), configuration)
    return { tags: this.namesOf(candidates, configuration), score }
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
      return { tags: Array.from(tags, (tag) => this.tagNames[tag]), probabilities }
    })
  }

  /** The names of the tags whose variable is 1. */
  namesOf(candidates: readonly WordTags[], configuration: ArrayLike<number>): string[] {
    const names: string[] = []
    let link = 0
    for (const { tags } of candidates)
      for (let k = 0; k < tags.length; k++, link++)
        if (configuration[link] === 1) names.push(this.tagNames[tags[k]])
    return names
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

function likely(logs: Float64Array): number[] {
  const tags: number[] = []
  for (let t = 0; t < logs.length; t++) if (logs[t] >= LEAST) tags.push(t)
  return tags
}

/** The total number of candidates of all words. */
export function countLinks(candidates: readonly WordTags[]): number {
  return candidates.reduce((sum, { tags }) => sum + tags.length, 0)
}

/** Share of words with the right tag, for all words and for words not seen in training. */
export interface TaggingAccuracy {
  readonly words: number
  readonly right: number
  readonly unknownWords: number
  readonly unknownRight: number
}

/** Compares the tags of a tagger with those of sentences. */
export function evaluateTrigramTagger(
  tagger: TrigramTagger,
  sentences: Iterable<TaggedWords>,
): TaggingAccuracy {
  const found = { words: 0, right: 0, unknownWords: 0, unknownRight: 0 }
  for (const { words, tags } of sentences) {
    if (words.length !== tags.length)
      throw new ParleyError('bad-argument', `A sentence has ${words.length} words and ${tags.length} tags.`)
    const guess = tagger.tag(words).tags
    words.forEach((word, i) => {
      const isRight = guess[i] === tags[i] ? 1 : 0
      found.words++
      found.right += isRight
      if (tagger.lexicon.knows(word, i)) return
      found.unknownWords++
      found.unknownRight += isRight
    })
  }
  return found
}
