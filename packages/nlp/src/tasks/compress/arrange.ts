// The dependency tree of a sentence, rearranged so that words that may be deleted depend on words that must
// stay:
//   – a title depends on the name behind it ("premier Li" → "Li"), not the other way round;
//   – in "A, B and C", B depends on C, which has the conjunction; so do "both" and "either";
//   – punctuation has nothing below it.
import { ParleyError } from '@parleyjs/core'
import { findCycle } from '../../text/conllu/heads.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { isOneOf, OF_THE_PHRASE, TITLES } from './rules.js'

/** A tree over the words of a sentence; heads count from 0, and −1 is the root. */
export interface Arrangement {
  readonly heads: Int32Array
  readonly relations: string[]
  /** Pairs of words that stay or go together because of what was rearranged. */
  readonly ties: [number, number][]
}

/** The relation of a title to its name. */
const TITLE = 'title'

/** The rearranged tree of a parsed sentence. */
export function arrange(sentence: Sentence): Arrangement {
  const tree = { heads: wordHeads(sentence), relations: [...sentence.deprels], ties: [] }
  promoteNames(sentence, tree)
  gatherTitles(tree)
  hangLists(tree)
  return tree
}

/** The head of each word, counted from 0, −1 for none; punctuation is passed over. */
function wordHeads(sentence: Sentence): Int32Array {
  const missing = sentence.heads.findIndex((head) => head < 0)
  if (missing >= 0)
    throw new ParleyError(
      'bad-input',
      `Word ${missing + 1} ("${sentence.forms[missing]}") has no head: a sentence must be parsed before it is compressed.`,
      { line: sentence.lineOf(missing) },
    )
  if (findCycle(sentence.heads) !== null)
    throw new ParleyError('bad-input', 'The heads of a sentence contain a cycle. Have it parsed again.', {
      line: sentence.line,
    })
  const heads = Int32Array.from(sentence.heads, (head) => head - 1)
  for (let w = 0; w < heads.length; w++)
    while (heads[w] >= 0 && sentence.upos[heads[w]] === 'PUNCT') heads[w] = sentence.heads[heads[w]] - 1
  return heads
}

/** Swaps a name and the title that it depends on. */
function promoteNames({ upos, forms }: Sentence, { heads, relations }: Arrangement): void {
  for (let name = 0; name < heads.length; name++) {
    const title = heads[name]
    if (title < 0 || title > name || !isOneOf(NAMES, relations[name]) || upos[name] !== 'PROPN') continue
    if (upos[title] !== 'NOUN' && !TITLES.has(forms[title].toLowerCase())) continue
    for (let w = 0; w < heads.length; w++) {
      if (heads[w] !== title || w === name) continue
      if (isOneOf(NAMES, relations[w]) || isOneOf(OF_THE_PHRASE, relations[w])) heads[w] = name
    }
    heads[name] = heads[title]
    relations[name] = relations[title]
    heads[title] = name
    relations[title] = TITLE
  }
}

/** "Former" of "former president Li" depends on the title, even if the parser attaches it to the name. */
function gatherTitles({ heads, relations }: Arrangement): void {
  for (let title = 0; title < heads.length; title++) {
    const name = heads[title]
    if (name < title || !TITLE_RELATIONS.has(relations[title])) continue
    for (let w = 0; w < title; w++)
      if (heads[w] === name && isOneOf(BEFORE_TITLES, relations[w])) heads[w] = title
  }
}

const TITLE_RELATIONS: ReadonlySet<string> = new Set([TITLE, 'nmod:desc'])
const BEFORE_TITLES: ReadonlySet<string> = new Set(['amod', 'compound', 'det', 'nmod:poss', 'nummod'])

const NAMES: ReadonlySet<string> = new Set(['flat'])

const CONJUNCTS: ReadonlySet<string> = new Set(['conj'])

/** In "both A, B and C", B and "both" may stay only if C does. */
function hangLists({ heads, relations, ties }: Arrangement): void {
  const last = new Map<number, number>()
  heads.forEach((head, w) => {
    if (isOneOf(CONJUNCTS, relations[w])) last.set(head, w)
  })
  const first = heads.slice()
  first.forEach((head, w) => {
    const end = last.get(head)
    if (end === undefined || end === w) return
    if (isOneOf(CONJUNCTS, relations[w])) heads[w] = end
    else if (relations[w] === 'cc:preconj') {
      heads[w] = end
      ties.push([w, end])
    }
  })
}
