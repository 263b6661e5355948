// What a training leaves behind, as a network for a model file.
import { Parameters, Workspace } from '@parleyjs/learn'
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
  readonly pieces: readonly string[]
}

/** A network from the names of its training and the treebank that it learned from. */
export function networkOf(
  { names, sizes, characters, pieces }: TrainingNames,
  sentences: readonly Sentence[],
  about: { readonly licence: string; readonly trainedOn: string },
): TrainedNetwork {
  return {
    sizes,
    encoder: new WordEncoder(new WordPieces(pieces), characters),
    names,
    seen: seenWords(sentences, names),
    singleRoot: sentences.every(({ heads }) => heads.filter((head) => head === 0).length === 1),
    parts: ['arc'],
    ...about,
  }
}

/** The parameters in a block of all of them, as checkpoints have it. */
export function parametersOf(sizes: NetworkSizes, block: Float32Array): Parameters {
  const memory = new Workspace()
  const parameters = new Parameters(memory, networkShapes(sizes))
  memory.floats.set(block.subarray(0, parameters.length), parameters.of('pieces').at >> 2)
  return parameters
}
