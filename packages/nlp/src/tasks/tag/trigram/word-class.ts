// Classes of words by their spelling. Endings are learned for each class separately.

const WordClass = {
  lower: 0,
  /** Capitalised, not at the beginning of a sentence. */
  capital: 1,
  /** Capitalised, at the beginning: the capital says little about the word. */
  first: 2,
  /** Two capitals or more. */
  capitals: 3,
  digits: 4,
  hyphen: 5,
} as const

export const WORD_CLASSES = 6

/** The class of a word at a position of its sentence. */
export function wordClass(word: string, position: number): number {
  if (/\p{Nd}/u.test(word)) return WordClass.digits
  if (/\p{Lu}.*\p{Lu}/u.test(word)) return WordClass.capitals
  if (/^\p{Lu}/u.test(word)) return position === 0 ? WordClass.first : WordClass.capital
  return /.-./.test(word) ? WordClass.hyphen : WordClass.lower
}

/** Replaces every digit with 0, so that 1998 and 2003 share a spelling: they have the same tags. */
export function plainDigits(word: string): string {
  return word.replace(/\p{Nd}/gu, '0')
}
