// Training of the bigram CRF: maximum likelihood of the gold tags by AdaGrad, one sentence at a time, with
// dropout of features. Weights are averaged over the later epochs, pruned to the large ones and rounded.
import { ParleyError } from '@parleyjs/core'
import { type LinearModel, LinearRows, randomOf } from '@parleyjs/learn/internal'
import { MAX_FEATURES, SentenceNumbers, type Transitions, Words } from '@parleyjs/nlp/internal'
import { CrfTagger } from './crf-tagger.js'
import { Expectations } from './expectations.js'
import { KnownWords } from './known-words.js'

/** A training sentence. */
export interface TaggedForms {
  readonly forms: readonly string[]
  readonly upos: readonly string[]
}

export interface CrfTraining {
  /** Passes over the sentences. Default: 20, and fewer the more sentences there are, down to 6. */
  readonly epochs?: number
  readonly seed?: number
  readonly rate?: number
  /** Dropout: the share of features left out at each step. */
  readonly dropout?: number
  /** Rarer features are not used. */
  readonly minCount?: number
  /** Regularisation: pull of every weight towards 0, in each epoch. */
  readonly decay?: number
  /** Smaller weights are dropped at the end. */
  readonly threshold?: number
  readonly onEpoch?: (epoch: number, epochs: number) => void
}

/**
 * Learns to predict UPOS.
 *
 * @example
 * const tagger = trainCrf(parseConllu(text))
 */
export function trainCrf(sentences: Iterable<TaggedForms>, options: CrfTraining = {}): CrfTagger {
  const all = [...sentences].filter(({ forms }) => forms.length > 0)
  if (all.length === 0)
    throw new ParleyError('bad-argument', 'A tagger cannot be trained on 0 sentences. Is the file empty?')
  const tags = [...new Set(all.flatMap(({ upos }) => upos))].sort()
  const data = numberFeatures(all, tags, options.minCount ?? 1)
  const { weights, transitions } = learn(data, tags.length, options)
  const known = KnownWords.of(all.flatMap(({ forms }) => forms))
  return new CrfTagger({ tags, model: freeze(data, weights, tags.length, options), transitions, known })
}

/** The treebank as numbers. */
interface CrfData {
  /** Weight rows of the features of all words; −1 for rare features. */
  ids: Int32Array
  /** Start of the features of each word, and the end of all. */
  starts: Int32Array
  /** The first word of each sentence, and the end of all. */
  sentences: Int32Array
  gold: Int32Array
  /** The feature of each row, ascending. */
  features: Int32Array
}

function numberFeatures(all: readonly TaggedForms[], tags: readonly string[], minCount: number): CrfData {
  const names = new Map(tags.map((name, y) => [name, y]))
  const sentences = new Int32Array(all.length + 1)
  for (let s = 0; s < all.length; s++) sentences[s + 1] = sentences[s] + all[s].forms.length
  const count = sentences[all.length]
  const starts = new Int32Array(count + 1)
  const gold = new Int32Array(count)
  let ids = new Int32Array(count * 48)
  const words = new Words()
  const numbers = new SentenceNumbers(tags)
  const row = new Int32Array(MAX_FEATURES)
  let word = 0
  for (const { forms, upos } of all) {
    numbers.load(forms, words)
    for (let i = 0; i < forms.length; i++) {
      const n = numbers.wordFeatures(i, row)
      ids.set(row.subarray(0, n), starts[word])
      gold[word] = names.get(upos[i])!
      starts[++word] = starts[word - 1] + n
    }
  }
  ids = ids.slice(0, starts[count])
  const features = frequent(ids, minCount)
  const rows = new Map<number, number>()
  for (let r = 0; r < features.length; r++) rows.set(features[r], r)
  for (let f = 0; f < ids.length; f++) ids[f] = rows.get(ids[f]) ?? -1
  return { ids, starts, sentences, gold, features }
}

function frequent(ids: Int32Array, minCount: number): Int32Array {
  const sorted = ids.slice().sort()
  let kept = 0
  for (let i = 0, j = 0; i < sorted.length; i = j) {
    while (j < sorted.length && sorted[j] === sorted[i]) j++
    if (j - i >= minCount) sorted[kept++] = sorted[i]
  }
  return sorted.slice(0, kept)
}

/** Initial value of the sums of squared gradients. */
const FIRST_SQUARE = 1e-2
/** Smaller gradients are ignored. */
const NEGLIGIBLE = 0.005

