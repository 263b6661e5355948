// A trigram tagger: a hidden Markov model of second order (Brants 2000).
import { ParleyError } from '@parley/core'
import { TrigramSequence } from '@parley/structures'
import { countTags, type HmmCounts, type TaggedWords } from './counts.js'
import { Lexicon, type LexiconOptions, type WordTags } from './lexicon.js'
import { Transitions } from './transitions.js'

/** Tags of a sentence's words, and their logarithmic probability together with the words. */
export interface TrigramTagging {
  readonly tags: string[]
  readonly score: number
}

/** Candidate tags of one word: names, and the probability of each given the sentence. */
export interface TagMarginals {
  readonly tags: readonly string[]
  readonly probabilities: Float64Array
}

/**
 * Tags words by the two tags before them.
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
  private readonly numbers: ReadonlyMap<string, number>

  constructor(
    readonly counts: HmmCounts,
    options: LexiconOptions = {},
  ) {
    this.tagNames = counts.tags
    this.numbers = new Map(counts.tags.map((name, i) => [name, i]))
    this.transitions = new Transitions(counts)
    this.lexicon = new Lexicon(counts, options)
  }

  /** The number of a tag, −1 if it was never seen. */
  tagNumber(name: string): number {
    return this.numbers.get(name) ?? -1
  }

  /** The candidate tags of each word. */
  candidates(words: readonly string[]): WordTags[] {
    return words.map((word, i) => this.lexicon.tagsOf(word, i))
  }

  /** The model of a sentence as a factor: a one-hot group of candidate tags for each word. Scores are log-probabilities. */
  factor(candidates: readonly WordTags[]): TrigramSequence {
    const { transitions } = this
    const edge = this.tagNames.length
    return new TrigramSequence({
      states: candidates.map(({ tags }) => tags.length),
      scores: (t, beforeThat, before, state) => {
        const a = beforeThat < 0 ? edge : candidates[t - 2]!.tags[beforeThat]!
        const b = before < 0 ? edge : candidates[t - 1]!.tags[before]!
        if (state < 0) return transitions.log(a, b, edge)
        const { tags, scores } = candidates[t]!
        return transitions.log(a, b, tags[state]!) + scores[state]!
      },
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

  /** How probable each candidate tag of each word is, given all words. */
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
      return { tags: Array.from(tags, (tag) => this.tagNames[tag]!), probabilities }
    })
  }

  /** The names of the tags that are 1. */
  namesOf(candidates: readonly WordTags[], configuration: ArrayLike<number>): string[] {
    const names: string[] = []
    let link = 0
    for (const { tags } of candidates)
      for (let k = 0; k < tags.length; k++, link++)
        if (configuration[link] === 1) names.push(this.tagNames[tags[k]!]!)
    return names
  }
}

/** Trains a tagger; the same sentences give the same tagger, in whatever order they come. */
export function trainTrigramTagger(
  sentences: Iterable<TaggedWords>,
  options: LexiconOptions = {},
): TrigramTagger {
  return new TrigramTagger(countTags(sentences), options)
}

/** The number of candidates of all words. */
export function countLinks(candidates: readonly WordTags[]): number {
  return candidates.reduce((sum, { tags }) => sum + tags.length, 0)
}

/** Share of words that get the right tag, of all and of those that the tagger never saw. */
export interface TaggingAccuracy {
  readonly words: number
  readonly right: number
  readonly unknownWords: number
  readonly unknownRight: number
}

/** Compares a tagger with the tags of sentences. */
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
