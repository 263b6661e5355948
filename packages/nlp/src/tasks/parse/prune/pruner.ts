// The first pass of pruning: a small model chooses candidate heads of each word by a softmax over all words,
// without inference over trees. Arcs that it drops are never scored again.
import { spread, USUAL_WORDS } from '@parleyjs/core/internal'
import {
  doublesIn,
  HEAD_ENTRY,
  integersIn,
  type TableMemory,
  type TablePlace,
  Weights,
} from '@parleyjs/learn/internal'
import { directionOf, distanceBin } from '../features/arc-features.js'
import { EncodedSentence, type Encoder } from '../features/encode.js'
import { SentenceViews, Templates, type View } from '../features/templates.js'
import type { ParserConstraints, TrainingSentence } from '../interface/parser-input.js'
import type { ArcList } from '../trees/arc-list.js'

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

/** The place of the pair of coarse tags; the first pair is nothing at all. */
const TAGS = 5

const DIRECTION = Int32Array.from({ length: 3 }, (_, d) => spread(0x7000 + d))
const BETWEEN = Int32Array.from({ length: 3 * 48 }, (_, c) => spread(0x8000 + c))
/** Heads with less than this share of the best one's probability are left out … */
const LEAST = Math.log(2e-3)
/** … and at most this number is kept. The second pass is stricter: here, 10 would cost many right heads. */
const MAX_CANDIDATES = 20
/** Length of a step of the gradient. */
const RATE = 0.1

/** Scores heads with few features, and keeps the best of them. */
export class Pruner {
  private readonly templates: Templates
  private readonly features = new Int32Array(PAIRS.length + 2)
  /** Numbers of the current modifier from which features are computed, by direction. */
  private readonly rows: Int32Array
  private sentence: EncodedSentence | null = null
  private score: Float64Array
  private sorted = new Float64Array(USUAL_WORDS + 1)
  /** Entries of the heads for `LookUps.heads`. */
  private entries: Int32Array

