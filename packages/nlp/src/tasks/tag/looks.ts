// Scores the tags of words by two classifiers: the first sees each word and its neighbours; the second, for
// words that the first was unsure of, also sees the tags that the first gave to the neighbours.
import type { LinearModel } from '@parleyjs/learn/internal'
import { MAX_FEATURES, SentenceNumbers } from '../../word-features/templates.js'
import { Words } from '../../word-features/words.js'
import type { TagCandidates, WordScorer } from './word-scorer.js'

export interface LookModels {
  /** First look: tags from the words around. */
  readonly wordScorer: LinearModel
  /** Second look: tags from the words around and the tags of the first look. */
  readonly contextScorer: LinearModel
}

/** The candidates of every word, and on request the probability of each tag by the second look. */
export interface Looked {
  readonly candidates: TagCandidates[]
  readonly probabilities: Float64Array[]
}

/**
 * Weight of the first look's scores relative to the second's; chosen together with the weight of the order.
 */
const FIRST_SHARE = 0.5
/** Tags whose log-odds are lower than the best by more than this are not candidates. */
const MARGIN = 6

export class TwoLooks implements WordScorer {
  /** Spellings of the words, kept from sentence to sentence. */
  readonly words = new Words()
  /** Features of the sentence that was scored last. */
  readonly numbers: SentenceNumbers
  private readonly row = new Int32Array(MAX_FEATURES)
  private readonly scores: Int32Array
  /** Log-odds of all tags of each word, by both looks. */
  private odds = new Float64Array(0)
  private readonly all: Int32Array
  /** Each tag as the only candidate of a word. */
  private readonly sure: readonly TagCandidates[]

  /** @param keepsClose whether words have several candidates: all tags close to the best */
  constructor(
    private readonly tags: readonly string[],
    private readonly models: LookModels,
    private readonly keepsClose: boolean,
  ) {
    this.numbers = new SentenceNumbers(tags)
    this.scores = new Int32Array(tags.length)
    this.all = Int32Array.from(tags, (_, tag) => tag)
    this.sure = tags.map((_, tag) => ({ tags: [tag], scores: [0] }))
  }

  candidates(words: readonly string[], wanted?: readonly (ArrayLike<number> | undefined)[]): TagCandidates[] {
    return this.look(words, wanted, false).candidates
  }

  look(
    forms: readonly string[],
    wanted: readonly (ArrayLike<number> | undefined)[] | undefined,
    withProbabilities: boolean,
  ): Looked {
    const { numbers, row, scores, keepsClose } = this
    const { wordScorer, contextScorer } = this.models
    const n = forms.length
    const candidates: TagCandidates[] = []
    const probabilities: Float64Array[] = []
    const unsure = new Uint8Array(n)
    if (keepsClose) this.makeRoom(n)
    numbers.load(forms, this.words)
    for (let i = 0; i < n; i++) {
      wordScorer.score(row, numbers.wordFeatures(i, row), scores)
      const among = wanted?.[i]
      const tag = this.best(wordScorer, among)
      numbers.setGuess(i, tag)
      candidates.push(this.sure[tag])
      if (among?.length === 1 || !wordScorer.isUnsure(scores, tag)) continue
      unsure[i] = 1
      if (keepsClose) this.addOdds(i, wordScorer, FIRST_SHARE)
    }
    for (let i = 0; i < n; i++) {
      if (unsure[i] === 0 && !withProbabilities) continue
      contextScorer.score(row, numbers.tagFeatures(i, row, numbers.wordFeatures(i, row)), scores)
      if (withProbabilities)
        probabilities.push(Float64Array.from(this.all, (tag) => contextScorer.probability(scores, tag)))
      if (unsure[i] === 0) continue
      if (keepsClose) {
        this.addOdds(i, contextScorer, 1 - FIRST_SHARE)
        candidates[i] = this.close(i, wanted?.[i] ?? this.all)
      } else candidates[i] = this.sure[this.best(contextScorer, wanted?.[i])]
    }
    return { candidates, probabilities }
  }

  /** The tag with the best score of a model, of those that are wanted. */
  private best(model: LinearModel, wanted: ArrayLike<number> | undefined): number {
    return wanted === undefined ? model.best(this.scores) : bestOf(this.scores, wanted)
  }

  private makeRoom(words: number): void {
    const size = words * this.tags.length
    if (this.odds.length < size) this.odds = new Float64Array(2 * size)
    else this.odds.fill(0, 0, size)
  }

  private addOdds(word: number, { scale }: LinearModel, share: number): void {
    const count = this.tags.length
    const at = word * count
    for (let tag = 0; tag < count; tag++) this.odds[at + tag] += share * scale * this.scores[tag]
  }

  /** The wanted tags of a word that are close to the best. */
  private close(word: number, wanted: ArrayLike<number>): TagCandidates {
    const at = word * this.tags.length
    let best = Number.NEGATIVE_INFINITY
    for (let k = 0; k < wanted.length; k++) best = Math.max(best, this.odds[at + wanted[k]])
    const tags: number[] = []
    const scores: number[] = []
    for (let k = 0; k < wanted.length; k++) {
      const score = this.odds[at + wanted[k]]
      if (score < best - MARGIN) continue
      tags.push(wanted[k])
      scores.push(score)
    }
    return { tags, scores }
  }
}

/** The label with the best score; of equal scores the first wins. */
export function bestOf(scores: Int32Array, among: ArrayLike<number>): number {
  let best = among[0]
  for (let i = 1; i < among.length; i++) if (scores[among[i]] > scores[best]) best = among[i]
  return best
}
