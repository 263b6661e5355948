// The loss of the network on sentences with known tags, heads and relations, word by word: cross-entropy of
// each word's head, of its relation given the right head, and of its own labels.
import { Random } from '@parleyjs/core/internal'
import {
  crossEntropy,
  type Parameters,
  type RowShares,
  sharedCrossEntropy,
  Tape,
  type Tensor,
} from '@parleyjs/learn'
import { batchOf, type EncodedWords } from './batch.js'
import { scoreWords } from './network.js'
import { joined, rowsOf, type Taught } from './row-shares.js'
import { type NetworkSizes, WORD_LABELS, type WordLabel } from './sizes.js'

/** A sentence to learn from. Arrays have an entry for the root, −1; −1 elsewhere means unknown. */
export interface TrueWords extends EncodedWords {
  readonly heads: readonly number[]
  readonly relations: readonly number[]
  readonly labels: Readonly<Record<WordLabel, readonly number[]>>
  /** Probabilities that a teacher gave, for some or all sentences of a training. */
  readonly taught?: Taught
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
  /** Share of the loss that compares with a teacher's probabilities. Default 0. */
  readonly taughtShare?: number
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
  { sizes, encoderDrop, wordDrop, taughtShare = 0 }: LessonOptions,
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
  const within = (row: number) => lengths[row]
  const losses: Loss[] = [
    { kind: 'heads', scores: scores.arcs, right: heads, weight, choices: within },
    { kind: 'relations', scores: scores.relations(pairs), right: wanted, weight },
    ...WORD_LABELS.map((kind) => ({
      ...{ kind, scores: scores.labels(kind), weight: LABEL_WEIGHTS[kind] * weight },
      right: sentences.flatMap(({ labels }) => labels[kind]),
    })),
  ]
  let loss = 0
  for (const { kind, scores, right, ...options } of losses) {
    const known = { ...options, weight: (1 - taughtShare) * options.weight }
    loss += crossEntropy(tape, scores, right, known)
    if (taughtShare === 0) continue
    const shares = taughtShares(sentences, kind)
    loss += sharedCrossEntropy(tape, scores, shares, { ...options, weight: taughtShare * options.weight })
  }
  tape.backward()
  tape.clear()
  return loss
}

/** A loss over the rows of words, or for relations over those of words with a head. */
interface Loss {
  readonly kind: keyof Taught
  readonly scores: Tensor
  readonly right: readonly number[]
  readonly weight: number
  readonly choices?: (row: number) => number
}

function taughtShares(sentences: readonly TrueWords[], kind: keyof Taught): RowShares {
  const parts = sentences.map(({ taught, heads }) => {
    const own = taught?.[kind] ?? NOTHING(heads.length)
    return kind === 'relations' ? rowsOf(own, (m) => heads[m] >= 0) : own
  })
  return joined(parts)
}

const NOTHING = (rows: number): RowShares => ({ starts: new Int32Array(rows + 1), columns: [], shares: [] })
