// Constraints that a CoNLL-U file puts on its own trees, in MISC: `ForceHead=3`, `ForbidHead=1,2`, `ForceDeprel=obj`,
// `ForbidDeprel=obj,iobj`; and on its tags: `ForceUpos=VERB`, `ForbidUpos=NOUN,PROPN`.
import { ParleyError } from '@parley/core'
import type { Sentence } from '../conllu/sentence.js'
import type { ParserConstraints } from '../parse/input.js'

const KEY = /(?:^|\|)(ForceHead|ForbidHead|ForceDeprel|ForbidDeprel)=([^|]*)/g

/** The constraints of a sentence, or undefined if it has none. */
export function constraintsOf(sentence: Sentence): ParserConstraints | undefined {
  const heads: (number | null)[] = sentence.forms.map(() => null)
  const deprels: (string | null)[] = sentence.forms.map(() => null)
  const forbidden: [number, number][] = []
  const forbiddenDeprels: (string[] | null)[] = sentence.forms.map(() => null)
  let any = false
  sentence.misc.forEach((misc, word) => {
    if (misc === '_') return
    for (const [, key, value] of misc.matchAll(KEY)) {
      any = true
      if (key === 'ForceDeprel') deprels[word] = value!
      else if (key === 'ForbidDeprel') forbiddenDeprels[word] = value!.split(',')
      else if (key === 'ForceHead') heads[word] = numberOf(sentence, word, key, value!)
      else
        for (const head of value!.split(',')) forbidden.push([numberOf(sentence, word, key!, head), word + 1])
    }
  })
  if (!any) return undefined
  const free = forbiddenDeprels.every((names) => names === null)
  return { heads, deprels, forbidden, ...(!free && { forbiddenDeprels }) }
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

/** What MISC demands of the UPOS of words: what they must be and what they may not; undefined if it never does. */
export function tagDemandsOf({ misc }: Sentence):
  | {
      readonly fixed: readonly (string | null)[]
      readonly forbidden?: readonly (readonly string[] | null)[]
    }
  | undefined {
  const values = (key: RegExp) => misc.map((text) => key.exec(text)?.[1] ?? null)
  const fixed = values(/(?:^|\|)ForceUpos=([^|]+)/)
  const forbidden = values(/(?:^|\|)ForbidUpos=([^|]+)/).map((names) => names?.split(',') ?? null)
  const forbids = forbidden.some((names) => names !== null)
  if (!forbids && fixed.every((tag) => tag === null)) return undefined
  return { fixed, ...(forbids && { forbidden }) }
}
