// What a text file holds, by its beginning.
import type { InputKind } from './source.js'

/** What a file with this beginning holds. */
export function kindOf(start: string): InputKind {
  if (looksLikeConllu(start)) return 'conllu'
  return looksLikeBrackets(start) ? 'mrg' : 'text'
}

/** Whether the first line that is no comment has the ten columns of a word. */
export function looksLikeConllu(start: string): boolean {
  const line = /^(?!#)(.+)$/m.exec(start)?.[1] ?? ''
  return /^[\d.-]+\t/.test(line) && line.split('\t').length === 10
}

/**
 * Whether a text begins as a bracketed tree does: brackets with labels in capitals or without, down to a word with its tag.
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
