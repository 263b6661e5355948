// Recognises punctuation, for the metrics that leave it out.
import type { Word } from './corpus.js'

/**
 * How punctuation is recognised: `annotation` means UPOS `PUNCT` or DEPREL `punct`; `form` means that the
 * form consists of Unicode punctuation, as in the CoNLL-X shared task, for treebanks with their own tags.
 */
export type PunctuationRule = 'annotation' | 'form'

const PUNCTUATION = /^\p{P}+$/u

/** By annotation if the gold file marks punctuation anywhere, otherwise by form. */
export function punctuationRule(gold: readonly Word[]): PunctuationRule {
  return gold.some((word) => isPunctuation(word, 'annotation')) ? 'annotation' : 'form'
}

export function isPunctuation(word: Word, rule: PunctuationRule): boolean {
  return rule === 'form' ? PUNCTUATION.test(word.form) : word.upos === 'PUNCT' || word.deprel === 'punct'
}
