// Detects the format of a text file from its beginning.
import type { InputKind } from './source.js'

/** The formats that a file shows by itself. */
type DetectedKind = Extract<InputKind, 'text' | 'conllu' | 'mrg'>

/** The format of a file with this beginning. */
export function kindOf(start: string): DetectedKind {
  if (looksLikeConllu(start)) return 'conllu'
  return looksLikeBrackets(start) ? 'mrg' : 'text'
}

/** Whether the first line that is not a comment has the ten columns of a word. */
export function looksLikeConllu(start: string): boolean {
  const line = /^(?!#)(.+)$/m.exec(start)?.[1] ?? ''
  return /^[\d.-]+\t/.test(line) && line.split('\t').length === 10
}

/**
 * Whether a text begins like a bracketed tree: opening brackets, each with a label in capitals or none, down
 * to a word with its tag.
 *
 * @example
 * looksLikeBrackets('( (S (NP (PRP We)') // true
 * looksLikeBrackets('(We go (now).)') // false
 */
export function looksLikeBrackets(start: string): boolean {
  return /^\s*\(\s*(?:[A-Z][A-Z\d$=|-]*\s*)?(?:\(\s*[A-Z][A-Z\d$=|-]*\s*)*\(\s*[^\s()a-z]+\s+[^\s()]+\s*\)/.test(
    start,
  )
}
