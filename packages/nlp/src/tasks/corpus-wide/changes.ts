// Changes by corpus-wide inference, and their reasons: the sets that a word is in and their agreed values, or
// other words of its sentence that were changed by their sets.
import type { ConsensusSets } from './consensus.js'
import type { SharedWords } from './shared-words.js'

/** A set as the reason of a change. */
export interface Reason {
  readonly set: string
  /** What the set agreed on. */
  readonly consensus: string
  /** How many of its members have that value now, of how many, and how many had it before. */
  readonly agree: number
  readonly members: number
  readonly agreedBefore: number
}

/** A word whose value is not what its sentence alone would give it. Sentence and word count from 0. */
export interface Change {
  readonly sentence: number
  readonly word: number
  readonly before: string
  readonly after: string
  /** The sets that the word is in; none if it changed because of other words of its sentence. */
  readonly because: readonly Reason[]
}

/** Values of words by their number in the corpus. */
export type ValueOf = (sentence: number, word: number) => number

/** All changes of shared words, in the order of the corpus. */
export function* findChanges(
  sets: ConsensusSets,
  shared: SharedWords,
  consensus: ArrayLike<number>,
  lengthOf: (sentence: number) => number,
  before: ValueOf,
  after: ValueOf,
): Generator<Change, void, undefined> {
  const setsOf = membership(sets, shared)
  const { sentences, first, words } = shared
  for (let f = 0; f < sentences.length; f++) {
    const s = sentences[f]
    let v = first[f]
    for (let w = 0; w < lengthOf(s); w++) {
      const variable = v < first[f + 1] && words[v] === w ? v++ : -1
      const [old, now] = [before(s, w), after(s, w)]
      if (old === now) continue
      const because: Reason[] = []
      if (variable >= 0)
        for (let i = setsOf.first[variable]; i < setsOf.first[variable + 1]; i++)
          because.push(reasonOf(sets, setsOf.list[i], consensus[setsOf.list[i]], before, after))
      yield { sentence: s, word: w, before: sets.values[old], after: sets.values[now], because }
    }
  }
}

function reasonOf(sets: ConsensusSets, set: number, value: number, before: ValueOf, after: ValueOf): Reason {
  let agree = 0
  let agreedBefore = 0
  for (let m = sets.start(set); m < sets.start(set + 1); m++) {
    if (after(sets.sentenceOf(m), sets.wordOf(m)) === value) agree++
    if (before(sets.sentenceOf(m), sets.wordOf(m)) === value) agreedBefore++
  }
  const members = sets.start(set + 1) - sets.start(set)
  return { set: sets.names[set], consensus: sets.values[value], agree, members, agreedBefore }
}

/** The sets of each variable. */
function membership(sets: ConsensusSets, shared: SharedWords): { first: Int32Array; list: Int32Array } {
  const { variableOf, words } = shared
  const first = new Int32Array(words.length + 1)
  for (let m = 0; m < variableOf.length; m++) first[variableOf[m] + 1]++
  for (let v = 0; v < words.length; v++) first[v + 1] += first[v]
  const list = new Int32Array(variableOf.length)
  const next = first.slice()
  for (let set = 0; set < sets.length; set++)
    for (let m = sets.start(set); m < sets.start(set + 1); m++) list[next[variableOf[m]]++] = set
  return { first, list }
}
