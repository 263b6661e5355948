// The sizes of the network for tagging and parsing, and the parameters that follow from them.
import { type BertSizes, bertShapes, type Shape } from '@parleyjs/learn'

export interface NetworkSizes extends BertSizes {
  /** Number of characters, with one for unknown ones and one for the root. */
  readonly characters: number
  readonly relations: number
  /** Numbers of labels that a word gets by itself. */
  readonly upos: number
  readonly xpos: number
  readonly feats: number
  readonly lemmas: number
}

/** What the network says about each word by itself: UPOS, XPOS, features, and how its lemma is made. */
export const WORD_LABELS = ['upos', 'xpos', 'feats', 'lemmas'] as const
export type WordLabel = (typeof WORD_LABELS)[number]

/** The parameters that only `embedding` reads. */
export const NETWORK_TABLES = ['pieces', 'positions', 'characters', 'shapes']

/** Numbers per character, per word from its characters, and per shape of a word. */
const CHARACTER = 32
const SPELLING = 64
const SHAPE = 32
/** Characters that a convolution sees at once: this many on either side of one. */
export const CHARACTER_REACH = 1
/** Kinds of shapes: see `shapeOf`. */
export const SHAPES = 8
/** Numbers per word for arcs and for relations. */
const ARC = 256
const RELATION = 96

/** The shapes of all parameters, by name. */
export function networkShapes(sizes: NetworkSizes): Record<string, Shape> {
  const word = sizes.width + SHAPE + SPELLING
  const layer = (name: string, from: number, to: number): Record<string, Shape> => ({
    [name]: [from, to],
    [`${name}.bias`]: [1, to],
  })
  return {
    ...bertShapes(sizes),
    characters: [sizes.characters, CHARACTER],
    ...layer('spelling', (2 * CHARACTER_REACH + 1) * CHARACTER, SPELLING),
    shapes: [SHAPES, SHAPE],
    ...Object.assign({}, ...WORD_LABELS.map((name) => layer(name, word, sizes[name]))),
    ...layer('arc.head', word, ARC),
    ...layer('arc.modifier', word, ARC),
    ...layer('arc', ARC, ARC),
    ...layer('relation.head', word, RELATION),
    ...layer('relation.modifier', word, RELATION),
    ...layer('relation', RELATION, sizes.relations * RELATION),
    ...layer('relation.alone', RELATION, sizes.relations),
  }
}
