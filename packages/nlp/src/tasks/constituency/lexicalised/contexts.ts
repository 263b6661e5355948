// Contexts of the predictions of the head-driven model, from the most detailed to the most general, as
// hashes. Training and parsing share these, so that they cannot differ.
import { Kind } from './backoff.js'
import { mix } from './hashing.js'

export const HEAD_LEVELS = 3
export const MODIFIER_LEVELS = 5
export const TAG_LEVELS = 3
export const WORD_LEVELS = 4

/** A head child, given category, head word and its tag. */
export function headContexts(category: number, word: number, tag: number, to: Int32Array): void {
  const plain = mix(Kind.head, category)
  to[2] = mix(plain, 1)
  const withTag = mix(plain, tag)
  to[1] = mix(withTag, 2)
  to[0] = mix(mix(withTag, word), 3)
}

/** A modifier's symbol (or the end), given everything before it. */
export function modifierContexts(
  category: number,
  headChild: number,
  side: number,
  memory: number,
  gap: number,
  word: number,
  tag: number,
  to: Int32Array,
): void {
  const plain = mix(mix(Kind.modifier, side), category)
  to[4] = mix(plain, 1)
  const child = mix(plain, headChild)
  to[3] = mix(mix(child, memory === 0 ? 0 : 1), 2)
  const place = mix(mix(child, memory), gap)
  to[2] = mix(place, 3)
  const withTag = mix(place, tag)
  to[1] = mix(withTag, 4)
  to[0] = mix(mix(withTag, word), 5)
}

/** The tag of a modifier's head word, given the modifier's symbol. */
export function tagContexts(
  symbol: number,
  category: number,
  side: number,
  headTag: number,
  to: Int32Array,
): void {
  const plain = mix(Kind.tag, symbol)
  to[2] = mix(plain, 1)
  const place = mix(mix(plain, category), side)
  to[1] = mix(place, 2)
  to[0] = mix(mix(place, headTag), 3)
}

/** The head word of a modifier, given its symbol and tag. */
export function wordContexts(
  symbol: number,
  tag: number,
  category: number,
  side: number,
  headWord: number,
  headTag: number,
  to: Int32Array,
): void {
  const plain = mix(Kind.word, tag)
  to[3] = mix(plain, 1)
  const place = mix(plain, symbol)
  to[2] = mix(place, 2)
  const near = mix(mix(mix(place, category), side), headTag)
  to[1] = mix(near, 3)
  to[0] = mix(mix(near, headWord), 4)
}

/** The symbol of the whole sentence. */
export const ROOT_CONTEXT = mix(Kind.root, 1)
/** Any symbol with any tag. */
export const ANY_CONTEXT = mix(Kind.any, 1)
