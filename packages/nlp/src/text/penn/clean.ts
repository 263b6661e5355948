// Prepares the trees of a treebank for training and evaluation: removes traces and markup, cuts functions and
// indices from labels, and gives every tree the root TOP.
import { foldTree, leaf, node, type PennTree } from './tree.js'

/** The label of every clean tree's root; it has one child. */
export const TOP = 'TOP'

/** Labels that files give to their outermost bracket. */
export const ROOT_LABELS: ReadonlySet<string> = new Set(['', TOP, 'ROOT', 'S1'])

export interface CleanOptions {
  /** Tags of leaves that are not words: traces, and the markup of some corpora. Default: -NONE- and CODE. */
  readonly remove?: readonly string[]
}

/**
 * A tree for training and evaluation, or null if it has no words. Constituents that hold only traces go with
 * them. Several children of the outermost bracket are put into one constituent: S if one of them is an S,
 * else FRAG.
 *
 * @example
 * writePenn(cleanTree(parsePenn('( (S (NP-SBJ-1 (PRP I)) (VP (VB go) (NP (-NONE- *T*-1)))))')[0]))
 * // '(TOP (S (NP (PRP I)) (VP (VB go))))'
 */
export function cleanTree(
  tree: PennTree,
  { remove = ['-NONE-', 'CODE'] }: CleanOptions = {},
): PennTree | null {
  const kept = foldTree<PennTree[]>(tree, (at, below, ancestors) => {
    if (at.word !== undefined) return remove.includes(at.label) ? [] : [leaf(baseLabel(at.label), at.word)]
    const children = below.flat()
    if (children.length === 0) return []
    // A bracket without a label carries no information, wherever it stands.
    const isRoot = ancestors.length === 0 && ROOT_LABELS.has(at.label)
    return isRoot || at.label === '' ? children : [node(baseLabel(at.label), children)]
  })
  if (kept.length === 0) return null
  return node(TOP, [kept.length === 1 ? kept[0] : node(labelOfSeveral(kept), kept)])
}

/**
 * A label without function tags and indices; labels of brackets stay as they are.
 *
 * @example
 * baseLabel('NP-SBJ=2') // 'NP'
 * baseLabel('-LRB-') // '-LRB-'
 */
export function baseLabel(label: string): string {
  if (label.startsWith('-') || label.startsWith('=')) return label
  const cut = label.search(/[-=]/)
  return cut < 0 ? label : label.slice(0, cut)
}

/**
 * Without constituents whose only child is a constituent of the same label, such as an NP that lost its
 * trace.
 *
 * @example
 * writePenn(dropRepeats(parsePenn('(NP (NP (NN rain)))')[0])) // '(NP (NN rain))'
 */
export function dropRepeats(tree: PennTree): PennTree {
  return foldTree<PennTree>(tree, (at, children) => {
    if (at.word !== undefined) return at
    const only = children.length === 1 ? children[0] : undefined
    return only !== undefined && only.word === undefined && only.label === at.label
      ? only
      : node(at.label, children)
  })
}

function labelOfSeveral(trees: readonly PennTree[]): string {
  return trees.some(({ label }) => label === 'S') ? 'S' : 'FRAG'
}
