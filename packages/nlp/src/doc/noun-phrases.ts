// Noun phrases without what follows the noun: "the old bridge" of "the old bridge over the river". No word is
// in two of them.
import type { DocSentence } from './doc-sentence.js'
import type { Span } from './span.js'
import type { Token } from './token.js'

const NOMINAL = new Set(['NOUN', 'PROPN', 'PRON'])
/** Relations of a word that is a part of the phrase of its head, and has none of its own. */
const INSIDE = new Set(['compound', 'flat', 'fixed', 'goeswith', 'det', 'nummod'])
/** Relations of words before the noun that belong to its phrase, with all that is below them. */
const BEFORE = new Set([...INSIDE, 'amod', 'nmod:poss', 'nmod:unmarked', 'advmod:emph'])
/** Relations of words after the noun that belong to its phrase. */
const AFTER = new Set(['flat', 'fixed', 'goeswith', 'compound'])

/** The noun phrases of a sentence that has a tree, in order. */
export function nounPhrasesOf(sentence: DocSentence): Span[] {
  const phrases: Span[] = []
  let free = 0
  for (const token of sentence.tokens) {
    if (!isHead(token) || token.index < free) continue
    const [first, end] = extent(token)
    // A possessor within a phrase, such as "the mayor" of "the mayor's house", belongs to the longer phrase.
    while (phrases.length > 0 && phrases[phrases.length - 1].tokens[0].index >= first) phrases.pop()
    const start = Math.max(first, lastEnd(phrases))
    phrases.push(sentence.span(start, end))
    free = end
  }
  return phrases
}

function isHead(token: Token): boolean {
  const { upos, deprel } = token
  return upos !== null && NOMINAL.has(upos) && deprel !== null && !INSIDE.has(main(deprel))
}

/** The first word of the phrase of a noun, and the position after its last. */
function extent(noun: Token): [first: number, end: number] {
  const inside = new Set<Token>()
  for (const child of noun.children) {
    const deprel = child.deprel ?? ''
    const allowed = child.index < noun.index ? BEFORE : AFTER
    if (allowed.has(deprel) || allowed.has(main(deprel))) for (const word of child.subtree) inside.add(word)
  }
  const { tokens } = noun.sentence
  let first = noun.index
  while (first > 0 && inside.has(tokens[first - 1])) first--
  let end = noun.index + 1
  while (end < tokens.length && inside.has(tokens[end])) end++
  return [first, end]
}

/** A relation without its subtype. */
function main(deprel: string): string {
  return deprel.split(':')[0]
}

function lastEnd(phrases: readonly Span[]): number {
  const last = phrases.at(-1)?.tokens.at(-1)
  return last === undefined ? 0 : last.index + 1
}
