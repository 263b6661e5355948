// The words that are members of sets, by sentence: each is one variable of the soft problem, however many
// sets it is in.
import { type FactorSource, SoftProblem } from '@parleyjs/core'
import type { ConsensusSets } from './consensus.js'
import { type WordScores, WordTable } from './word-table.js'

/** Words in sets, sorted by sentence and place. */
export interface SharedWords {
  /** The sentences that have such words, ascending: factor f of the problem is sentence sentences[f]. */
  readonly sentences: Int32Array
  /** Where the words of each of them begin, and the end of all. */
  readonly first: Int32Array
  /** The place of each word in its sentence: word v is variable v of the problem. */
  readonly words: Int32Array
  /** The variable of every member of every set. */
  readonly variableOf: Int32Array
}

/** Lays out the members of all sets. */
export function shareWords(sets: ConsensusSets, sentenceCount: number): SharedWords {
  const members = sets.memberCount
  const begin = new Int32Array(sentenceCount + 1)
  for (let m = 0; m < members; m++) begin[sets.sentenceOf(m) + 1]++
  for (let s = 0; s < sentenceCount; s++) begin[s + 1] += begin[s]
  const bySentence = new Int32Array(members)
  const next = begin.slice()
  for (let m = 0; m < members; m++) bySentence[next[sets.sentenceOf(m)]++] = m
  const sentences: number[] = []
  const first: number[] = [0]
  const words = new Int32Array(members)
  const variableOf = new Int32Array(members)
  let count = 0
  for (let s = 0; s < sentenceCount; s++) {
    if (begin[s] === begin[s + 1]) continue
    const own = bySentence.subarray(begin[s], begin[s + 1]).sort((a, b) => sets.wordOf(a) - sets.wordOf(b))
    for (let i = 0; i < own.length; i++) {
      const word = sets.wordOf(own[i])
      if (i === 0 || word !== words[count - 1]) words[count++] = word
      variableOf[own[i]] = count - 1
    }
    sentences.push(s)
    first.push(count)
  }
  return {
    sentences: Int32Array.from(sentences),
    first: Int32Array.from(first),
    words: words.slice(0, count),
    variableOf,
  }
}

/** The soft problem: a factor for each sentence with shared words, a consensus variable for each set. */
export function consensusProblem(
  sets: ConsensusSets,
  shared: SharedWords,
  source: FactorSource,
): SoftProblem {
  const problem = new SoftProblem()
  const { sentences, first } = shared
  const k = sets.values.length
  for (let f = 0; f < sentences.length; f++)
    problem.addFactor(source, new Int32Array(first[f + 1] - first[f]).fill(k))
  addSets(problem, sets, shared)
  return problem
}

/** The same if a table per shared word is sufficient: a factor for each of them. */
export function wordProblem(sets: ConsensusSets, shared: SharedWords, words: WordScores): SoftProblem {
  const problem = new SoftProblem()
  problem.constant = words.rest * words.unit
  const k = sets.values.length
  const table = new WordTable(words, k)
  const source: FactorSource = (v) => table.at(v)
  for (let v = 0; v < shared.words.length; v++) problem.addFactor(source, [k])
  addSets(problem, sets, shared)
  return problem
}

function addSets(problem: SoftProblem, sets: ConsensusSets, { variableOf }: SharedWords): void {
  for (let set = 0; set < sets.length; set++)
    problem.consensus(variableOf.subarray(sets.start(set), sets.start(set + 1)), sets.penalties[set])
}
