// Which tags follow each other: a trigram model that chooses among the candidates that the classifiers leave
// to words,
//
//   score of tags = Σ s(t | words around) + w·(log P(t | two tags before) − log P(t))
//
// The difference is what the two preceding tags add to the frequency of the tag, which the classifiers
// already know.
import { carveFloats, portableLog } from '@parley/core'
import { TrigramSequence } from '@parley/structures'
import { countTrigrams } from '../../hmm/counts.js'
import { Transitions } from '../../hmm/transitions.js'

/** Chosen on the development part of an English treebank. */
const WEIGHT = 0.3

/** With more tags than this, a table of triples is too large and too sparse. */
export const MOST_TAGS = 64

/** Candidate tags of a word, by number, and the score of each. */
export interface TagCandidates {
  readonly tags: ArrayLike<number>
  readonly scores: ArrayLike<number>
}

/**
 * A trigram model of tags.
 *
 * @example
 * const order = TagOrder.of([[0, 1], [0, 1, 1]], 2)
 * order.best([{ tags: [0], scores: [0] }, { tags: [0, 1], scores: [0, 0] }]) // Int32Array [0, 1]
 */
export class TagOrder {
  private readonly transitions: Transitions
  private readonly priors: Float64Array

  /**
   * @param tags number of tags
   * @param trigrams ((a·n) + b)·n + c with n = tags + 1, ascending; number `tags` is the sentence boundary
   * @param trigramCounts number of occurrences of each trigram
   */
  constructor(
    readonly tags: number,
    readonly trigrams: Int32Array,
    readonly trigramCounts: Int32Array,
  ) {
    const names = Array.from({ length: tags }, (_, tag) => String(tag))
    this.transitions = new Transitions({ tags: names, trigrams, trigramCounts })
    this.priors = Float64Array.from(names, (_, tag) => portableLog(this.transitions.count(tag) + 0.5))
  }

  /** Builds the model from the tag numbers of sentences. */
  static of(sentences: Iterable<ArrayLike<number>>, tags: number): TagOrder {
    const counts = new Map<number, number>()
    for (const sentence of sentences) if (sentence.length > 0) countTrigrams(sentence, tags, counts)
    const keys = Int32Array.from(counts.keys()).sort()
    return new TagOrder(
      tags,
      keys,
      keys.map((key) => counts.get(key)!),
    )
  }

  /** Score of a tag after two others, all by number; undefined is the sentence boundary. */
  score(beforeThat: number | undefined, before: number | undefined, tag: number | undefined): number {
    const log = this.transitions.log(beforeThat ?? this.tags, before ?? this.tags, tag ?? this.tags)
    return WEIGHT * (log - (tag === undefined ? 0 : this.priors[tag]))
  }

  /** The tags of a sentence with the best score: one candidate for each word. */
  best(candidates: readonly TagCandidates[]): Int32Array {
    const result = new Int32Array(candidates.length)
    const states: number[] = []
    let links = 0
    for (let word = 0; word < candidates.length; word++) {
      const { tags } = candidates[word]
      result[word] = tags[0]
      states.push(tags.length)
      links += tags.length
    }
    if (links === candidates.length) return result
    const tagAt = (t: number, state: number) => candidates[t]?.tags[state]
    const sequence = new TrigramSequence({
      states,
      scores: (t, beforeThat, before, state) =>
        this.score(tagAt(t - 2, beforeThat), tagAt(t - 1, before), tagAt(t, state)),
    })
    const scores = carveFloats(links)
    for (let word = 0, link = 0; word < candidates.length; word++)
      for (let k = 0; k < states[word]; k++) scores[link++] = candidates[word].scores[k]
    const chosen = carveFloats(links)
    sequence.maximize(scores, chosen)
    for (let word = 0, link = 0; word < candidates.length; word++)
      for (let k = 0; k < states[word]; k++) if (chosen[link++] === 1) result[word] = candidates[word].tags[k]
    return result
  }
}
