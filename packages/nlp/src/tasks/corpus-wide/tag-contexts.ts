// The sets of Rush et al. (2012) for parsing: words in the same context of tags should get heads with the
// same tag.
import type { ConsensusSets } from './consensus.js'
import { GatheredPlaces, type GatheredSetOptions } from './gathered-places.js'

/** Members are words in a context, and differ by the tags of their heads. */
export type TagContextOptions = GatheredSetOptions

/**
 * Contexts of tags: the tags at some places around a word, such as −1, 0 and 1; and the word itself, if
 * sentences come with their words.
 *
 * @example
 * const contexts = new TagContexts([-1, 0])
 * for (const { upos } of sentences) contexts.add(upos)
 * const sets = contexts.sets(corpus.values, { penalty: 0.5 })
 */
export class TagContexts {
  readonly places = new GatheredPlaces()

  /** @param known contexts that make no sets, such as those of training */
  constructor(
    readonly offsets: readonly number[],
    private readonly known?: ReadonlySet<string>,
  ) {}

  /** @param forms the words, if those in a set should be the same, capitals aside */
  add(tags: readonly string[], forms?: readonly string[]): void {
    for (let i = 0; i < tags.length; i++) {
      const context = contextOf(tags, i, this.offsets)
      const name = forms === undefined ? context : `${forms[i].toLowerCase()} ${context}`
      if (this.known?.has(name) !== true) this.places.add(i, name)
    }
    this.places.endSentence()
  }

  /** @param values the names of tags, and of the root, in the order of the corpus */
  sets(values: readonly string[], options: TagContextOptions): ConsensusSets {
    return this.places.sets(values, options)
  }
}

/** The context of a word: tags at places around it, and whether a place is outside the sentence. */
function contextOf(tags: readonly string[], word: number, offsets: readonly number[]): string {
  return offsets.map((offset) => tags[word + offset] ?? (word + offset < 0 ? '<' : '>')).join(' ')
}
