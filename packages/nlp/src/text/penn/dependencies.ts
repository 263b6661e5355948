// Dependencies from constituents: the head word of every child except the head child depends on the head word
// of the constituent.
import { COLLINS_HEAD_RULES, type HeadRules, headChild } from './head-rules.js'
import { foldTree, type PennTree } from './tree.js'

/** A tree that knows the head word of every constituent. */
export interface LexicalTree {
  readonly label: string
  readonly word?: string
  /** Its words: `start` to `end - 1`, counted from 0. */
  readonly start: number
  readonly end: number
  /** The head word, counted from 0. */
  readonly head: number
  /** Which child the head word comes from; -1 for a preterminal. */
  readonly headChild: number
  readonly children: readonly LexicalTree[]
}

/**
 * The same tree with head words.
 *
 * @example
 * lexicalise(parsePenn('(NP (DT the) (NN rain))')[0]).head // 1
 */
export function lexicalise(tree: PennTree, rules: HeadRules = COLLINS_HEAD_RULES): LexicalTree {
  let count = 0
  return foldTree<LexicalTree>(tree, (at, children) => {
    const { label, word } = at
    if (word !== undefined) {
      const start = count++
      return { label, word, start, end: count, head: start, headChild: -1, children }
    }
    const which = headChild(at, rules)
    const { head } = children[which]
    return { label, start: children[0].start, end: count, head, headChild: which, children }
  })
}

/** The dependency of one word. */
export interface ConstituentRelation {
  /** The constituent that joins the word with its head, such as S. */
  readonly parent: string
  /** Its child with the head word, such as VP. */
  readonly head: string
  /** Its child with the dependent word, such as NP. */
  readonly modifier: string
  readonly direction: 'left' | 'right'
}

/**
 * Every word's head, counted from 1; 0 for the root. `relations` says by which constituents; null for the
 * root.
 */
export interface ConstituentDependencies {
  readonly heads: Int32Array
  readonly relations: readonly (ConstituentRelation | null)[]
}

/**
 * The dependencies of a tree.
 *
 * @example
 * dependencies(parsePenn('(S (NP (PRP We)) (VP (VBP go)))')[0]).heads // Int32Array [2, 0]
 */
export function dependencies(tree: PennTree, rules: HeadRules = COLLINS_HEAD_RULES): ConstituentDependencies {
  const root = lexicalise(tree, rules)
  const heads = new Int32Array(root.end)
  const relations: (ConstituentRelation | null)[] = Array.from(heads, () => null)
  const waiting = [root]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const child of at.children) {
      waiting.push(child)
      if (child.head === at.head) continue
      heads[child.head] = at.head + 1
      relations[child.head] = {
        parent: at.label,
        head: at.children[at.headChild].label,
        modifier: child.label,
        direction: child.head < at.head ? 'left' : 'right',
      }
    }
  return { heads, relations }
}
