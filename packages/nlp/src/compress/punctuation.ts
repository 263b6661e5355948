// From units back to words: punctuation follows the words around it, and what opened a clause goes where the clause has
// become the sentence.
import type { Sentence } from '../conllu/sentence.js'
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
  return kept
}

/** "said that it rains" becomes "it rains", not "that it rains". */
function dropOpeners(units: Units, keptUnits: ArrayLike<number>, kept: Uint8Array): void {
  const { of, parents, heads: highest, tree } = units
  for (let w = 0; w < kept.length; w++) {
    const u = of[w]!
    if (kept[w] === 0 || !isOneOf(OPENERS, tree.relations[w]!) || tree.heads[w] !== highest[u]) continue
    if (parents[u]! >= 0 && keptUnits[parents[u]!] !== 1) kept[w] = 0
  }
}

/** Quotes and brackets stay, both of them, if the first and the last word between them do. */
function keepPairs({ forms, upos }: Sentence, kept: Uint8Array): void {
  const open: number[] = []
  for (let w = 0; w < forms.length; w++) {
    if (upos[w] !== 'PUNCT') continue
    const from = open.map((at) => PAIRS[forms[at]!]).lastIndexOf(forms[w])
    if (from < 0) {
      if (PAIRS[forms[w]!] !== undefined) open.push(w)
      continue
    }
    const start = open[from]!
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

/** Marks inside stay between two words that stay and have only punctuation between them; one at the end stays. */
function keepOthers({ forms, upos }: Sentence, kept: Uint8Array): void {
  const paired = new Set([...Object.keys(PAIRS), ...Object.values(PAIRS)])
  let any = false
  for (let w = 0; w < forms.length; w++) {
    if (upos[w] !== 'PUNCT') {
      any ||= kept[w] === 1
      continue
    }
    if (paired.has(forms[w]!)) continue
    let before = w - 1
    let after = w + 1
    while (before >= 0 && upos[before] === 'PUNCT') before--
    while (after < forms.length && upos[after] === 'PUNCT') after++
    if (after === forms.length) kept[w] = any && ENDS.test(forms[w]!) ? 1 : 0
    else kept[w] = before >= 0 && kept[before] === 1 && kept[after] === 1 ? 1 : 0
  }
}
