// A bigram CRF tagger (Lafferty et al. 2001, as paper 4 uses it): p(tags | words) ∝ exp Σ_t s(t, y_t) + Σ_t
// next(y_t−1, y_t).
import type { LinearModel } from '@parleyjs/learn/internal'
import { MAX_FEATURES, SentenceNumbers, type Transitions, Words } from '@parleyjs/nlp/internal'
import { HomogeneousSequence } from '@parleyjs/structures/internal'
import type { KnownWords } from './known-words.js'

/** The parts of a tagger, as training produces them. */
export interface CrfParts {
  readonly tags: readonly string[]
  /** Scores of tags from the words around. */
  readonly model: LinearModel
  readonly transitions: Transitions
  readonly known: KnownWords
}

/**
 * Tags words so that the score of the whole sentence is maximal. It owns its work space: use one per thread.
 *
 * @example
 * const tagger = trainCrf(sentences)
 * tagger.tag(['Dogs', 'bark', '.']) // ['NOUN', 'VERB', 'PUNCT']
 */
export class CrfTagger {
  readonly tags: readonly string[]
  readonly transitions: Transitions
  private readonly chain: HomogeneousSequence
  private readonly words = new Words()
  private readonly numbers: SentenceNumbers
  private readonly row = new Int32Array(MAX_FEATURES)
  private readonly sums: Int32Array

  constructor(readonly parts: CrfParts) {
    this.tags = parts.tags
    this.transitions = parts.transitions
    this.chain = new HomogeneousSequence(parts.transitions)
    this.numbers = new SentenceNumbers(parts.tags)
    this.sums = new Int32Array(parts.tags.length)
  }

  /** The score of one of the integer `units`. */
  get unit(): number {
    return this.parts.model.scale
  }

  /** The integer scores of every tag of every word, without transitions: k for each word. */
  units(forms: readonly string[]): Int32Array {
    const { numbers, row, sums } = this
    const { model } = this.parts
    const k = this.tags.length
    const units = new Int32Array(forms.length * k)
    numbers.load(forms, this.words)
    for (let t = 0; t < forms.length; t++) {
      model.score(row, numbers.wordFeatures(t, row), sums)
      units.set(sums, t * k)
    }
    return units
  }

  /** Whether a word was seen in training. */
  knows(form: string): boolean {
    return this.parts.known.has(form)
  }

  /** The best tags of a sentence. */
  tag(forms: readonly string[]): string[] {
    const path = new Int32Array(forms.length)
    const scores = Float64Array.from(this.units(forms), (units) => units * this.unit)
    if (forms.length > 0) this.chain.best(scores, forms.length, path)
    return Array.from(path, (y) => this.tags[y])
  }
}
