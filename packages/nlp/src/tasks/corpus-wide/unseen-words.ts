// The sets of Rush et al. (2012) for tagging: all occurrences of a word that training did not see should get
// the same tag.
import type { ConsensusSets } from './consensus.js'
import { GatheredPlaces, type GatheredSetOptions } from './gathered-places.js'

/** Members are occurrences of a word, and differ by their tags. */
export type UnseenWordOptions = GatheredSetOptions

/**
 * Gathers the words of a corpus, sentence by sentence.
 *
 * @example
 * const words = new UnseenWords((form) => crf.knows(form))
 * for (const { forms } of sentences) words.add(forms)
 * const sets = words.sets(crf.tags, { penalty: 2 })
 */
export class UnseenWords {
  readonly places = new GatheredPlaces()

  constructor(private readonly knows: (form: string) => boolean) {}

  add(forms: readonly string[]): void {
    for (let i = 0; i < forms.length; i++) if (!this.knows(forms[i])) this.places.add(i, forms[i])
    this.places.endSentence()
  }

  sets(tags: readonly string[], options: UnseenWordOptions): ConsensusSets {
    return this.places.sets(tags, options)
  }
}
