// A sentence of a summary: its kept words, their place in the document, and its text.
import { keptText, type Stretch, stretches } from '../compress/detokenise.js'
import { finishWords } from '../compress/punctuation.js'
import type { Units } from '../compress/units.js'
import type { AnalysedSentence } from './analyse.js'

export interface SummarySentence {
  /** Its document, and its place there and among all sentences, counted from 0. */
  readonly document: number
  readonly position: number
  readonly index: number
  /** Its offsets in the document's text (UTF-16 units), and its text there. */
  readonly start: number
  readonly end: number
  readonly original: string
  /** Its text in the summary. */
  readonly text: string
  /** Words that are kept, punctuation aside. */
  readonly words: number
  /** Kept and deleted stretches, in order, with offsets into the document's text. */
  readonly stretches: readonly Stretch[]
  /** 1 for every word that stays, punctuation included. */
  readonly kept: Uint8Array
}

/** The sentence with the given units kept; as a whole (or without units) it is verbatim. */
export function summarySentence(
  { sentence, text, spans, document, position, index }: AnalysedSentence,
  units: Units | null,
  keptUnits: ArrayLike<number>,
): SummarySentence {
  const kept =
    units === null || isWhole(keptUnits)
      ? new Uint8Array(sentence.length).fill(1)
      : finishWords(sentence, units, keptUnits)
  const start = spans[0]?.start ?? 0
  const end = spans[spans.length - 1]?.end ?? start
  const original = text.slice(start, end)
  return {
    document,
    position,
    index,
    start,
    end,
    original,
    kept,
    text: kept.every((k) => k === 1) ? original.replaceAll(/\s+/g, ' ') : keptText(sentence, kept),
    words: countWords(sentence.upos, kept),
    stretches: stretches(spans, kept),
  }
}

function isWhole(keptUnits: ArrayLike<number>): boolean {
  for (let u = 0; u < keptUnits.length; u++) if (keptUnits[u] !== 1) return false
  return true
}

function countWords(upos: readonly string[], kept: ArrayLike<number>): number {
  let count = 0
  upos.forEach((tag, w) => {
    if (tag !== 'PUNCT' && kept[w] === 1) count++
  })
  return count
}
