// Constraints that a CoNLL-U file puts on its own trees, in MISC: `ForceHead=3`, `ForbidHead=1,2`, `ForceDeprel=obj`;
// and on its tags: `ForceUpos=VERB`.
import { ParleyError } from '@parley/core'
import type { Sentence } from '../conllu/sentence.js'
import type { ParserConstraints } from '../parse/input.js'

const KEY = /(?:^|\|)(ForceHead|ForbidHead|ForceDeprel)=([^|]*)/g

/** The constraints of a sentence, or undefined if it has none. */
export function constraintsOf(sentence: Sentence): ParserConstraints | undefined {
  const heads: (number | null)[] = sentence.forms.map(() => null)
  const deprels: (string | null)[] = sentence.forms.map(() => null)
  const forbidden: [number, number][] = []
  let any = false
  sentence.misc.forEach((misc, word) => {
    if (misc === '_') return
    for (const [, key, value] of misc.matchAll(KEY)) {
      any = true
      if (key === 'ForceDeprel') deprels[word] = value!
      else if (key === 'ForceHead') heads[word] = numberOf(sentence, word, key, value!)
      else
        for (const head of value!.split(',')) forbidden.push([numberOf(sentence, word, key!, head), word + 1])
    }
  })
  return any ? { heads, deprels, forbidden } : undefined
}

function numberOf(sentence: Sentence, word: number, key: string, text: string): number {
  const head = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (head >= 0 && head <= sentence.length && head !== word + 1) return head
  throw new ParleyError(
    'bad-input',
    `${key}=${text} in MISC of word ${word + 1}: expected the number of another word (at most ${sentence.length}), or 0 for the root.`,
    { line: sentence.lineOf(word) },
  )
}

/** The UPOS that MISC demands for each word, null where it demands none; undefined if it never does. */
export function fixedTagsOf({ misc }: Sentence): (string | null)[] | undefined {
  const fixed = misc.map((text) => /(?:^|\|)ForceUpos=([^|]+)/.exec(text)?.[1] ?? null)
  return fixed.some((tag) => tag !== null) ? fixed : undefined
}
