// What counts as punctuation for the figures that leave it out.
import type { Word } from './corpus.js'

/**
 * How punctuation is told: `annotation` is UPOS `PUNCT` or DEPREL `punct`; `form` is a form of nothing but Unicode
 * punctuation, as in the CoNLL-X shared task, for treebanks with tags of their own.
 */
export type PunctuationRule = 'annotation' | 'form'

const PUNCTUATION = /^\p{P}+$/u

/** The annotation where the gold file has any that marks punctuation, else the form. */
export function punctuationRule(gold: readonly Word[]): PunctuationRule {
  return gold.some((word) => isPunctuation(word, 'annotation')) ? 'annotation' : 'form'
}

export function isPunctuation(word: Word, rule: PunctuationRule): boolean {
  return rule === 'form' ? PUNCTUATION.test(word.form) : word.upos === 'PUNCT' || word.deprel === 'punct'
}
