// Trees with at most two children per constituent, and back. New constituents are called @PARENT|what they
// remember: of the siblings before them, or inside of them when children gather around the head (Klein and
// Manning 2003).
import { ParleyError } from '@parleyjs/core'
import { COLLINS_HEAD_RULES, type HeadRules, headChild } from '../../text/penn/head-rules.js'
import { foldTree, node, type PennTree } from '../../text/penn/tree.js'

/** Begins the label of a constituent that `unbinarise` takes away. */
const INTERMEDIATE = '@'
/** Stands between a label and its parents'. */
const PARENT = '^'

export interface BinariseOptions {
  /** How many siblings an intermediate label remembers; all of them by default. */
  readonly horizontal?: number
  /** How many generations a label names: 1 (the default) for itself only, 2 with its parent. */
  readonly vertical?: number
  /** Whether tags name their parents, too, if vertical > 1. Default false. */
  readonly annotateTags?: boolean
  /**
   * Where grouping begins. right (the default): A (B (C D)); left: ((A B) C) D; head: around the head H,
   * A (B ((H C) D)).
   */
  readonly direction?: 'head' | 'left' | 'right'
  /** head: whether intermediate labels name the head child. Default true. */
  readonly nameHead?: boolean
  readonly headRules?: HeadRules
}

/**
 * A tree with at most two children per constituent.
 *
 * @example
 * writePenn(binarise(parsePenn('(NP (DT a) (JJ b) (NN c))')[0], { horizontal: 1 }))
 * // '(NP (DT a) (@NP|DT (JJ b) (NN c)))'
 */
export function binarise(tree: PennTree, options: BinariseOptions = {}): PennTree {
  const {
    horizontal = Number.POSITIVE_INFINITY,
    vertical = 1,
    annotateTags = false,
    direction = 'right',
    nameHead = true,
    headRules = COLLINS_HEAD_RULES,
  } = options
  if (!(horizontal >= 0))
    throw new ParleyError('bad-argument', `horizontal is ${horizontal}; give 0 or more.`)
  if (!(vertical >= 1)) throw new ParleyError('bad-argument', `vertical is ${vertical}; give 1 or more.`)

  return foldTree<PennTree>(tree, (at, children, ancestors) => {
    if (at.word !== undefined) {
      if (!annotateTags || vertical === 1) return at
      return { label: annotated(at, ancestors, vertical), children: [], word: at.word }
    }
    if (at.label.startsWith(INTERMEDIATE)) throw reserved(at.label, INTERMEDIATE)
    const label = annotated(at, ancestors, vertical)
    if (children.length <= 2) return node(label, children)
    const labels = at.children.map((child) => child.label)
    if (direction === 'right') return fromRight(label, children, labels, horizontal)
    if (direction === 'left') return fromLeft(label, children, labels, horizontal)
    return aroundHead(label, children, labels, headChild(at, headRules), horizontal, nameHead)
  })
}

/** The tree that `binarise` was given, for any of its options. */
export function unbinarise(tree: PennTree): PennTree {
  if (isIntermediate(tree))
    throw new ParleyError('bad-argument', `The root ${tree.label} is an intermediate constituent.`)
  return foldTree<PennTree>(tree, (at, children) => {
    if (isIntermediate(at)) return node(at.label, children)
    const label = withoutParents(at.label)
    return at.word === undefined ? lifted(node(label, children)) : { label, children, word: at.word }
  })
}

/** A constituent with the children of its intermediate constituents in their places. */
function lifted(tree: PennTree): PennTree {
  if (!tree.children.some(isIntermediate)) return tree
  const children: PennTree[] = []
  const waiting = [...tree.children].reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (isIntermediate(next))
      for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i])
    else children.push(next)
  return node(tree.label, children)
}

function isIntermediate({ label, word }: PennTree): boolean {
  return word === undefined && label.startsWith(INTERMEDIATE)
}

/** A label without the labels of its parents. */
function withoutParents(label: string): string {
  const cut = label.indexOf(PARENT, 1)
  return cut < 0 ? label : label.slice(0, cut)
}

function annotated({ label }: PennTree, ancestors: readonly PennTree[], vertical: number): string {
  if (label.includes(PARENT, 1)) throw reserved(label, PARENT)
  let name = label
  for (let v = 1; v < vertical && v <= ancestors.length; v++)
    name += PARENT + ancestors[ancestors.length - v].label
  return name
}

/** A (B (C D)): the label of (C D) remembers A and B. */
function fromRight(
  label: string,
  children: readonly PennTree[],
  labels: readonly string[],
  horizontal: number,
): PennTree {
  let right = children[children.length - 1]
  for (let i = children.length - 2; i >= 1; i--) {
    const memory = labels.slice(Math.max(0, i - horizontal), i).join('_')
    right = node(`${INTERMEDIATE}${label}|${memory}`, [children[i], right])
  }
  return node(label, [children[0], right])
}

/** ((A B) C) D: the label of (A B) remembers C and D. */
function fromLeft(
  label: string,
  children: readonly PennTree[],
  labels: readonly string[],
  horizontal: number,
): PennTree {
  let left = children[0]
  const last = children.length - 1
  for (let i = 1; i < last; i++) {
    const memory = labels.slice(i + 1, Math.min(children.length, i + 1 + horizontal)).join('_')
    left = node(`${INTERMEDIATE}${label}|${memory}`, [left, children[i]])
  }
  return node(label, [left, children[last]])
}

/**
 * A (B ((H C) D)): siblings on the right of the head are joined first. The label of (H C) remembers what was
 * last added on its side.
 */
function aroundHead(
  label: string,
  children: readonly PennTree[],
  labels: readonly string[],
  head: number,
  horizontal: number,
  nameHead: boolean,
): PennTree {
  const last = children.length - 1
  const begin = `${INTERMEDIATE}${label}|${nameHead ? labels[head] : ''}`
  let inside = children[head]
  for (let i = head + 1; i <= last; i++) {
    const memory = labels.slice(Math.max(head + 1, i + 1 - horizontal), i + 1).join('_')
    inside = node(i === last && head === 0 ? label : `${begin}>${memory}`, [inside, children[i]])
  }
  for (let i = head - 1; i >= 0; i--) {
    const memory = labels.slice(i, Math.min(head, i + horizontal)).join('_')
    inside = node(i === 0 ? label : `${begin}<${memory}`, [children[i], inside])
  }
  return inside
}

function reserved(label: string, mark: string): ParleyError {
  return new ParleyError(
    'bad-argument',
    `The label ${label} contains ${mark}, which binarisation uses itself.`,
  )
}
