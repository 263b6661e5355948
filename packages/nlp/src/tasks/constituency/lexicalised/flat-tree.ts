// Constituents from dependencies alone: for sentences that the grammar cannot derive.
import { TOP } from '../../../text/penn/clean.js'
import { leaf, node, type PennTree } from '../../../text/penn/tree.js'

/** The category of a word with modifiers, by the first letters of its tag. */
const CATEGORIES: readonly (readonly [string, string])[] = [
  ['NN', 'NP'],
  ['PRP', 'NP'],
  ['CD', 'NP'],
  ['VB', 'VP'],
  ['MD', 'VP'],
  ['TO', 'VP'],
  ['IN', 'PP'],
  ['JJ', 'ADJP'],
  ['RB', 'ADVP'],
]

/**
 * One constituent for every word that has modifiers.
 *
 * @example
 * writePenn(flatTree(['the', 'rain'], ['DT', 'NN'], [2, 0])) // '(TOP (NP (DT the) (NN rain)))'
 */
export function flatTree(
  words: readonly string[],
  tags: readonly string[],
  heads: ArrayLike<number>,
): PennTree {
  const modifiers: number[][] = Array.from({ length: words.length + 1 }, () => [])
  for (let m = 1; m <= words.length; m++) modifiers[heads[m - 1]].push(m)
  const made: (PennTree | undefined)[] = []
  // Without recursion: a word is made once all of its modifiers are.
  const waiting = [...modifiers[0]]
  while (waiting.length > 0) {
    const h = waiting[waiting.length - 1]
    const open = modifiers[h].filter((m) => made[m] === undefined)
    if (open.length > 0) {
      waiting.push(...open)
      continue
    }
    waiting.pop()
    const word = leaf(tags[h - 1], words[h - 1])
    const below = (side: (m: number) => boolean) => modifiers[h].filter(side).map((m) => made[m]!)
    made[h] =
      modifiers[h].length === 0
        ? word
        : node(categoryOf(tags[h - 1]), [...below((m) => m < h), word, ...below((m) => m > h)])
  }
  const tops = modifiers[0].map((m) => made[m]!)
  return node(TOP, [tops.length === 1 && tops[0].word === undefined ? tops[0] : node('FRAG', tops)])
}

function categoryOf(tag: string): string {
  return CATEGORIES.find(([begin]) => tag.startsWith(begin))?.[1] ?? 'FRAG'
}
