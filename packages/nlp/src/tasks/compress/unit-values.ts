// Attributes of a unit: its word, relation and place, those of its parent, and the size of its subtree. Every
// value is a whole number; texts are hashed.
import { hashText } from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { isOneOf, SUBJECTS } from './rules.js'
import type { Units } from './units.js'

/** The facts by name, in the order in which they are written. */
export const VALUES = [
  'relation',
  'tag',
  'upos',
  'lemma',
  'parentRelation',
  'parentTag',
  'parentLemma',
  'grandRelation',
  'function',
  'direction',
  'distance',
  'words',
  'weight',
  'share',
  'place',
  'start',
  'ends',
  'length',
  'depth',
  'before',
  'after',
  'previous',
  'next',
  'children',
  'earlier',
  'later',
  'shape',
  'names',
  'numbers',
  'subject',
  'subjectTag',
  'same',
  'parentSubject',
  'parentPlace',
] as const
export type ValueName = (typeof VALUES)[number]

const NONE = 0x3c6ef372

/** Writes the facts about every unit, one row of `VALUES.length` numbers each. */
export function unitValues(sentence: Sentence, units: Units): Int32Array {
  const width = VALUES.length
  const rows = new Int32Array(units.length * width)
  const { xpos, upos, forms } = sentence
  const { heads, parents, of } = units
  const { relations } = units.tree
  const shape = subtrees(sentence, units)
  const text = (value: string | undefined) => (value === undefined ? NONE : hashText(value))
  const lemma = (w: number) => (w < 0 ? NONE : hashText(wordOf(sentence, w)))
  const total = of.reduce((sum, u) => sum + (u >= 0 ? 1 : 0), 0)
  for (let u = 0; u < units.length; u++) {
    const w = heads[u]
    const p = parents[u]
    const g = p < 0 ? -1 : parents[p]
    const h = p < 0 ? -1 : heads[p]
    const { first, last, words, children, subject, names, numbers } = shape[u]
    const siblings = p < 0 ? [] : shape[p].children
    const value: Record<ValueName, number> = {
      relation: text(relations[w]),
      tag: text(xpos[w]),
      upos: text(upos[w]),
      lemma: lemma(w),
      parentRelation: h < 0 ? NONE : text(relations[h]),
      parentTag: h < 0 ? NONE : text(xpos[h]),
      parentLemma: lemma(h),
      grandRelation: g < 0 ? NONE : text(relations[heads[g]]),
      function: functionWords(sentence, units, u),
      direction: h < 0 ? 0 : w < h ? 1 : 2,
      distance: h < 0 ? 0 : bucket(Math.abs(w - h)),
      words: Math.min(4, units.sizes[u]),
      weight: bucket(words),
      share: Math.floor((8 * words) / total),
      place: Math.floor((10 * w) / sentence.length),
      start: bucket(first),
      ends: bucket(sentence.length - 1 - last),
      length: bucket(total),
      depth: Math.min(6, depthOf(parents, u)),
      before: first > 0 && upos[first - 1] === 'PUNCT' ? text(forms[first - 1]) : first === 0 ? 1 : 0,
      after: last + 1 < forms.length && upos[last + 1] === 'PUNCT' ? text(forms[last + 1]) : 0,
      previous: lemma(first - 1),
      next: last + 1 < forms.length ? lemma(last + 1) : NONE,
      children: setOf(children.map((c) => hashText(relations[heads[c]]))),
      earlier: Math.min(3, siblings.filter((s) => heads[s] < w && heads[s] > h).length),
      later: Math.min(3, siblings.filter((s) => heads[s] > w).length),
      shape: shapeOf(forms[w]),
      names: names ? 1 : 0,
      numbers: numbers ? 1 : 0,
      subject: lemma(subject),
      subjectTag: subject < 0 ? NONE : text(xpos[subject]),
      same: siblings.filter((s) => s !== u && relations[heads[s]] === relations[w]).length,
      parentSubject: p < 0 ? NONE : lemma(shape[p].subject),
      parentPlace: h < 0 ? -1 : Math.floor((10 * h) / sentence.length),
    }
    VALUES.forEach((name, i) => {
      rows[u * width + i] = value[name]
    })
  }
  return rows
}

/** Rounds a whole number to a scale that grows coarser. */
function bucket(n: number): number {
  return n < 5 ? n : n < 7 ? 5 : n < 10 ? 6 : n < 14 ? 7 : n < 20 ? 8 : n < 30 ? 9 : 10
}

interface Subtree {
  first: number
  last: number
  words: number
  readonly children: number[]
  /** The highest word of a subject, or −1. */
  subject: number
  names: boolean
  numbers: boolean
}

/** Counts of the subtree of each unit, itself included. */
function subtrees({ upos }: Sentence, { length, of, parents, heads, sizes, tree }: Units): Subtree[] {
  const found = Array.from({ length }, (_, u): Subtree => {
    const w = heads[u]
    const [names, numbers] = [upos[w] === 'PROPN', upos[w] === 'NUM']
    return { first: w, last: w, words: sizes[u], children: [], subject: -1, names, numbers }
  })
  of.forEach((u, w) => {
    if (u < 0) return
    found[u].first = Math.min(found[u].first, w)
    found[u].last = Math.max(found[u].last, w)
    // A subject may be part of the unit: the "it" of "it's".
    if (w !== heads[u] && isOneOf(SUBJECTS, tree.relations[w])) found[u].subject = w
  })
  const order: number[] = []
  for (let u = 0; u < length; u++) if (parents[u] >= 0) found[parents[u]].children.push(u)
  for (let u = 0; u < length; u++) if (parents[u] < 0) order.push(u)
  for (let k = 0; k < order.length; k++) order.push(...found[order[k]].children)
  for (let k = order.length - 1; k >= 0; k--) {
    const own = found[order[k]]
    const p = parents[order[k]]
    if (p < 0) continue
    const parent = found[p]
    parent.first = Math.min(parent.first, own.first)
    parent.last = Math.max(parent.last, own.last)
    parent.words += own.words
    parent.names ||= own.names
    parent.numbers ||= own.numbers
    const w = heads[order[k]]
    if (isOneOf(SUBJECTS, tree.relations[w])) parent.subject = w
  }
  return found
}

/** The words of a unit besides its head that say what it does: "in", "that", "to". */
function functionWords(sentence: Sentence, { of, heads, tree }: Units, u: number): number {
  let hash = NONE
  for (let w = 0; w < of.length; w++)
    if (of[w] === u && w !== heads[u] && FUNCTIONS.has(tree.relations[w]))
      hash = Math.imul(hash ^ hashText(wordOf(sentence, w)), 0x01000193)
  return hash
}

const FUNCTIONS: ReadonlySet<string> = new Set(['case', 'cc', 'mark'])

function wordOf({ lemmas, forms }: Sentence, w: number): string {
  return (lemmas[w] === '_' ? forms[w] : lemmas[w]).toLowerCase()
}

function depthOf(parents: Int32Array, unit: number): number {
  let depth = 0
  for (let u = parents[unit]; u >= 0; u = parents[u]) depth++
  return depth
}

/** A hash of a set of numbers that does not depend on their order. */
function setOf(values: readonly number[]): number {
  return [...new Set(values)].reduce((sum, value) => (sum + Math.imul(value, value | 1)) | 0, NONE)
}

/** What a form looks like: capitals, small letters, digits, others, each run of them once. */
function shapeOf(form: string): number {
  return hashText(
    form
      .replaceAll(/\p{Lu}+/gu, 'A')
      .replaceAll(/\p{Ll}+/gu, 'a')
      .replaceAll(/\d+/g, '0'),
  )
}
