// The parameters of the network that scores arcs beside the table of weights: what a word is (embeddings of
// its atoms), what it is among its neighbours (two convolutions), and how a head and a modifier fit (a layer
// over both, the words between and the distance).

import { IntTable } from '@parleyjs/core/internal'
import type { PackedValues } from '@parleyjs/learn/internal'
import { ATOMS, Atom, type EncodedSentence } from '../features/encode.js'

/** Atoms that have embeddings, and how many numbers each. */
export const EMBEDDED: readonly (readonly [atom: number, size: number])[] = [
  [Atom.form, 32],
  [Atom.lemma, 24],
  [Atom.suffix, 12],
  [Atom.upos, 12],
  [Atom.xpos, 12],
  [Atom.feats, 12],
  [Atom.case, 8],
  [Atom.agreement, 8],
  [Atom.verb, 8],
]
/** Length of a word's embedding. */
export const WORD = EMBEDDED.reduce((sum, [, size]) => sum + size, 0)
/** Width of each hidden layer. */
export const HIDDEN = 64
/** Number of words that a convolution sees on either side. */
export const REACH = 2
export const WINDOW = 2 * REACH + 1
/** Number of distance classes, with direction. */
const DISTANCES = 22

/** All parameters by name; matrices lie row by row, a row per output. */
export interface Layers {
  /** Embeddings of every kind of atom, a row each; row 0 is for what training did not see. */
  readonly embeddings: readonly Float32Array[]
  readonly first: Float32Array // WINDOW matrices HIDDEN × WORD
  readonly firstBias: Float32Array
  readonly second: Float32Array // WINDOW matrices HIDDEN × HIDDEN
  readonly secondBias: Float32Array
  readonly head: Float32Array // HIDDEN × HIDDEN, as are the next four
  readonly modifier: Float32Array
  readonly between: Float32Array
  readonly labelHead: Float32Array
  readonly labelModifier: Float32Array
  readonly distance: Float32Array // DISTANCES × HIDDEN
  readonly arc: Float32Array // HIDDEN
  readonly label: Float32Array // labels × HIDDEN
  readonly labelBias: Float32Array
}

/**
 * The same for scoring, which needs few embeddings at a time: they may stay packed as in the model's file.
 */
export type ScoringLayers = Omit<Layers, 'embeddings'> & {
  readonly embeddings: readonly (Float32Array | PackedValues)[]
}

/** The names of all layers but the embeddings, in the order of files. */
export const LAYER_NAMES = [
  'first',
  'firstBias',
  'second',
  'secondBias',
  'head',
  'modifier',
  'between',
  'labelHead',
  'labelModifier',
  'distance',
  'arc',
  'label',
  'labelBias',
] as const

/** The layers from HIDDEN to HIDDEN numbers, which all words go through. */
export const SQUARE = ['head', 'modifier', 'between', 'labelHead', 'labelModifier'] as const

/** Bytes of a row of one hidden layer, and of a row of a word's outputs of all square layers. */
export const ROW = 4 * HIDDEN
export const OUT = SQUARE.length * ROW
/** Where each of the square layers begins in such a row. */
export const OUT_AT = { head: 0, modifier: ROW, between: 2 * ROW, labelHead: 3 * ROW, labelModifier: 4 * ROW }

/** Sizes of the layers for a number of labels. */
export function layerSizes(labels: number): Readonly<Record<(typeof LAYER_NAMES)[number], number>> {
  return {
    first: WINDOW * HIDDEN * WORD,
    firstBias: HIDDEN,
    second: WINDOW * HIDDEN * HIDDEN,
    secondBias: HIDDEN,
    head: HIDDEN * HIDDEN,
    modifier: HIDDEN * HIDDEN,
    between: HIDDEN * HIDDEN,
    labelHead: HIDDEN * HIDDEN,
    labelModifier: HIDDEN * HIDDEN,
    distance: DISTANCES * HIDDEN,
    arc: HIDDEN,
    label: labels * HIDDEN,
    labelBias: labels,
  }
}

/** Maps the atoms of a word to rows of the embedding tables. */
export class Rows {
  private readonly numbers: readonly IntTable[]

  constructor(
    /** The hashes that training saw, for every kind of atom: hash i has row i + 1. */
    readonly known: readonly Int32Array[],
  ) {
    this.numbers = known.map((hashes) => IntTable.numbering(hashes))
  }

  /** Rows of the words 0 … n: out[word · kinds + kind]. */
  fill({ length, atoms }: EncodedSentence, out: Int32Array, at: number): void {
    const kinds = EMBEDDED.length
    for (let i = 0; i <= length; i++)
      for (let k = 0; k < kinds; k++)
        out[at + i * kinds + k] = this.numbers[k].get(atoms[(i + 2) * ATOMS + EMBEDDED[k][0]])
  }
}

/** The number of a distance, with direction. */
export function distanceRow(head: number, modifier: number): number {
  if (head === 0) return 0
  const distance = head < modifier ? modifier - head : head - modifier
  const bin = distance <= 6 ? distance : distance <= 10 ? 7 : distance <= 15 ? 8 : distance <= 30 ? 9 : 10
  return head < modifier ? bin : 11 + bin
}
