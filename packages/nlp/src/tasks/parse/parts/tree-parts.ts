// The parts of a tree, for its score and for updates in training: a list of records of five numbers, the kind
// and the four numbers that part-scorer.ts describes.
import type { HeadLimits } from './part-limits.js'
import { Part, type PartName } from './parts.js'

/** Numbers per record. */
export const RECORD = 5

/** The parts of a tree beyond its arcs: those within limits. */
export function treeParts(
  heads: ArrayLike<number>,
  parts: ReadonlySet<PartName>,
  limits: HeadLimits,
): number[] {
  const n = heads.length
  const none = n + 1
  const out: number[] = []
  const modifiers = modifiersOf(heads)
  for (let h = 0; h <= n; h++)
    for (let side = 0; side < 2; side++) {
      const list = modifiers[2 * h + side]
      if (list === null) {
        if (parts.has('sibling')) out.push(Part.sibling, h, none, none, side)
        continue
      }
      const at = (i: number) => list[i] ?? none
      const third = limits.thirdOrder(h, side)
      for (let i = 0; i <= list.length; i++) {
        const [near, far] = [at(i - 1), at(i)]
        if (parts.has('sibling')) out.push(Part.sibling, h, near, far, side)
        if (!third) continue
        if (parts.has('grand-sibling') && h > 0) out.push(Part.grandSibling, heads[h - 1], h, near, far)
        if (parts.has('tri-sibling') && i > 0) out.push(Part.triSibling, h, at(i - 2), near, far)
      }
    }
  for (let m = 1; m <= n; m++) {
    const h = heads[m - 1]
    if (parts.has('grandparent') && h > 0) out.push(Part.grandparent, heads[h - 1], h, m, 0)
    if (parts.has('head-bigram') && m > 1) out.push(Part.headBigram, heads[m - 2], m, h, 0)
    if (parts.has('any-sibling') && limits.anySiblings(h))
      for (let s = m + 1; s <= n; s++) if (heads[s - 1] === h) out.push(Part.anySibling, h, m, s, 0)
    if (parts.has('path')) for (let a = h; a > 0; a = heads[a - 1]) out.push(Part.path, a, m, 0, 0)
    if (parts.has('non-projective') && isNonProjective(heads, m)) out.push(Part.nonProjective, h, m, 0, 0)
  }
  return out
}

/** The records of one list that another does not have. */
export function partsOnlyIn(parts: readonly number[], other: readonly number[], length: number): number[] {
  const there = new Set<number>()
  for (let i = 0; i < other.length; i += RECORD) there.add(keyOf(other, i, length))
  const only: number[] = []
  for (let i = 0; i < parts.length; i += RECORD)
    if (!there.has(keyOf(parts, i, length))) for (let k = 0; k < RECORD; k++) only.push(parts[i + k])
  return only
}

/** A record as one number: exact up to some 5,000 words. */
function keyOf(parts: readonly number[], i: number, length: number): number {
  const base = length + 2
  return (((parts[i + 1] * base + parts[i + 2]) * base + parts[i + 3]) * base + parts[i + 4]) * 9 + parts[i]
}

/**
 * The modifiers of head h on the left at 2h, on the right at 2h + 1, each the nearest first; null for a side
 * without modifiers.
 */
function modifiersOf(heads: ArrayLike<number>): (number[] | null)[] {
  const n = heads.length
  const lists = new Array<number[] | null>(2 * n + 2).fill(null)
  const add = (at: number, m: number) => {
    const list = lists[at]
    if (list === null) lists[at] = [m]
    else list.push(m)
  }
  for (let m = 1; m <= n; m++) if (heads[m - 1] < m) add(2 * heads[m - 1] + 1, m)
  for (let m = n; m >= 1; m--) if (heads[m - 1] > m) add(2 * heads[m - 1], m)
  return lists
}

/** Whether a word between m and its head does not descend from the head. */
function isNonProjective(heads: ArrayLike<number>, m: number): boolean {
  const h = heads[m - 1]
  for (let k = Math.min(h, m) + 1; k < Math.max(h, m); k++) {
    let at = k
    while (at !== 0 && at !== h) at = heads[at - 1]
    if (at !== h) return true
  }
  return false
}
