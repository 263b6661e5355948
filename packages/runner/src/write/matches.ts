// Writes sentences that match a pattern: as text with the words that match, as CoNLL-U, or as JSON.
import type { FoundTree, Sentence, TreeMatch, TreePattern } from '@parleyjs/nlp'
import { forTerminal, writtenSentence } from '@parleyjs/nlp/internal'

/** A sentence with matches, and where it is. */
export interface FoundSentence {
  readonly found: FoundTree
  readonly pattern: TreePattern
  readonly file?: string | undefined
}

/** A found sentence as plain data. Words have the ids of the file, from 1. */
export function foundJson({ found, pattern, file }: FoundSentence) {
  const { sentence, number, matches, complete } = found
  return {
    ...(file !== undefined && { file }),
    number,
    line: sentence.line,
    id: sentence.id ?? null,
    text: writtenSentence(sentence).text,
    matches: matches.map(({ words, named }) => ({
      words: words.map((word) => word + 1),
      forms: words.map((word) => sentence.forms[word]),
      named: Object.fromEntries(pattern.names.map((name) => [name, named[name] + 1])),
    })),
    complete,
  }
}

/** The text of a found sentence on a line, highlighted with `color`, then a line for each match. */
export function foundText({ found, pattern, file }: FoundSentence, color: boolean): string {
  const { sentence, matches, complete } = found
  const place = `${file === undefined ? '' : `${file}:`}${sentence.line}:`
  const lines = matches.map((match) => `  ${matchedWords(sentence, match, pattern)}\n`)
  const more = complete ? '' : '  … there may be more matches\n'
  return `${forTerminal(place)} ${highlighted(sentence, matches, color)}\n${lines.join('')}${more}`
}

/** A found sentence as CoNLL-U, with its matches in a comment: `# matches = s=2 o=5; s=2 o=8`. */
export function foundConllu({ found: { sentence, matches }, pattern }: FoundSentence): string {
  const all = matches.map(({ words, named }) =>
    pattern.names.length === 0
      ? words.map((word) => word + 1).join(' ')
      : pattern.names.map((name) => `${name}=${named[name] + 1}`).join(' '),
  )
  // The key of a comment has no "=", but its value may have some.
  const comment = `# matches = ${all.join('; ')}\n`
  const text = sentence.toString()
  const end = text.search(/^(?!#)/m)
  return text.slice(0, end) + comment + text.slice(end)
}

/** `s=2:girls o=6:books`, or `3:read 2:girls` if the pattern has no names. */
function matchedWords(sentence: Sentence, { words, named }: TreeMatch, { names }: TreePattern): string {
  const word = (index: number) => `${index + 1}:${forTerminal(sentence.forms[index])}`
  if (names.length === 0) return words.map(word).join(' ')
  return names.map((name) => `${name}=${word(named[name])}`).join(' ')
}

function highlighted(sentence: Sentence, matches: readonly TreeMatch[], color: boolean): string {
  const { text, spans } = writtenSentence(sentence)
  if (!color) return forTerminal(text)
  const matched = new Set(matches.flatMap(({ words }) => words))
  let line = ''
  let at = 0
  for (const { start, end, firstWord, endWord } of spans) {
    const words = Array.from({ length: endWord - firstWord }, (_, i) => firstWord + i)
    if (!words.some((word) => matched.has(word))) continue
    line += `${forTerminal(text.slice(at, start))}\x1b[1;31m${forTerminal(text.slice(start, end))}\x1b[22;39m`
    at = end
  }
  return line + forTerminal(text.slice(at))
}
