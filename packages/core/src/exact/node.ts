// A node of the search tree, and the place of its proof among those of its ancestors.
import type { BranchLeaf, Certificate } from '../result/solution.js'
import type { Warmth } from './relax.js'
import { NEVER } from './run.js'

export interface Node {
  parent: Node | null
  /** The decisions that the node adds to its parent's. */
  decisions: number[]
  /** The best bound that the ancestors prove. */
  bound: number
  depth: number
  start: Warmth | undefined
  /** The leaf of the certificate that gets the proof of this node. */
  leaf: BranchLeaf
  openChildren: number
  /** The greatest bound that the closed children prove. */
  childBound: number
  /** Fixings that wrap the branches of this node in the certificate, innermost last. */
  fixed: Fixed[]
  branch: { slot: number; value: 0 | 1; belief: number } | null
}

export interface Fixed {
  certificate: Extract<Certificate, { kind: 'fixing' }>
  /** Bound of the multipliers alone, and of what the decisions rule out. */
  bound: number
  excluded: number
}

export function newNode(
  parent: Node | null,
  decisions: number[],
  bound: number,
  start: Warmth | undefined,
  leaf: BranchLeaf,
): Node {
  const depth = parent === null ? 0 : parent.depth + 1
  return {
    parent,
    decisions,
    bound,
    depth,
    start,
    leaf,
    openChildren: 0,
    childBound: NEVER,
    fixed: [],
    branch: null,
  }
}

/** The decisions of a node and all of its ancestors, from the root down. */
export function allDecisions(node: Node): number[] {
  const path: Node[] = []
  for (let at: Node | null = node; at !== null; at = at.parent) path.push(at)
  return path.reverse().flatMap((at) => at.decisions)
}

/** Puts the certificate of the rest inside the certificates of the fixings before it. */
export function wrap(fixed: readonly Fixed[], certificate: Certificate): Certificate {
  let inner = certificate
  for (let k = fixed.length - 1; k >= 0; k--) {
    fixed[k].certificate.rest = inner
    inner = fixed[k].certificate
  }
  return inner
}
