// The arcs that are the links of a tree factor: checks common to all tree factors, and their order by head
// and side.
import { ParleyError } from '@parleyjs/core'
import { carveInts, carveIntsOf } from '@parleyjs/core/internal'
import { requireInteger } from '../common/check.js'

/** Arcs [head, modifier], in the order of the links. */
export type ArcPairs = readonly (readonly [head: number, modifier: number])[]

/** Arcs as typed arrays: arc a leads from head[a] to modifier[a]. */
export interface TreeArcs {
  head: Int32Array
  modifier: Int32Array
}

/**
 * Checks the length of a tree and its arcs, and lays them out. `pairBytes` is the memory that the factor
 * needs for each pair of nodes, of which there may be maxLength².
 */
export function readArcs(
  what: string,
  length: number,
  arcs: ArcPairs,
  maxLength: number,
  pairBytes: number,
): TreeArcs {
  requireInteger(`The length of ${what}`, length, 1)
  if (length > maxLength)
    throw new ParleyError(
      'too-large',
      `${what[0].toUpperCase()}${what.slice(1)} over ${length} nodes needs ${Math.round((length * length * pairBytes) / 2 ** 20)} MB. At most ${maxLength} nodes are taken; split the text into sentences.`,
    )
  const head = carveInts(arcs.length)
  const modifier = carveInts(arcs.length)
  const seen = new Map<number, number>()
  for (let a = 0; a < arcs.length; a++) {
    const [h, m] = arcs[a]
    // The text of the message is built only on error, because building it costs more than all the checks.
    if (!(isNode(h, length) && isNode(m, length) && m > 0 && h !== m) || seen.has(m * length + h))
      refuse(what, length, arcs, a, seen)
    seen.set(m * length + h, a)
    head[a] = h
    modifier[a] = m
  }
  return { head, modifier }
}

function isNode(v: number, length: number): boolean {
  return v >= 0 && v < length && Number.isInteger(v)
}

function refuse(what: string, length: number, arcs: ArcPairs, a: number, seen: Map<number, number>): never {
  const [h, m] = arcs[a]
  const arc = `arc ${a + 1} of ${arcs.length} of ${what} over ${length} nodes`
  requireInteger(`The head of ${arc}`, h, 0, length - 1)
  requireInteger(`The modifier of ${arc}`, m, 1, length - 1)
  if (h === m) throw new ParleyError('bad-argument', `The ${arc} leads from ${h} to itself. Leave it out.`)
  const earlier = seen.get(m * length + h)!
  throw new ParleyError(
    'bad-argument',
    `The ${arc} is ${h} → ${m}, and so was arc ${earlier + 1}. List it once.`,
  )
}

/**
 * Arcs by head and side: those of head h to its left are order[start[2h]] … order[start[2h + 1] − 1], then to
 * its right.
 */
export interface SideArcs {
  /** 2·length + 1 places in `order`. */
  start: Int32Array
  /** All arcs, by head and side, nearest modifier first. */
  order: Int32Array
}

/**
 * Sorts arcs by head and side, nearest modifier first.
 *
 * @example
 * sideArcs(4, Int32Array.of(0, 3, 3), Int32Array.of(3, 1, 2)).order
 * // [0, 2, 1]: 0 → 3, then 3 → 2 and 3 → 1
 */
export function sideArcs(length: number, head: Int32Array, modifier: Int32Array): SideArcs {
  const start = carveInts(2 * length + 1)
  const order = carveInts(head.length)
  const byModifier = arcsInto(length, modifier)
  for (let a = 0; a < head.length; a++) start[sideOf(head[a], modifier[a]) + 1]++
  for (let k = 0; k < 2 * length; k++) start[k + 1] += start[k]
  const next = carveIntsOf(start)
  for (let i = 0; i < head.length; i++) {
    const a = byModifier.order[i]
    if (head[a] < modifier[a]) order[next[sideOf(head[a], modifier[a])]++] = a
  }
  for (let i = head.length - 1; i >= 0; i--) {
    const a = byModifier.order[i]
    if (head[a] > modifier[a]) order[next[sideOf(head[a], modifier[a])]++] = a
  }
  return { start, order }
}

/**
 * Arcs by modifier, in the order of the list: those into word m are
 * order[start[m]] … order[start[m + 1] − 1].
 */
export function arcsInto(length: number, modifier: Int32Array): { start: Int32Array; order: Int32Array } {
  const start = carveInts(length + 1)
  const order = carveInts(modifier.length)
  for (let a = 0; a < modifier.length; a++) start[modifier[a] + 1]++
  for (let m = 0; m < length; m++) start[m + 1] += start[m]
  const next = carveIntsOf(start)
  for (let a = 0; a < modifier.length; a++) order[next[modifier[a]]++] = a
  return { start, order }
}

function sideOf(head: number, modifier: number): number {
  return 2 * head + (head < modifier ? 1 : 0)
}

/**
 * Reads which arcs are at 1 into the arc of each word; whether they form a tree rooted at 0 whose arcs do not
 * cross and, for a single root, of which only one leaves the root.
 */
export function readProjectiveTree(
  head: Int32Array,
  modifier: Int32Array,
  configuration: Float64Array,
  singleRoot: boolean,
  headArc: Int32Array,
): boolean {
  const length = headArc.length
  headArc.fill(-1)
  let roots = 0
  for (let a = 0; a < head.length; a++) {
    if (configuration[a] < 0.5) continue
    if (headArc[modifier[a]] >= 0) return false
    headArc[modifier[a]] = a
    if (head[a] === 0) roots++
  }
  if (singleRoot && roots > 1) return false
  for (let m = 1; m < length; m++) if (headArc[m] < 0) return false
  for (let m = 1; m < length; m++) {
    let v = m
    for (let steps = 0; v !== 0; steps++) {
      if (steps === length) return false
      v = head[headArc[v]]
    }
    const i = Math.min(m, head[headArc[m]])
    const j = Math.max(m, head[headArc[m]])
    // An arc from inside i … j to outside crosses i – j.
    for (let k = i + 1; k < j; k++) if (head[headArc[k]] < i || head[headArc[k]] > j) return false
  }
  return true
}

/**
 * Every word has exactly one arc, so the best score without an arc is the best with another arc into its
 * word. `scratch` has two numbers per word.
 */
export function offByModifier(
  modifier: Int32Array,
  on: Float64Array,
  off: Float64Array,
  scratch: Float64Array,
): void {
  scratch.fill(Number.NEGATIVE_INFINITY)
  for (let a = 0; a < modifier.length; a++) {
    const first = 2 * modifier[a]
    if (on[a] > scratch[first]) {
      scratch[first + 1] = scratch[first]
      scratch[first] = on[a]
    } else if (on[a] > scratch[first + 1]) scratch[first + 1] = on[a]
  }
  // If two arcs share the best score, the second best equals the best.
  for (let a = 0; a < modifier.length; a++) {
    const first = 2 * modifier[a]
    off[a] = on[a] === scratch[first] ? scratch[first + 1] : scratch[first]
  }
}
