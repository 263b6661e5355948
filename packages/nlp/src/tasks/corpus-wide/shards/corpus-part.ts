// The sentences of a shard, for tagging or for parsing, as a `CorpusShard` uses them.
import type { Factor } from '@parleyjs/core'
import type { Sentence } from '../../../text/conllu/sentence.js'
import type { GatheredPlaces } from '../gathered-places.js'
import { type ArcScorer, ParseCorpus } from '../parse-corpus.js'
import { ParseFactor } from '../parse-factor.js'
import type { SharedWords } from '../shared-words.js'
import { TagContexts } from '../tag-contexts.js'
import { TagCorpus, type TagScorer } from '../tag-corpus.js'
import { TagFactor } from '../tag-factor.js'
import { UnseenWords } from '../unseen-words.js'
import { taggedWordScores, type WordScores } from '../word-table.js'

/** Where words are. */
export interface CorpusLayout {
  /** Number of sentences. */
  readonly length: number
  readonly words: number
  readonly bytes: number
  lengthOf(sentence: number): number
  before(sentence: number): number
}

/** Sentences as models, when their shared words are known. */
export interface LinkedPart {
  /** The latest tag or head of each word. */
  readonly found: Uint8Array | Uint16Array
  model(factor: number): Factor
  /** Fills in a sentence whose shared words have these values. */
  complete(factor: number, values: Int32Array): void
}

export interface CorpusPart {
  readonly corpus: CorpusLayout
  readonly places: GatheredPlaces
  readonly values: readonly string[]
  readonly valueFirst: readonly number[]
  add(sentence: Pick<Sentence, 'forms' | 'upos' | 'heads'>): void
  /** Takes the numbers of values that the whole corpus has. */
  relabel(values: readonly string[]): void
  link(shared: SharedWords): LinkedPart
  /** The value of a word for which this was found. */
  valueOf(sentence: number, found: number): number
  /** The scores of shared words, if words are independent. */
  readonly wordScores?: ((shared: SharedWords) => WordScores) | undefined
}

/** Sentences to be tagged: all occurrences of a word that satisfies `isNew` should have the same tag. */
export function tagPart(scorer: TagScorer, isNew: (form: string) => boolean): CorpusPart {
  const corpus = new TagCorpus(scorer)
  const words = new UnseenWords((form) => !isNew(form))
  return {
    corpus,
    places: words.places,
    values: scorer.tags,
    valueFirst: scorer.tags.map(() => -1),
    add({ forms }) {
      corpus.add(forms)
      words.add(forms)
    },
    relabel() {},
    link(shared) {
      const factor = new TagFactor(corpus, shared)
      return {
        found: factor.tags,
        model: (f) => factor.at(f),
        complete: (f, values) => factor.at(f).complete(values),
      }
    },
    valueOf: (_, tag) => tag,
    wordScores:
      scorer.transitions.isIndependent === true ? (shared) => taggedWordScores(corpus, shared) : undefined,
  }
}

/**
 * Sentences to be parsed: words between the same tags should have heads with the same tag. `favour`: see
 * `ParseCorpus`.
 */
export function parsePart(scorer: ArcScorer, offsets: readonly number[], favour?: number): CorpusPart {
  const corpus = new ParseCorpus(scorer, favour)
  const contexts = new TagContexts(offsets)
  return {
    corpus,
    places: contexts.places,
    values: corpus.values,
    valueFirst: corpus.valueFirst,
    add(sentence) {
      corpus.add(sentence, favour === undefined ? undefined : sentence.heads)
      contexts.add(sentence.upos)
    },
    relabel: (values) => corpus.relabel(values),
    link(shared) {
      const factor = new ParseFactor(corpus, shared, corpus.values.length)
      return {
        found: factor.heads,
        model: (f) => factor.at(f),
        complete: (f, values) => void factor.at(f).complete(values),
      }
    },
    valueOf: (sentence, head) => corpus.valueOf(sentence, head),
  }
}
