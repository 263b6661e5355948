// Finer categories than the treebank's, which a head-driven model needs: noun phrases without noun phrases
// inside (Collins' NPB). `plainLabel` reverts them.
import { type HeadRules, headChild } from '../../../text/penn/head-rules.js'
import { foldTree, node, type PennTree } from '../../../text/penn/tree.js'

const BASE = 'NPB'

/** The tree with finer categories. */
export function markBasePhrases(tree: PennTree): PennTree {
  return foldTree<PennTree>(tree, (at, children) => {
    if (at.word !== undefined) return at
    return node(at.label === 'NP' && isBase(at) ? BASE : at.label, children)
  })
}

/** The treebank's own category. */
export function plainLabel(label: string): string {
  return label === BASE ? 'NP' : label
}

/** The head child of a constituent with finer categories, which head rules do not know. */
export function annotatedHead({ label, children }: PennTree, rules?: HeadRules): number {
  const plain = children.map((child) => ({ ...child, label: plainLabel(child.label) }))
  return headChild({ label: plainLabel(label), children: plain }, rules)
}

/** Whether no noun phrase is inside but possessive ones. */
function isBase({ children }: PennTree): boolean {
  return children.every(({ label, children: below }) =>
    label === 'NP'
      ? below.length > 0 && below[below.length - 1].label === 'POS'
      : label !== 'S' && label !== 'SBAR' && label !== 'PP' && label !== 'VP',
  )
}
