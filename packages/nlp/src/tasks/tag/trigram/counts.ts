// The counts behind a trigram tagger: how often tags follow each other, and how often words have tags.
// Probabilities are computed from them when a model is read, so that a model file holds only whole numbers.
import { ParleyError } from '@parleyjs/core'
import { countTrigrams, sortedTrigrams } from '../tag-order.js'

/** A sentence with the tag of every word. */
export interface TaggedWords {
  readonly words: readonly string[]
  readonly tags: readonly string[]
}

/** How often a word occurs with each of its tags. */
export interface WordCounts {
  /** Tag numbers, ascending. */
  readonly tags: readonly number[]
  readonly counts: readonly number[]
}

export interface TagCounts {
  /** The names of the tags, sorted. */
  readonly tags: readonly string[]
  /**
   * Trigrams of tags as ((a·n) + b)·n + c with n = tags + 1, ascending; number `tags` is the sentence
   * boundary.
   */
  readonly trigrams: Int32Array
  readonly trigramCounts: Int32Array
  /** Words within sentences, sorted. */
  readonly words: ReadonlyMap<string, WordCounts>
  /** Words at the beginning of sentences that are capitalised, sorted. */
  readonly firstWords: ReadonlyMap<string, WordCounts>
}

/**
 * Counts tagged sentences.
 *
 * @example
 * countTags([{ words: ['We', 'go'], tags: ['PRP', 'VBP'] }]).tags // ['PRP', 'VBP']
 */
export function countTags(sentences: Iterable<TaggedWords>): TagCounts {
  const list = [...sentences].filter(({ words }) => words.length > 0)
  for (const [i, { words, tags }] of list.entries())
    if (words.length !== tags.length)
      throw new ParleyError(
        'bad-argument',
        `Sentence ${i + 1} has ${words.length} words and ${tags.length} tags. Give a tag for each word.`,
      )
  const names = [...new Set(list.flatMap(({ tags }) => tags))].sort()
  if (names.length === 0) throw new ParleyError('bad-argument', 'There are no tagged words to count.')
  const number = new Map(names.map((name, i) => [name, i]))
  const trigrams = new Map<number, number>()
  const words = new Map<string, Map<number, number>>()
  const firstWords = new Map<string, Map<number, number>>()
  for (const sentence of list) {
    const tags = sentence.tags.map((name) => number.get(name)!)
    countTrigrams(tags, names.length, trigrams)
    sentence.words.forEach((word, i) => {
      countWord(isFirstCapital(word, i) ? firstWords : words, word, tags[i])
    })
  }
  return {
    tags: names,
    ...sortedTrigrams(trigrams),
    words: frozen(words),
    firstWords: frozen(firstWords),
  }
}

/** Whether this word may be capitalised only because it is first in its sentence. */
export function isFirstCapital(word: string, position: number): boolean {
  return position === 0 && word !== word.toLowerCase()
}

function countWord(words: Map<string, Map<number, number>>, word: string, tag: number): void {
  let counts = words.get(word)
  if (counts === undefined) {
    counts = new Map()
    words.set(word, counts)
  }
  counts.set(tag, (counts.get(tag) ?? 0) + 1)
}

function frozen(words: Map<string, Map<number, number>>): Map<string, WordCounts> {
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(
    sorted.map(([word, counts]) => {
      const tags = [...counts.keys()].sort((a, b) => a - b)
      return [word, { tags, counts: tags.map((tag) => counts.get(tag)!) }]
    }),
  )
}
