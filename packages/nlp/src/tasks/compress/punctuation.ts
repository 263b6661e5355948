// From units back to words: punctuation follows the words around it, and the word that opens a clause is
// deleted if the clause has become the sentence.
import type { Sentence } from '../../text/conllu/sentence.js'
import { isOneOf, OPENERS } from './rules.js'
import type { Units } from './units.js'

const PAIRS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '“': '”',
  '‘': '’',
  '«': '»',
  '„': '“',
  '``': "''",
  '"': '"',
  "'": "'",
}
const ENDS = /^[.!?…。！？]+$/

/** 1 for every word that stays, given the units that do. */
export function finishWords(sentence: Sentence, units: Units, keptUnits: ArrayLike<number>): Uint8Array {
  const kept = Uint8Array.from(units.of, (u) => (u >= 0 && keptUnits[u] === 1 ? 1 : 0))
  dropOpeners(units, keptUnits, kept)
  keepPairs(sentence, kept)
  keepOthers(sentence, kept)
  keepCommas(sentence, units, kept)
  return kept
}

/** "said that it rains" becomes "it rains", not "that it rains". */
function dropOpeners(units: Units, keptUnits: ArrayLike<number>, kept: Uint8Array): void {
  const { of, parents, heads: highest, tree } = units
  for (let w = 0; w < kept.length; w++) {
    const u = of[w]
    if (kept[w] === 0 || !isOneOf(OPENERS, tree.relations[w]) || tree.heads[w] !== highest[u]) continue
    if (parents[u] >= 0 && keptUnits[parents[u]] !== 1) kept[w] = 0
  }
}

/** Quotes and brackets stay, both of them, if the first and the last word between them do. */
function keepPairs({ forms, upos }: Sentence, kept: Uint8Array): void {
  const open: number[] = []
  for (let w = 0; w < forms.length; w++) {
    if (upos[w] !== 'PUNCT') continue
    const from = open.map((at) => PAIRS[forms[at]]).lastIndexOf(forms[w])
    if (from < 0) {
      if (PAIRS[forms[w]] !== undefined) open.push(w)
      continue
    }
    const start = open[from]
    open.length = from
    let first = start + 1
    let last = w - 1
    while (first < w && upos[first] === 'PUNCT') first++
    while (last > start && upos[last] === 'PUNCT') last--
    if (first <= last && kept[first] === 1 && kept[last] === 1) {
      kept[start] = 1
      kept[w] = 1
    }
  }
}

/**
 * Commas around a phrase stay, both of them, if its head does; the beginning and the end of the sentence
 * count as commas. A comma without a kept word before or behind it is deleted.
 */
function keepCommas({ forms, upos }: Sentence, { tree: { heads } }: Units, kept: Uint8Array): void {
  const { first, last } = reach(heads, upos)
  const isComma = (w: number) => forms[w] === ','
  const edge = (w: number) => w < 0 || w >= forms.length || ENDS.test(forms[w])
  // The shortest phrase that each comma closes, and the one that it opens.
  const closed = new Int32Array(forms.length).fill(-1)
  const opened = new Int32Array(forms.length).fill(-1)
  const length = (w: number) => last[w] - first[w]
  for (let w = 0; w < forms.length; w++) {
    if (upos[w] === 'PUNCT') continue
    const [open, close] = [first[w] - 1, last[w] + 1]
    if (!(isComma(open) || open < 0) || !(isComma(close) || edge(close))) continue
    if (isComma(open) && (opened[open] < 0 || length(w) < length(opened[open]))) opened[open] = w
    if (isComma(close) && (closed[close] < 0 || length(w) < length(closed[close]))) closed[close] = w
  }
  const words = (from: number, to: number) => {
    for (let w = from; w < to; w++) if (kept[w] === 1 && upos[w] !== 'PUNCT') return true
    return false
  }
  for (let w = 0; w < forms.length; w++) {
    if (closed[w] < 0 && opened[w] < 0) continue
    const wanted = (closed[w] >= 0 && kept[closed[w]] === 1) || (opened[w] >= 0 && kept[opened[w]] === 1)
    kept[w] = wanted && words(0, w) && words(w + 1, forms.length) ? 1 : 0
  }
}

/** The first and the last word of the subtree of each word. */
function reach(heads: Int32Array, upos: readonly string[]): { first: Int32Array; last: Int32Array } {
  const first = Int32Array.from(heads, (_, w) => w)
  const last = first.slice()
  for (let w = 0; w < heads.length; w++) {
    if (upos[w] === 'PUNCT') continue
    for (let a = heads[w]; a >= 0; a = heads[a]) {
      first[a] = Math.min(first[a], w)
      last[a] = Math.max(last[a], w)
    }
  }
  return { first, last }
}

/**
 * Marks inside stay between two words that stay and have only punctuation between them; one at the end stays.
 */
function keepOthers({ forms, upos }: Sentence, kept: Uint8Array): void {
  const paired = new Set([...Object.keys(PAIRS), ...Object.values(PAIRS)])
  let any = false
  for (let w = 0; w < forms.length; w++) {
    if (upos[w] !== 'PUNCT') {
      any ||= kept[w] === 1
      continue
    }
    if (paired.has(forms[w])) continue
    let before = w - 1
    let after = w + 1
    while (before >= 0 && upos[before] === 'PUNCT') before--
    while (after < forms.length && upos[after] === 'PUNCT') after++
    if (after === forms.length) kept[w] = any && ENDS.test(forms[w]) ? 1 : 0
    else kept[w] = before >= 0 && kept[before] === 1 && kept[after] === 1 ? 1 : 0
  }
}
