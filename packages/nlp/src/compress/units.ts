// The units of a sentence: words that stay or go together, in a tree made of the dependency tree. A unit hangs where its
// highest word does, so that any words can be tied without making a cycle.
import { ParleyError } from '@parley/core'
import { findCycle } from '../check/tree.js'
import type { Sentence } from '../conllu/sentence.js'
import { CLAUSES, GO_WITH_HEAD, isOneOf, NEGATIONS, REQUIRED, SUBJECTS } from './rules.js'

/** What may be deleted from a sentence, and what that depends on. */
export interface Units {
  readonly length: number
  /** The unit of each word; −1 for punctuation, which follows the words around it. */
  readonly of: Int32Array
  /** The unit that each hangs from, −1 for a root. */
  readonly parents: Int32Array
  /** The highest word of each unit. */
  readonly heads: Int32Array
  /** How many words each has. */
  readonly sizes: Int32Array
  /** 1 for units that must stay where their parent does. */
  readonly required: Uint8Array
  /** 1 for units that may stay without their parent: roots, and clauses that can stand alone. */
  readonly leads: Uint8Array
}

/**
 * The units of a parsed sentence.
 *
 * @example
 * unitsOf(parse("She didn't go home")).of // [0, 1, 1, 1, 2]
 */
export function unitsOf(sentence: Sentence): Units {
  const heads = wordHeads(sentence)
  const depth = depths(heads)
  const group = groupsOf(sentence, heads)
  const of = new Int32Array(sentence.length).fill(-1)
  const words: number[][] = []
  const number = new Map<number, number>()
  sentence.upos.forEach((upos, w) => {
    if (upos === 'PUNCT') return
    const g = find(group, w)
    if (!number.has(g)) number.set(g, words.push([]) - 1)
    of[w] = number.get(g)!
    words[of[w]!]!.push(w)
  })
  const highest = Int32Array.from(words, (own) => own.reduce((a, b) => (depth[b]! < depth[a]! ? b : a)))
  const parents = Int32Array.from(highest, (w) => (heads[w]! < 0 ? -1 : of[heads[w]!]!))
  hangListsFromTheirLast(sentence, highest, parents)
  return {
    length: words.length,
    of,
    parents,
    heads: highest,
    sizes: Int32Array.from(words, (own) => own.length),
    required: Uint8Array.from(highest, (w) => (isOneOf(REQUIRED, sentence.deprels[w]!) ? 1 : 0)),
    leads: Uint8Array.from(highest, (w, u) => (parents[u]! < 0 || standsAlone(sentence, w) ? 1 : 0)),
  }
}

/** The head of each word, counted from 0, −1 for none; punctuation is passed over. */
function wordHeads(sentence: Sentence): Int32Array {
  const missing = sentence.heads.findIndex((head) => head < 0)
  if (missing >= 0)
    throw new ParleyError(
      'bad-input',
      `Word ${missing + 1} ("${sentence.forms[missing]}") has no head: a sentence must be parsed before it is compressed.`,
      { line: sentence.lineOf(missing) },
    )
  if (findCycle(sentence.heads) !== null)
    throw new ParleyError('bad-input', 'The heads of a sentence contain a cycle. Have it parsed again.', {
      line: sentence.line,
    })
  const heads = Int32Array.from(sentence.heads, (head) => head - 1)
  for (let w = 0; w < heads.length; w++)
    while (heads[w]! >= 0 && sentence.upos[heads[w]!] === 'PUNCT') heads[w] = sentence.heads[heads[w]!]! - 1
  return heads
}

function depths(heads: Int32Array): Int32Array {
  const depth = new Int32Array(heads.length).fill(-1)
  for (let w = 0; w < heads.length; w++) {
    const path: number[] = []
    let at = w
    for (; at >= 0 && depth[at]! < 0; at = heads[at]!) path.push(at)
    let d = at < 0 ? 0 : depth[at]! + 1
    for (let i = path.length - 1; i >= 0; i--) depth[path[i]!] = d++
  }
  return depth
}

/** Words that are tied have the same representative. */
function groupsOf(sentence: Sentence, heads: Int32Array): Int32Array {
  const group = Int32Array.from(heads, (_, w) => w)
  const tie = (a: number, b: number) => {
    group[find(group, a)] = find(group, b)
  }
  sentence.deprels.forEach((relation, w) => {
    if (heads[w]! < 0 || sentence.upos[w] === 'PUNCT') return
    if (isOneOf(GO_WITH_HEAD, relation) || NEGATIONS.has(wordOf(sentence, w))) tie(w, heads[w]!)
  })
  for (const { kind, id } of sentence.otherRows) {
    if (kind !== 'range') continue
    const [first, last] = id.split('-').map((part) => Number(part) - 1)
    for (let w = first! + 1; w <= last!; w++) tie(w, first!)
  }
  return group
}

function find(group: Int32Array, w: number): number {
  let at = w
  while (group[at] !== at) {
    group[at] = group[group[at]!]!
    at = group[at]!
  }
  return at
}

/** The lemma, or the form where there is none, in small letters. */
function wordOf({ lemmas, forms }: Sentence, w: number): string {
  return (lemmas[w] === '_' ? forms[w]! : lemmas[w]!).toLowerCase()
}

/** Of "A, B and C", B may stay only if C does: it hangs from C, which has the conjunction. */
function hangListsFromTheirLast({ deprels }: Sentence, heads: Int32Array, parents: Int32Array): void {
  const last = new Map<number, number>()
  heads.forEach((w, u) => {
    if (!isOneOf(CONJUNCTS, deprels[w]!) || parents[u]! < 0) return
    const before = last.get(parents[u]!)
    if (before === undefined || heads[before]! < w) last.set(parents[u]!, u)
  })
  const first = parents.slice()
  heads.forEach((w, u) => {
    const end = last.get(first[u]!)
    if (end !== undefined && end !== u && isOneOf(CONJUNCTS, deprels[w]!)) parents[u] = end
  })
}

const CONJUNCTS: ReadonlySet<string> = new Set(['conj'])

function standsAlone({ deprels, heads }: Sentence, w: number): boolean {
  if (!isOneOf(CLAUSES, deprels[w]!)) return false
  return heads.some((head, c) => head === w + 1 && isOneOf(SUBJECTS, deprels[c]!))
}
