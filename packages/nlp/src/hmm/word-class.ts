// What the spelling of a word says at a glance. Endings are learned for each class apart.

export const WordClass = {
  lower: 0,
  /** Capitalised, not at the beginning of a sentence. */
  capital: 1,
  /** Capitalised, at the beginning: the capital says little. */
  first: 2,
  /** With two capitals or more. */
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

/** A spelling that numbers share: 1998 and 2003 have the same tags. */
export function plainDigits(word: string): string {
  return word.replace(/\p{Nd}/gu, '0')
}
