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
import { type WordBatch, wordRows } from './batch.js'
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
  const of = (name: string) => parameters.of(name)
  const layer = (x: Tensor, name: string) => linear(tape, x, parameters.matrix(name), of(`${name}.bias`))
  const dropped = (x: Tensor) => (drop === null ? x : dropout(tape, x, drop.words, drop.random))
  const bent = (x: Tensor, name: string) => dropped(rectified(tape, layer(x, name), LEAK))
  const inside = drop && { rate: drop.encoder, random: drop.random }
  const pieces = bert(tape, parameters, sizes, batch.pieces, batch.pieceStarts, inside)
  const contexts = embedding(tape, means(tape, pieces, batch.wordPieces), wordRows(batch))
  const shapes = embedding(tape, parameters.table('shapes'), batch.shapes)
  const words = dropped(concatenate(tape, contexts, shapes, spelling(tape, parameters, batch)))
  const [head, modifier] = [bent(words, 'arc.head'), bent(words, 'arc.modifier')]
  const [relationHead, relationModifier] = [bent(words, 'relation.head'), bent(words, 'relation.modifier')]
  const together = layer(relationModifier, 'relation')
  const alone = layer(relationModifier, 'relation.alone')
  return {
    labels: (kind) => layer(words, kind),
    arcs: biaffine(tape, modifier, head, parameters.matrix('arc'), of('arc.bias'), batch.wordStarts),
    relations(pairs) {
      const modifiers = Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i])
      const both = labelScores(tape, together, relationHead, pairs)
      return add(tape, both, embedding(tape, alone, modifiers))
    },
  }
}

/** A vector for each word from its characters: a convolution, and the maximum over the word. */
function spelling(tape: Tape, parameters: NetworkWeights, batch: WordBatch): Tensor {
  const characters = embedding(tape, parameters.table('characters'), batch.characters)
  const around = neighbours(tape, characters, batch.characterStarts, CHARACTER_REACH)
  const seen = linear(tape, around, parameters.matrix('spelling'), parameters.of('spelling.bias'))
  return maxima(tape, rectified(tape, seen), batch.characterStarts)
}
