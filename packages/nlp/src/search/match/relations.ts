// The relations of two words: whether one holds, and the words to which a word has it.
import type { Operator } from '../pattern/syntax.js'
import type { WordTest } from './conditions.js'
import type { TreeView } from './tree-view.js'

/** Receives a word; returns whether to stop. */
export type Visit = (word: number) => boolean

export interface RelationKind {
  /** The same relation, read from the right. */
  readonly inverse: Operator
  /** The word whose label the relation may name. */
  readonly labelled: 'first' | 'second' | null
  /** Rough number of words to which a word has the relation, to choose the order of the search. */
  readonly usual: number
  /** Whether `a OP b` holds, labels aside; `a` and `b` differ. */
  holds(view: TreeView, a: number, b: number): boolean
  /** Visits all `b` with `a OP b`, and perhaps others. Returns whether the visitor stopped it. */
  each(view: TreeView, a: number, visit: Visit): boolean
}

const kind = (
  inverse: Operator,
  labelled: RelationKind['labelled'],
  usual: number,
  holds: RelationKind['holds'],
  each: RelationKind['each'],
): RelationKind => ({ inverse, labelled, usual, holds, each })

const areSiblings = (view: TreeView, a: number, b: number) =>
  view.head(a) >= 0 && view.head(a) === view.head(b)

const eachSibling: RelationKind['each'] = (view, a, visit) =>
  view.head(a) >= 0 && eachChild(view, view.head(a), visit)

const eachAfter: RelationKind['each'] = (view, a, visit) => {
  for (let b = a + 1; b < view.length; b++) if (visit(b)) return true
  return false
}

const eachBefore: RelationKind['each'] = (_, a, visit) => {
  for (let b = 0; b < a; b++) if (visit(b)) return true
  return false
}

const eachWord: RelationKind['each'] = (view, _a, visit) => {
  for (let b = 0; b < view.length; b++) if (visit(b)) return true
  return false
}

const eachAbove: RelationKind['each'] = (view, a, visit) => {
  // Only in a cycle does a word come up twice.
  const seen = view.reachesRoot(a) ? null : new Set<number>()
  for (let b = view.head(a); b >= 0 && seen?.has(b) !== true; b = view.head(b)) {
    if (visit(b)) return true
    seen?.add(b)
  }
  return false
}

const eachHead: RelationKind['each'] = (view, a, visit) => view.head(a) >= 0 && visit(view.head(a))

function eachChild(view: TreeView, a: number, visit: Visit): boolean {
  for (let b = view.firstChild(a); b >= 0; b = view.nextSibling(b)) if (visit(b)) return true
  return false
}

const isHead = (view: TreeView, a: number, b: number) => view.head(b) === a
const isAbove = (view: TreeView, a: number, b: number) => view.isAbove(a, b)
const isNextSibling = (view: TreeView, a: number, b: number) =>
  areSiblings(view, a, b) && view.nextSibling(a) === b

export const RELATIONS: Readonly<Record<Operator, RelationKind>> = {
  '>': kind('<', 'second', 3, isHead, eachChild),
  '<': kind('>', 'first', 1, (view, a, b) => isHead(view, b, a), eachHead),
  '>>': kind('<<', null, 20, isAbove, eachWord),
  '<<': kind('>>', null, 5, (view, a, b) => isAbove(view, b, a), eachAbove),
  '.': kind(
    '-',
    null,
    1,
    (_, a, b) => b === a + 1,
    (view, a, visit) => a + 1 < view.length && visit(a + 1),
  ),
  '-': kind(
    '.',
    null,
    1,
    (_, a, b) => b === a - 1,
    (_, a, visit) => a > 0 && visit(a - 1),
  ),
  '..': kind('--', null, 15, (_, a, b) => a < b, eachAfter),
  '--': kind('..', null, 15, (_, a, b) => a > b, eachBefore),
  $: kind('$', null, 4, areSiblings, eachSibling),
  '$++': kind('$--', null, 3, (view, a, b) => a < b && areSiblings(view, a, b), eachSibling),
  '$--': kind('$++', null, 3, (view, a, b) => a > b && areSiblings(view, a, b), eachSibling),
  '$+': kind('$-', null, 3, isNextSibling, eachSibling),
  '$-': kind('$+', null, 3, (view, a, b) => isNextSibling(view, b, a), eachSibling),
}

/** Whether `a OP b` holds, with its label. */
export function relationTest(
  operator: Operator,
  label: WordTest | null,
): (view: TreeView, a: number, b: number) => boolean {
  const { holds, labelled } = RELATIONS[operator]
  if (label === null || labelled === null) return holds
  return labelled === 'first'
    ? (view, a, b) => holds(view, a, b) && label(view, a)
    : (view, a, b) => holds(view, a, b) && label(view, b)
}
