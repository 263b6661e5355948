// The network for tagging and parsing: pieces through an encoder like BERT, words as means of their pieces
// beside their spelling and shape, then scores of tags, and biaffine scores of arcs and relations (Dozat and
// Manning 2017).

import type { Random } from '@parleyjs/core/internal'
import {
  add,
  bert,
  biaffine,
  concatenate,
  dropout,
  embedding,
  labelScores,
  linear,
  maxima,
  means,
  type NetworkWeights,
  neighbours,
  rectified,
  type Tape,
  type Tensor,
} from '@parleyjs/learn'
import type { WordBatch } from './batch.js'
import { CHARACTER_REACH, type NetworkSizes, type WordLabel } from './sizes.js'

/** Rates of dropout in the encoder and after it. */
export interface Dropping {
  readonly encoder: number
  readonly words: number
  readonly random: Random
}

/** Negative numbers keep this share. */
const LEAK = 0.1

/** The scores of a batch. */
export interface WordScores {
  /** Scores of a kind of labels, a row per word; the roots' are meaningless. */
  labels(kind: WordLabel): Tensor
  /** Row m has the score of each head in the sentence of word m, by the head's place in it. */
  readonly arcs: Tensor
  /** Scores of relations for pairs of rows: modifier, head, modifier, head, … */
  relations(pairs: ArrayLike<number>): Tensor
}

export function scoreWords(
  tape: Tape,
  parameters: NetworkWeights,
  sizes: NetworkSizes,
  batch: WordBatch,
  drop: Dropping | null = null,
): WordScores {
  const contexts = contextsOf(tape, parameters, sizes, batch, drop)
  const layers = new WordLayers(tape, parameters, drop)
  const words = layers.words(contexts, batch)
  const [head, modifier] = [layers.bent(words, 'arc.head'), layers.bent(words, 'arc.modifier')]
  const [relationHead, relationModifier] = [
    layers.bent(words, 'relation.head'),
    layers.bent(words, 'relation.modifier'),
  ]
  const together = layers.layer(relationModifier, 'relation')
  const alone = layers.layer(relationModifier, 'relation.alone')
  return {
    labels: (kind) => layers.layer(words, kind),
    arcs: biaffine(
      tape,
      modifier,
      head,
      parameters.matrix('arc'),
      parameters.of('arc.bias'),
      batch.wordStarts,
    ),
    relations: (pairs) => relationScores(tape, together, alone, relationHead, pairs),
  }
}

/** A vector for each word from the pieces of its sentence. */
export function contextsOf(
  tape: Tape,
  parameters: NetworkWeights,
  sizes: NetworkSizes,
  batch: Pick<WordBatch, 'pieces' | 'pieceStarts' | 'wordPieces' | 'wordRuns'>,
  drop: Dropping | null = null,
): Tensor {
  const inside = drop && { rate: drop.encoder, random: drop.random }
  const pieces = bert(tape, parameters, sizes, batch.pieces, batch.pieceStarts, inside)
  return embedding(tape, means(tape, pieces, batch.wordPieces), batch.wordRuns)
}

/** The layers after the encoder. */
export class WordLayers {
  constructor(
    private readonly tape: Tape,
    private readonly parameters: NetworkWeights,
    private readonly drop: Dropping | null = null,
  ) {}

  /** All that the network knows of each word. */
  words(contexts: Tensor, batch: Pick<WordBatch, 'shapes' | 'characters' | 'characterStarts'>): Tensor {
    const shapes = embedding(this.tape, this.parameters.table('shapes'), batch.shapes)
    return this.dropped(concatenate(this.tape, contexts, shapes, this.spelling(batch)))
  }

  layer(x: Tensor, name: string): Tensor {
    return linear(this.tape, x, this.parameters.matrix(name), this.parameters.of(`${name}.bias`))
  }

  /** A layer that is not linear. */
  bent(x: Tensor, name: string): Tensor {
    return this.dropped(rectified(this.tape, this.layer(x, name), LEAK))
  }

  private dropped(x: Tensor): Tensor {
    const { drop } = this
    return drop === null ? x : dropout(this.tape, x, drop.words, drop.random)
  }

  /** A vector for each word from its characters: a convolution, and the maximum over the word. */
  private spelling({
    characters,
    characterStarts,
  }: Pick<WordBatch, 'characters' | 'characterStarts'>): Tensor {
    const { tape } = this
    const vectors = embedding(tape, this.parameters.table('characters'), characters)
    const around = neighbours(tape, vectors, characterStarts, CHARACTER_REACH)
    return maxima(tape, rectified(tape, this.layer(around, 'spelling')), characterStarts)
  }
}

/**
 * Scores of relations for pairs of a row of `together` and `alone` (a modifier) and a row of `heads`.
 */
export function relationScores(
  tape: Tape,
  together: Tensor,
  alone: Tensor,
  heads: Tensor,
  pairs: ArrayLike<number>,
): Tensor {
  const modifiers = Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i])
  return add(tape, labelScores(tape, together, heads, pairs), embedding(tape, alone, modifiers))
}
