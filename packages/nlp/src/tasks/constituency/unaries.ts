// Chains of constituents with one child each as one constituent, S over VP as S+VP, and back.
import { ParleyError } from '@parleyjs/core'
import { foldTree, node, type PennTree } from '../../text/penn/tree.js'

const JOINT = '+'

export interface CollapseOptions {
  /** Labels that stay constituents of their own. Default: TOP. */
  readonly keep?: readonly string[]
  /** Whether a chain swallows the tag below it, NP over NN as NP+NN. Default false. */
  readonly tags?: boolean
}

/**
 * A tree in which no constituent has a constituent as its only child.
 *
 * @example
 * writePenn(collapseUnaries(parsePenn('(TOP (S (VP (VB Go) (. !))))')[0])) // '(TOP (S+VP (VB Go) (. !)))'
 */
export function collapseUnaries(
  tree: PennTree,
  { keep = ['TOP'], tags = false }: CollapseOptions = {},
): PennTree {
  return foldTree<PennTree>(tree, (at, children) => {
    if (at.label.includes(JOINT, 1) && (tags || at.word === undefined))
      throw new ParleyError('bad-argument', `The label ${at.label} contains ${JOINT}, which joins labels.`)
    if (at.word !== undefined) return at
    const only = children.length === 1 ? children[0] : undefined
    if (
      only === undefined ||
      keep.includes(at.label) ||
      keep.includes(at.children[0].label) ||
      (only.word !== undefined && !tags)
    )
      return node(at.label, children)
    return { ...only, label: at.label + JOINT + only.label }
  })
}

/** The tree that `collapseUnaries` was given; `tags` as it was there. */
export function expandUnaries(
  tree: PennTree,
  { tags = false }: Pick<CollapseOptions, 'tags'> = {},
): PennTree {
  return foldTree<PennTree>(tree, (at, children) => {
    if (at.word !== undefined && !tags) return at
    const labels = splitLabel(at.label)
    const last = labels.length - 1
    let made: PennTree =
      at.word === undefined
        ? node(labels[last], children)
        : { label: labels[last], children: [], word: at.word }
    for (let i = last - 1; i >= 0; i--) made = node(labels[i], [made])
    return made
  })
}

/** The labels of a chain; a + at the beginning of one belongs to it. */
function splitLabel(label: string): string[] {
  return label.split(/(?<=[^+])\+/)
}
