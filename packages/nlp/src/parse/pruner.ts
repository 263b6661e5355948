// A small model that chooses few heads for every word: a softmax over all heads of a word, which needs no inference over
// trees. What it leaves out is never scored by the parser.
import { directionOf, distanceBin } from './arc-features.js'
import type { ArcList } from './arc-list.js'
import { EncodedSentence, type Encoder, mix } from './encode.js'
import type { ParserConstraints, TrainingSentence } from './input.js'
import { SentenceViews, Templates, type View } from './templates.js'
import { Weights } from './weights.js'

const PAIRS: readonly (readonly [View, View])[] = [
  ['none', 'none'],
  ['none', 'p'],
  ['p', 'none'],
  ['none', 'lp'],
  ['lp', 'none'],
  ['p', 'p'],
  ['x', 'x'],
  ['lp', 'p'],
  ['p', 'lp'],
  ['pAfter', 'pBefore'],
  ['pBefore', 'pAfter'],
  ['around', 'p'],
  ['p', 'around'],
  ['l', 'l'],
  ['around', 'around'],
  ['pf', 'pf'],
  ['none', 'w'],
  ['none', 'around'],
  ['lp', 'lp'],
  ['lp', 'around'],
  ['pBefore', 'pBefore'],
  ['pAfter', 'pAfter'],
  ['p', 'twoAfter'],
  ['p', 'twoBefore'],
]

const DIRECTION = Int32Array.from({ length: 3 }, (_, d) => mix(0x7000 + d))
const BETWEEN = Int32Array.from({ length: 3 * 48 }, (_, c) => mix(0x8000 + c))
/** Heads with less than this share of the best one's probability are left out … */
const LEAST = Math.log(1e-3)
/** … and more than so many are never kept. */
const MAX_HEADS = 10
/** Length of a step of the gradient. */
const RATE = 0.1

/** Scores heads with few features, and keeps the best of them. */
export class Pruner {
  private readonly templates = new Templates(4, PAIRS)
  private readonly features = new Int32Array(PAIRS.length + 2)
  private sentence: EncodedSentence | null = null
  private score = new Float64Array(64)
  private sorted = new Float64Array(64)

