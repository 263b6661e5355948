// Features of a concept: how often and where it occurs, and the kind of its words. No word has a weight of
// its own, so that weights learned from reviews apply to other texts.
import { portableLog } from '@parleyjs/core/internal'
import type { Concept, ConceptSentence } from './concepts.js'
import { isStopWord } from './stop-words.js'

/** Numbers that a concept has besides its tags. */
const NUMBERS = [
  'bias',
  'logSentences',
  'shareOfSentences',
  'rootShareOfSentences',
  'logDocuments',
  'shareOfDocuments',
  'once',
  'twice',
  'relativeToMost',
  'rarerWord',
  'commonerWord',
  'association',
  'inFirstSentences',
  'early',
  'firstPerson',
  'number',
  'stopFirst',
  'stopSecond',
  'longSentences',
  'smallCollection',
] as const

const TAGS = [
  'NOUN',
  'PROPN',
  'ADJ',
  'VERB',
  'ADV',
  'AUX',
  'PRON',
  'DET',
  'ADP',
  'NUM',
  'PART',
  'CCONJ',
  'other',
]
/**
 * Smaller collections count as if they had this number of sentences, because training had no smaller ones.
 */
const LEAST_SENTENCES = 25
const FIRST_PERSON = /^(i|me|my|mine|myself|we|us|our|ours)$/

/**
 * Features of single words, then those of pairs: each kind has its own numbers, the same once more for small
 * collections, and tags.
 */
export const FEATURES = 4 * NUMBERS.length + TAGS.length + TAGS.length * TAGS.length

/** A vector with few entries: places and values. */
export interface SparseVector {
  readonly at: Int32Array
  readonly value: Float64Array
}

/** Counts that features of a whole collection share. */
interface Collection {
  readonly sentences: readonly ConceptSentence[]
  readonly documents: number
  readonly sentencesWith: ReadonlyMap<string, number>
  readonly most: readonly [number, number]
}

/** The features of every concept of a collection. */
export function conceptFeatures(
  concepts: readonly Concept[],
  sentences: readonly ConceptSentence[],
): SparseVector[] {
  const counts = concepts.map(({ tokens }) => distinct(tokens.map(({ sentence }) => sentence)))
  const sentencesWith = new Map(concepts.map(({ key }, c) => [key, counts[c]]))
  const most: [number, number] = [1, 1]
  concepts.forEach(({ key }, c) => {
    const kind = key.includes(' ') ? 1 : 0
    most[kind] = Math.max(most[kind], counts[c])
  })
  const documents = distinct(sentences.map(({ document }) => document))
  const collection = { sentences, documents, sentencesWith, most }
  return concepts.map((concept) => featuresOf(concept, collection))
}

function featuresOf({ key, tokens }: Concept, collection: Collection): SparseVector {
  const { sentences, documents, sentencesWith, most } = collection
  const count = sentencesWith.get(key)!
  const inDocuments = distinct(tokens.map(({ sentence }) => sentences[sentence].document))
  const stems = key.split(' ')
  const pair = stems.length === 2
  const { sentence, first, second } = tokens[0]
  const { forms, upos } = sentences[sentence]
  const words = pair ? [forms[first], forms[second]] : [forms[first]]
  const lower = words.map((word) => word.toLowerCase())
  // In large collections, stems of one sentence alone are no concepts.
  const alone = stems.map((s) => sentencesWith.get(s) ?? 1)
  const total = Math.max(LEAST_SENTENCES, sentences.length)
  const numbers: Record<(typeof NUMBERS)[number], number> = {
    bias: 1,
    logSentences: portableLog(count),
    shareOfSentences: count / total,
    rootShareOfSentences: Math.sqrt(count / total),
    logDocuments: portableLog(inDocuments),
    shareOfDocuments: inDocuments / documents,
    once: count === 1 ? 1 : 0,
    twice: count === 2 ? 1 : 0,
    relativeToMost: count / most[pair ? 1 : 0],
    rarerWord: Math.sqrt(Math.min(...alone) / total),
    commonerWord: Math.sqrt(Math.max(...alone) / total),
    association: pair ? count / Math.min(...alone) : 0,
    inFirstSentences: meanOver(tokens, (t) => (sentences[t.sentence].position === 0 ? 1 : 0)),
    early: meanOver(tokens, (t) => 1 / (1 + sentences[t.sentence].position)),
    firstPerson: lower.some((word) => FIRST_PERSON.test(word)) ? 1 : 0,
    number: lower.some((word) => /\d/.test(word)) ? 1 : 0,
    stopFirst: isStopWord(lower[0]) ? 1 : 0,
    stopSecond: pair && isStopWord(lower[1]) ? 1 : 0,
    longSentences: meanOver(tokens, (t) => Math.min(2, sentences[t.sentence].forms.length / 25)),
    smallCollection: 10 / (10 + total),
  }
  const at: number[] = []
  const value: number[] = []
  const base = pair ? 2 * NUMBERS.length + TAGS.length : 0
  NUMBERS.forEach((name, i) => {
    if (numbers[name] === 0) return
    // A count of three is high among eight reviews, and insignificant among three hundred sentences.
    at.push(base + i, base + NUMBERS.length + i)
    value.push(numbers[name], numbers[name] * numbers.smallCollection)
  })
  const tags = base + 2 * NUMBERS.length
  at.push(tags + (pair ? TAGS.length * tagOf(upos[first]) + tagOf(upos[second]) : tagOf(upos[first])))
  value.push(1)
  return { at: Int32Array.from(at), value: Float64Array.from(value) }
}

function tagOf(upos: string): number {
  const tag = TAGS.indexOf(upos)
  return tag < 0 ? TAGS.length - 1 : tag
}

function distinct(values: readonly number[]): number {
  return new Set(values).size
}

function meanOver<T>(list: readonly T[], of: (item: T) => number): number {
  let sum = 0
  for (const item of list) sum += of(item)
  return sum / list.length
}
