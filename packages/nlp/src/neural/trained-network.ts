// What a training leaves behind, as a network for a model file.
import { placesOf, stepOf } from '@parleyjs/learn/internal'
import type { Sentence } from '../text/conllu/sentence.js'
import { WordEncoder } from './batch.js'
import type { LabelNames } from './label-sets.js'
import type { TrainedNetwork } from './network-model.js'
import { seenWords } from './seen-words.js'
import { type NetworkSizes, networkShapes } from './sizes.js'
import { WordPieces } from './word-pieces.js'

/** The names that a training writes beside its checkpoints. */
export interface TrainingNames {
  readonly names: LabelNames
  readonly sizes: NetworkSizes
  readonly characters: readonly string[]
  readonly vocab: readonly string[]
}

/** A network from the names of its training and the treebank that it learned from. */
export function networkOf(
  { names, sizes, characters, vocab }: TrainingNames,
  sentences: readonly Sentence[],
  about: { readonly licence: string; readonly trainedOn: string },
): TrainedNetwork {
  return {
    sizes,
    encoder: new WordEncoder(new WordPieces(vocab), characters),
    names,
    seen: seenWords(sentences, names),
    singleRoot: sentences.every(({ heads }) => heads.filter((head) => head === 0).length === 1),
    parts: ['arc'],
    ...about,
  }
}

/** Reads parameters by their names from a block of all of them, as checkpoints have it. */
export function readParameters(
  sizes: NetworkSizes,
  block: ArrayLike<number>,
): (name: string) => Float32Array {
  const shapes = networkShapes(sizes)
  const places = new Map(placesOf(shapes).map(({ name, from }) => [name, from]))
  return (name) => {
    const [rows, columns] = shapes[name]
    const from = places.get(name) ?? 0
    const values = new Float32Array(rows * columns)
    for (let i = 0; i < values.length; i++)
      values[i] = block[from + Math.floor(i / columns) * stepOf(columns) + (i % columns)]
    return values
  }
}