  /** @param memory the memory of the weights, or null if they are in ordinary arrays */
  constructor(
    readonly weights: Weights,
    private readonly memory: TableMemory | null = null,
  ) {
    this.templates = new Templates(4, PAIRS, memory)
    this.rows = integersIn(memory, 3 * PAIRS.length)
    this.score = doublesIn(memory, USUAL_WORDS + 1)
    this.entries = integersIn(memory, (USUAL_WORDS + 1) * HEAD_ENTRY)
  }

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.sentence = sentence
    this.templates.fill(sentence.length, views)
    if (this.score.length > sentence.length) return
    const room = 2 * (sentence.length + 1)
    this.score = doublesIn(this.memory, room)
    this.sorted = new Float64Array(room)
    this.entries = integersIn(this.memory, HEAD_ENTRY * room)
  }

  /** Scores all heads of a word, −∞ for the word itself; returns the best score. */
  heads(modifier: number): number {
    const { templates, rows } = this
    const { count } = templates
    const modifiers = templates.part(1)
    for (let k = 0; k < count; k++) {
      const number = modifiers[modifier * count + k]
      rows[k] = number + DIRECTION[0]
      rows[count + k] = number + DIRECTION[1]
      rows[2 * count + k] = number + DIRECTION[2]
    }
    const { memory } = this
    const place = this.weights.placeIn(memory)
    if (memory === null || place === null) return this.sumHeads(modifier)
    return this.lookUpHeads(modifier, memory, place)
  }

  private lookUpHeads(modifier: number, { lookUps, listAddress }: TableMemory, place: TablePlace): number {
    const { templates, rows, entries, score } = this
    const { shift } = this.weights
    const { count } = templates
    const heads = templates.part(0)
    const modifiers = templates.part(1)
    const n = this.sentence!.length
    const tags = modifiers[modifier * count + TAGS]
    const nothing = modifiers[modifier * count]
    const row = rows.byteOffset
    for (let h = 0; h <= n; h++) {
      const at = HEAD_ENTRY * h
      const direction = directionOf(h, modifier)
      const between = h === modifier ? 0 : this.between(h, modifier, direction)
      entries[at] = row + 4 * direction * count
      entries[at + 1] = distanceBin(h, modifier)
      entries[at + 2] = (heads[h * count + TAGS] + tags + between) >>> shift
      entries[at + 3] = (heads[h * count] + nothing + between) >>> shift
    }
    lookUps.heads(
      templates.address[0],
      count,
      entries.byteOffset,
      n + 1,
      shift,
      place.codes,
      place.steps,
      listAddress,
      score.byteOffset,
    )
    score[modifier] = Number.NEGATIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let h = 0; h <= n; h++) if (score[h] > most) most = score[h]
    return most
  }

  private sumHeads(modifier: number): number {
    const { score, templates, rows } = this
    const { shift, packed } = this.weights
    const { count } = templates
    const heads = templates.part(0)
    const modifiers = templates.part(1)
    const n = this.sentence!.length
    let most = Number.NEGATIVE_INFINITY
    for (let h = 0; h <= n; h++) {
      if (h === modifier) continue
      // The same places as in `gather`, but their weights are summed directly.
      const direction = directionOf(h, modifier)
      const far = distanceBin(h, modifier)
      const row = direction * count
      const at = h * count
      const between = this.between(h, modifier, direction)
      const tags = (heads[at + TAGS] + modifiers[modifier * count + TAGS] + between) >>> shift
      const nothing = (heads[at] + modifiers[modifier * count] + between) >>> shift
      let a: number
      let b: number
      if (packed === null) {
        const { values } = this.weights
        a = values[tags]
        b = values[nothing]
        for (let k = 0; k < count; k += 2) {
          a += values[((heads[at + k] + rows[row + k]) >>> shift) + far]
          b += values[((heads[at + k + 1] + rows[row + k + 1]) >>> shift) + far]
        }
      } else {
        const { codes, steps } = packed
        a = steps[codes[tags]]
        b = steps[codes[nothing]]
        for (let k = 0; k < count; k += 2) {
          a += steps[codes[((heads[at + k] + rows[row + k]) >>> shift) + far]]
          b += steps[codes[((heads[at + k + 1] + rows[row + k + 1]) >>> shift) + far]]
        }
      }
      score[h] = a + b
      if (a + b > most) most = a + b
    }
    score[modifier] = Number.NEGATIVE_INFINITY
    return most
  }

  /**
   * The arcs that survive. Heads in `keep` survive in any case. Under constraints a word with a given head
   * has that arc alone, and forbidden arcs are left out.
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

  /** Removes the heads that a word may not have; returns the best score of the others. */
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

  /** Minimum score of a head that is kept: close to the best, and among the best `MAX_CANDIDATES`. */
  private leastScore(n: number, most: number): number {
    const { score, sorted } = this
    // If nothing is allowed, nothing is kept.
    if (most === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
    let count = 0
    for (let h = 0; h <= n; h++) if (score[h] >= most + LEAST) sorted[count++] = score[h]
    if (count <= MAX_CANDIDATES) return most + LEAST
    return sorted.subarray(0, count).sort()[count - MAX_CANDIDATES]
  }

  /** Writes the places of an arc's features; returns how many. */
  private gather(head: number, modifier: number): number {
    const { templates, features } = this
    const { count } = templates
    const { shift } = this.weights
    const heads = templates.part(0)
    const modifiers = templates.part(1)
    const direction = directionOf(head, modifier)
    const side = DIRECTION[direction]
    const far = distanceBin(head, modifier)
    const h = head * count
    const m = modifier * count
    for (let k = 0; k < count; k++) features[k] = ((heads[h + k] + modifiers[m + k] + side) >>> shift) + far
    const between = this.between(head, modifier, direction)
    features[count] = (heads[h + TAGS] + modifiers[m + TAGS] + between) >>> shift
    features[count + 1] = (heads[h] + modifiers[m] + between) >>> shift
    return count + 2
  }

  /** How many verbs, marks and coordinators stand between the two, as a hash. */
  private between(head: number, modifier: number, direction: number): number {
    const { verbs, marks, coordinators } = this.sentence!
    const low = (head < modifier ? head : modifier) + 1
    const high = head < modifier ? modifier : head
    return BETWEEN[
      direction * 48 +
        Math.min(3, verbs[high] - verbs[low]) * 12 +
        Math.min(3, marks[high] - marks[low]) * 3 +
        Math.min(2, coordinators[high] - coordinators[low])
    ]
  }

  /** One step of gradient ascent on the log-likelihood of a word's head. */
  private learn(modifier: number, gold: number): void {
    const { score, features, weights } = this
    const most = this.heads(modifier)
    const n = this.sentence!.length
    let sum = 0
    for (let h = 0; h <= n; h++) sum += Math.exp(score[h] - most)
    for (let h = 0; h <= n; h++) {
      if (h === modifier) continue
      const step = RATE * ((h === gold ? 1 : 0) - Math.exp(score[h] - most) / sum)
      if (step > 1e-4 || step < -1e-4) weights.add(features, this.gather(h, modifier), 0, step)
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