  constructor(readonly weights: Weights) {}

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.sentence = sentence
    this.templates.fill(sentence.length, views)
    if (this.score.length > sentence.length) return
    this.score = new Float64Array(2 * (sentence.length + 1))
    this.sorted = new Float64Array(2 * (sentence.length + 1))
  }

  /** Scores of all heads of a word, −∞ for the word itself; the best comes back. */
  heads(modifier: number): number {
    const { score, features, weights } = this
    const n = this.sentence!.length
    let most = Number.NEGATIVE_INFINITY
    for (let h = 0; h <= n; h++) {
      if (h === modifier) continue
      const s = weights.score(features, this.gather(h, modifier))
      score[h] = s
      if (s > most) most = s
    }
    score[modifier] = Number.NEGATIVE_INFINITY
    return most
  }

  /**
   * The arcs that survive. Heads in `keep` survive in any case. Under constraints a word with a given head has that arc alone,
   * and forbidden arcs are left out.
   */
  prune(arcs: ArcList, keep?: ArrayLike<number>, constraints?: ParserConstraints): void {
    const { score } = this
    const n = this.sentence!.length
    arcs.clear(n)
    for (let m = 1; m <= n; m++) {
      const most = this.heads(m)
      let sum = 0
      for (let h = 0; h <= n; h++) sum += Math.exp(score[h] - most)
      const least = this.leastScore(n, constraints === undefined ? most : this.constrain(m, constraints))
      for (let h = 0; h <= n; h++)
        if (h !== m && (score[h] >= least || keep?.[m - 1] === h))
          arcs.add(h, m, Math.exp(score[h] - most) / sum)
      arcs.end(m)
    }
  }

  /** All arcs that the constraints allow, with the pruner's scores. */
  all(arcs: ArcList, scores: number[], constraints?: ParserConstraints): void {
    const { score } = this
    const n = this.sentence!.length
    arcs.clear(n)
    for (let m = 1; m <= n; m++) {
      this.heads(m)
      if (constraints !== undefined) this.constrain(m, constraints)
      for (let h = 0; h <= n; h++) {
        if (score[h] === Number.NEGATIVE_INFINITY) continue
        arcs.add(h, m, 0)
        scores.push(score[h])
      }
      arcs.end(m)
    }
  }

  /** Takes the heads out that a word may not have; the best of the rest comes back. */
  private constrain(modifier: number, { heads, forbidden }: ParserConstraints): number {
    const { score } = this
    const n = this.sentence!.length
    const given = heads?.[modifier - 1] ?? -1
    if (given >= 0) for (let h = 0; h <= n; h++) if (h !== given) score[h] = Number.NEGATIVE_INFINITY
    for (const [h, m] of forbidden ?? []) if (m === modifier) score[h] = Number.NEGATIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let h = 0; h <= n; h++) if (score[h] > most) most = score[h]
    return most
  }

  /** What a head must have to be kept: little less than the best, and a place among the first ten. */
  private leastScore(n: number, most: number): number {
    const { score, sorted } = this
    // If nothing is allowed, nothing is kept.
    if (most === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
    let count = 0
    for (let h = 0; h <= n; h++) if (score[h] >= most + LEAST) sorted[count++] = score[h]
    if (count <= MAX_HEADS) return most + LEAST
    return sorted.subarray(0, count).sort()[count - MAX_HEADS]
  }

  private gather(head: number, modifier: number): number {
    const { templates, features } = this
    const { count } = templates
    const heads = templates.part(0)
    const modifiers = templates.part(1)
    const direction = directionOf(head, modifier)
    const { shift } = this.weights
    const side = DIRECTION[direction]
    const far = distanceBin(head, modifier)
    const h = head * count
    const m = modifier * count
    for (let k = 0; k < count; k++) features[k] = ((heads[h + k] + modifiers[m + k] + side) >>> shift) + far
    const { verbs, marks, coordinators } = this.sentence!
    const low = head < modifier ? head : modifier
    const high = head < modifier ? modifier : head
    const counts =
      Math.min(3, verbs[high] - verbs[low + 1]) * 12 +
      Math.min(3, marks[high] - marks[low + 1]) * 3 +
      Math.min(2, coordinators[high] - coordinators[low + 1])
    const between = BETWEEN[direction * 48 + counts]
    // Index 5 is the pair of coarse tags, index 0 nothing at all.
    features[count] = (heads[h + 5] + modifiers[m + 5] + between) >>> shift
    features[count + 1] = (heads[h] + modifiers[m] + between) >>> shift
    return count + 2
  }

  /** One step of gradient ascent on the log-likelihood of a word's head. */
  private learn(modifier: number, gold: number): void {
    const { score } = this
    const most = this.heads(modifier)
    const n = this.sentence!.length
    let sum = 0
    for (let h = 0; h <= n; h++) sum += Math.exp(score[h] - most)
    for (let h = 0; h <= n; h++) {
      if (h === modifier) continue
      const step = RATE * ((h === gold ? 1 : 0) - Math.exp(score[h] - most) / sum)
      if (step > 1e-4 || step < -1e-4) this.weights.add(this.features, this.gather(h, modifier), 0, step)
    }
  }

  /** Trains a pruner; the sentences are taken in the order given, again in every epoch. */
  static train(
    sentences: readonly TrainingSentence[],
    encoder: Encoder,
    bits: number,
    epochs: number,
  ): Pruner {
    const pruner = new Pruner(new Weights(bits))
    const encoded = new EncodedSentence()
    const views = new SentenceViews()
    for (let epoch = 0; epoch < epochs; epoch++)
      for (const sentence of sentences) {
        encoder.encode(sentence, encoded)
        views.fill(encoded)
        pruner.fill(encoded, views)
        for (let m = 1; m <= encoded.length; m++) pruner.learn(m, sentence.heads[m - 1])
        pruner.weights.tick()
      }
    return new Pruner(pruner.weights.averaged())
  }
}
