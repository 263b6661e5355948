// The loss of the network on sentences with known tags, heads and relations, word by word: cross-entropy of
// each word's head, of its relation given the right head, and of its own labels.
import { Random } from '@parleyjs/core/internal'
import { crossEntropy, type Parameters, Tape } from '@parleyjs/learn'
import { batchOf, type EncodedWords } from './batch.js'
import { scoreWords } from './network.js'
import { type NetworkSizes, WORD_LABELS, type WordLabel } from './sizes.js'

/** A sentence to learn from. Arrays have an entry for the root, −1; −1 elsewhere means unknown. */
export interface TrueWords extends EncodedWords {
  readonly heads: readonly number[]
  readonly relations: readonly number[]
  readonly labels: Readonly<Record<WordLabel, readonly number[]>>
}

/** A piece of a mini-batch. */
export interface Lesson {
  readonly sentences: readonly TrueWords[]
  /** Every loss is multiplied by this: 1 / number of words in the mini-batch. */
  readonly weight: number
}

export interface LessonOptions {
  readonly sizes: NetworkSizes
  /** Rates of dropout. */
  readonly encoderDrop: number
  readonly wordDrop: number
}

/** Weights of the losses of words' own labels, relative to those of heads and relations. */
const LABEL_WEIGHTS: Readonly<Record<WordLabel, number>> = {
  upos: 0.5,
  xpos: 0.25,
  feats: 0.25,
  lemmas: 0.25,
}

/** Goes through the network and back; returns the loss. */
export function learnWords(
  parameters: Parameters,
  { sentences, weight }: Lesson,
  seed: number,
  { sizes, encoderDrop, wordDrop }: LessonOptions,
): number {
  const tape = new Tape(parameters.memory, true)
  const random = Random.of(seed + 1)
  const batch = batchOf(sentences)
  const { wordStarts } = batch
  const scores = scoreWords(tape, parameters, sizes, batch, { encoder: encoderDrop, words: wordDrop, random })
  const lengths = sentences.flatMap(({ shapes }) => shapes.map(() => shapes.length))
  const heads = sentences.flatMap((sentence) => sentence.heads)
  const relations = sentences.flatMap((sentence) => sentence.relations)
  const pairs: number[] = []
  const wanted: number[] = []
  sentences.forEach((sentence, s) => {
    sentence.heads.forEach((head, m) => {
      if (head < 0) return
      pairs.push(wordStarts[s] + m, wordStarts[s] + head)
      wanted.push(relations[wordStarts[s] + m])
    })
  })
  let loss = crossEntropy(tape, scores.arcs, heads, { weight, choices: (row) => lengths[row] })
  loss += crossEntropy(tape, scores.relations(pairs), wanted, { weight })
  for (const kind of WORD_LABELS) {
    const right = sentences.flatMap(({ labels }) => labels[kind])
    loss += crossEntropy(tape, scores.labels(kind), right, { weight: LABEL_WEIGHTS[kind] * weight })
  }
  tape.backward()
  tape.clear()
  return loss
}