function learn(
  data: CrfData,
  k: number,
  options: CrfTraining,
): { weights: Float32Array; transitions: Transitions } {
  const { ids, starts, sentences, gold, features } = data
  const count = sentences.length - 1
  const { epochs = defaultEpochs(count), seed = 1, rate = 0.15, dropout = 0.2, decay = 0 } = options
  const weights = new Float32Array(features.length * k)
  const squares = new Float32Array(weights.length).fill(FIRST_SQUARE)
  const sums = new Float32Array(weights.length)
  const chain = new ChainLearner(k, rate)
  const expectations = new Expectations(chain.transitions)
  const random = randomOf(seed)
  const cut = Math.floor(dropout * 4294967296)
  const firstAveraged = Math.floor(epochs / 2)
  let kept = new Int32Array(1024)
  let scores = new Float64Array(64 * k)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const s of random.order(count)) {
      const first = sentences[s]
      const length = sentences[s + 1] - first
      if (scores.length < length * k) scores = new Float64Array(2 * length * k)
      if (kept.length < starts[first + length] - starts[first])
        kept = new Int32Array(2 * (starts[first + length] - starts[first]))
      scores.fill(0, 0, length * k)
      let n = 0
      for (let t = 0; t < length; t++)
        for (let f = starts[first + t]; f < starts[first + t + 1]; f++) {
          const id = random.bits() < cut ? -1 : ids[f]
          kept[n++] = id
          if (id >= 0) for (let y = 0; y < k; y++) scores[t * k + y] += weights[id * k + y]
        }
      expectations.compute(scores, length)
      const { words } = expectations
      chain.learn(expectations, gold, first, length)
      n = 0
      for (let t = 0; t < length; t++) {
        words[t * k + gold[first + t]] -= 1
        for (let f = starts[first + t]; f < starts[first + t + 1]; f++) {
          const id = kept[n++]
          if (id < 0) continue
          for (let y = 0; y < k; y++) {
            const g = words[t * k + y]
            if (g < NEGLIGIBLE && g > -NEGLIGIBLE) continue
            const e = id * k + y
            squares[e] += g * g
            weights[e] -= (rate * g) / Math.sqrt(squares[e])
          }
        }
      }
    }
    if (decay > 0) for (let e = 0; e < weights.length; e++) weights[e] *= 1 - decay
    if (epoch >= firstAveraged) {
      chain.average()
      for (let e = 0; e < sums.length; e++) sums[e] += weights[e]
    }
    options.onEpoch?.(epoch, epochs)
  }
  for (let e = 0; e < sums.length; e++) sums[e] *= (1 - dropout) / (epochs - firstAveraged)
  return { weights: sums, transitions: chain.averaged(epochs - firstAveraged) }
}

function defaultEpochs(sentences: number): number {
  return Math.min(20, Math.max(6, Math.ceil(8000 / sentences)))
}

/** Trainable transitions. */
class ChainLearner {
  readonly transitions: Transitions
  private readonly squares: Transitions
  private readonly sums: Transitions
  private readonly gradient: Float64Array

  constructor(
    private readonly k: number,
    private readonly rate: number,
  ) {
    const make = (value: number): Transitions => ({
      tags: k,
      start: new Float64Array(k).fill(value),
      next: new Float64Array(k * k).fill(value),
      stop: new Float64Array(k).fill(value),
    })
    this.transitions = make(0)
    this.squares = make(FIRST_SQUARE)
    this.sums = make(0)
    this.gradient = new Float64Array(k * k)
  }

  learn({ words, pairs }: Expectations, gold: Int32Array, first: number, length: number): void {
    const { k, transitions, squares, gradient } = this
    gradient.set(pairs)
    for (let t = 1; t < length; t++) gradient[gold[first + t - 1] * k + gold[first + t]] -= 1
    this.step(transitions.next, squares.next, gradient, 0)
    const last = (length - 1) * k
    this.step(transitions.start, squares.start, words, 0, gold[first])
    this.step(transitions.stop, squares.stop, words, last, gold[first + length - 1])
  }

  average(): void {
    for (const part of ['start', 'next', 'stop'] as const)
      for (let e = 0; e < this.sums[part].length; e++) this.sums[part][e] += this.transitions[part][e]
  }

  /** Rounds to single precision, as stored in a file. */
  averaged(epochs: number): Transitions {
    const { start, next, stop } = this.sums
    const mean = (sums: Float64Array) => Float64Array.from(sums, (sum) => Math.fround(sum / epochs))
    return { tags: this.k, start: mean(start), next: mean(next), stop: mean(stop) }
  }

  private step(
    weights: Float64Array,
    squares: Float64Array,
    gradient: Float64Array,
    at: number,
    gold = -1,
  ): void {
    for (let e = 0; e < weights.length; e++) {
      const g = gradient[at + e] - (e === gold ? 1 : 0)
      squares[e] += g * g
      weights[e] -= (this.rate * g) / Math.sqrt(squares[e])
    }
  }
}

/** Drops small weights and rounds the others to integers of at most 127 units. */
function freeze(data: CrfData, weights: Float32Array, k: number, options: CrfTraining): LinearModel {
  const threshold = options.threshold ?? 0.01
  let largest = 0
  for (let e = 0; e < weights.length; e++) largest = Math.max(largest, Math.abs(weights[e]))
  const scale = Math.max(largest / 127, 1e-6)
  const kept = new LinearRows()
  for (let r = 0; r < data.features.length; r++) {
    for (let y = 0; y < k; y++) {
      const weight = weights[r * k + y]
      if (Math.abs(weight) >= threshold) kept.add(y, Math.round(weight / scale))
    }
    kept.end(data.features[r])
  }
  return kept.model(k, scale)
}
