// The units of a sentence: words that stay or go together, in a tree made of the rearranged dependency tree.
// The parent of a unit is that of its highest word, so any words can be tied without making a cycle.
import type { Sentence } from '../../text/conllu/sentence.js'
import { type Arrangement, arrange } from './arrange.js'
import {
  ASKING,
  CLAUSES,
  GO_WITH_HEAD,
  IN_NAMES,
  isOneOf,
  NEGATIONS,
  REQUIRED,
  SUBJECTS,
  TAGS_WITH_HEAD,
} from './rules.js'

/** The units of a sentence that can be deleted, and their dependencies. */
export interface Units {
  readonly length: number
  /** The unit of each word; −1 for punctuation, which follows the words around it. */
  readonly of: Int32Array
  /** The parent of each unit, −1 for a root. */
  readonly parents: Int32Array
  /** The highest word of each unit. */
  readonly heads: Int32Array
  /** How many words each has. */
  readonly sizes: Int32Array
  /** 1 for units that must stay where their parent does. */
  readonly required: Uint8Array
  /** 1 for units that may stay without their parent: roots, and clauses that can stand alone. */
  readonly leads: Uint8Array
  /** The tree over words that the units are made of. */
  readonly tree: Arrangement
}

/**
 * The units of a parsed sentence.
 *
 * @example
 * unitsOf(parse("She didn't go home")).of // [0, 1, 1, 1, 2]
 */
export function unitsOf(sentence: Sentence): Units {
  const tree = arrange(sentence)
  const { heads } = tree
  const depth = depths(heads)
  const group = groupsOf(sentence, tree)
  const of = new Int32Array(sentence.length).fill(-1)
  const words: number[][] = []
  const number = new Map<number, number>()
  sentence.upos.forEach((upos, w) => {
    if (upos === 'PUNCT') return
    const g = find(group, w)
    if (!number.has(g)) number.set(g, words.push([]) - 1)
    of[w] = number.get(g)!
    words[of[w]].push(w)
  })
  const highest = Int32Array.from(words, (own) => own.reduce((a, b) => (depth[b] < depth[a] ? b : a)))
  const parents = Int32Array.from(highest, (w) => (heads[w] < 0 ? -1 : of[heads[w]]))
  return {
    length: words.length,
    of,
    parents,
    heads: highest,
    sizes: Int32Array.from(words, (own) => own.length),
    required: Uint8Array.from(highest, (w) => (isRequired(sentence, tree, w) ? 1 : 0)),
    leads: Uint8Array.from(highest, (w, u) => (parents[u] < 0 || standsAlone(tree, w) ? 1 : 0)),
    tree,
  }
}

function depths(heads: Int32Array): Int32Array {
  const depth = new Int32Array(heads.length).fill(-1)
  for (let w = 0; w < heads.length; w++) {
    const path: number[] = []
    let at = w
    for (; at >= 0 && depth[at] < 0; at = heads[at]) path.push(at)
    let d = at < 0 ? 0 : depth[at] + 1
    for (let i = path.length - 1; i >= 0; i--) depth[path[i]] = d++
  }
  return depth
}

/** Words that are tied have the same representative. */
function groupsOf(sentence: Sentence, { heads, relations, ties }: Arrangement): Int32Array {
  const group = Int32Array.from(heads, (_, w) => w)
  const tie = (a: number, b: number) => {
    if (sentence.upos[a] !== 'PUNCT' && sentence.upos[b] !== 'PUNCT') group[find(group, a)] = find(group, b)
  }
  relations.forEach((relation, w) => {
    if (heads[w] < 0) return
    if (GO_WITH_HEAD.has(relation) || NEGATIONS.has(wordOf(sentence, w))) tie(w, heads[w])
    if (TAGS_WITH_HEAD.has(sentence.upos[w]) || ASKING.test(sentence.feats[w])) tie(w, heads[w])
    if (IN_NAMES.has(relation) && inName(sentence, w, heads[w])) tie(w, heads[w])
  })
  for (const [a, b] of ties) tie(a, b)
  tieWritten(sentence, tie)
  return group
}

/**
 * Whether a word and all up to its head are one name, such as "New Zealand"; a capital at the start of a
 * sentence is ignored.
 */
function inName({ forms, upos }: Sentence, word: number, head: number): boolean {
  if (upos[head] !== 'PROPN' || (word === 0 && upos[word] !== 'PROPN')) return false
  for (let w = word; w < head; w++)
    if (upos[w] !== 'PROPN' && (w > word || !/^\p{Lu}/u.test(forms[w]))) return false
  return word < head
}

/** Words that are written together stay together: "don't", "$5", "60%", "three-way", "and/or". */
function tieWritten({ forms, misc, upos, otherRows }: Sentence, tie: (a: number, b: number) => void): void {
  const joined = Uint8Array.from(misc, (text) => (/(^|\|)SpaceAfter=No($|\|)/.test(text) ? 1 : 0))
  for (const { kind, id, misc: own } of otherRows) {
    if (kind !== 'range') continue
    const [first, last] = id.split('-').map((part) => Number(part) - 1)
    for (let w = first + 1; w <= last; w++) tie(w, first)
    joined[last] = /(^|\|)SpaceAfter=No($|\|)/.test(own) ? 1 : 0
  }
  for (let w = 0; w + 1 < forms.length; w++) {
    if (joined[w] === 0) continue
    if (upos[w + 1] !== 'PUNCT') tie(w, w + 1)
    else if (JOINERS.has(forms[w + 1]) && joined[w + 1] === 1 && w + 2 < forms.length) tie(w, w + 2)
  }
}

const JOINERS: ReadonlySet<string> = new Set(['-', '‐', '‑', '/', '&', '.', ':', "'", '’'])

function find(group: Int32Array, w: number): number {
  let at = w
  while (group[at] !== at) {
    group[at] = group[group[at]]
    at = group[at]
  }
  return at
}

/** The lemma in lower case, or the form if there is no lemma. */
function wordOf({ lemmas, forms }: Sentence, w: number): string {
  return (lemmas[w] === '_' ? forms[w] : lemmas[w]).toLowerCase()
}

/** Subjects are required, and so is the rest of a singular subject with a list: its verb may be plural. */
function isRequired({ feats }: Sentence, { heads, relations }: Arrangement, w: number): boolean {
  if (isOneOf(REQUIRED, relations[w])) return true
  let first = heads[w]
  if (relations[w] !== 'conj' || first < 0) return false
  while (relations[first] === 'conj' && heads[first] >= 0) first = heads[first]
  return isOneOf(SUBJECTS, relations[first]) && /(^|\|)Number=Sing($|\|)/.test(feats[first])
}

function standsAlone({ heads, relations }: Arrangement, w: number): boolean {
  if (!isOneOf(CLAUSES, relations[w])) return false
  return heads.some((head, c) => head === w && isOneOf(SUBJECTS, relations[c]))
}
