// Constituency trees as plain objects for JSON.
import { type LexicalTree, lexicalise } from './dependencies.js'
import { decodeWord } from './escapes.js'
import type { HeadRules } from './head-rules.js'
import type { PennTree } from './tree.js'

/** A constituent or a tagged word; words count from 0, and `end` is the word after the last. */
export interface ConstituentJson {
  readonly label: string
  /** The word as it stands in text; only for tagged words. */
  readonly word?: string
  readonly start: number
  readonly end: number
  /** The head word. */
  readonly head: number
  /** The children; only for constituents. */
  readonly children?: readonly ConstituentJson[]
}

/**
 * A tree with spans and head words.
 *
 * @example
 * constituencyJson(parsePenn('(NP (DT the) (NN rain))')[0]).head // 1
 */
export function constituencyJson(tree: PennTree, rules?: HeadRules): ConstituentJson {
  return plain(lexicalise(tree, rules))
}

function plain({ label, word, start, end, head, children }: LexicalTree): ConstituentJson {
  return word === undefined
    ? { label, start, end, head, children: children.map(plain) }
    : { label, word: decodeWord(word), start, end, head }
}
