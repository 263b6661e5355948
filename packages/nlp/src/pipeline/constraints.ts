// Constraints that a CoNLL-U file puts in MISC: on its trees by `ForceHead=3`, `ForbidHead=1,2`,
// `ForceDeprel=obj` and `ForbidDeprel=obj,iobj`, on its tags by `ForceUpos=VERB` and `ForbidUpos=NOUN,PROPN`.
import { ParleyError } from '@parleyjs/core'
import type { OptionKeys } from '@parleyjs/core/internal'
import { CONSTRAINT_KEYS, type ParserConstraints } from '../tasks/parse/interface/parser-input.js'
import { UNIVERSAL_TAGS } from '../text/check/tagsets.js'
import type { Sentence } from '../text/conllu/sentence.js'

/**
 * Constraints on the tags and the tree of a sentence, given for its words in order.
 *
 * @example
 * const demands = { upos: [null, null, null, 'VERB'] }
 * pipeline.processSentence(makeSentence(['I', 'saw', 'her', 'duck']), { demands })
 */
export interface SentenceDemands extends ParserConstraints {
  /**
   * The required UPOS of each word; null or undefined where it is free. Kept tags are not changed, but must
   * agree.
   */
  readonly upos?: readonly (string | null | undefined)[]
  /** The forbidden UPOS of each word; null or undefined where it is free. */
  readonly forbiddenUpos?: readonly (readonly string[] | null | undefined)[]
}

export const DEMAND_KEYS = {
  ...CONSTRAINT_KEYS,
  upos: true,
  forbiddenUpos: true,
} satisfies OptionKeys<SentenceDemands>

const KEY = /(?:^|\|)(ForceHead|ForbidHead|ForceDeprel|ForbidDeprel)=([^|]*)/g

/**
 * The constraints on the tree of a sentence, from its MISC and from `demands`; undefined if there are none.
 */
export function constraintsOf(
  sentence: Sentence,
  demands: ParserConstraints = {},
): ParserConstraints | undefined {
  const { forms, misc } = sentence
  let any = Object.values(demands).some((demand) => demand !== undefined)
  if (!any && !mayDemand(misc)) return undefined
  const heads = forms.map((_, i) => demands.heads?.[i] ?? null)
  const deprels = forms.map((_, i) => demands.deprels?.[i] ?? null)
  const forbidden = [...(demands.forbidden ?? [])]
  const forbiddenDeprels = forms.map((_, i) => demands.forbiddenDeprels?.[i] ?? null)
  misc.forEach((text, word) => {
    for (const [, key, value] of text.matchAll(KEY)) {
      any = true
      if (key === 'ForceDeprel') deprels[word] = value
      else if (key === 'ForbidDeprel')
        forbiddenDeprels[word] = [...(forbiddenDeprels[word] ?? []), ...value.split(',')]
      else if (key === 'ForceHead') heads[word] = numberOf(sentence, word, key, value)
      else
        for (const head of value.split(',')) forbidden.push([numberOf(sentence, word, key, head), word + 1])
    }
  })
  if (!any) return undefined
  const free = forbiddenDeprels.every((names) => names === null)
  return { heads, deprels, forbidden, ...(!free && { forbiddenDeprels }) }
}

/**
 * Whether MISC may contain constraints. A cheap test: hardly any MISC does, and looking for all keys is slow.
 */
function mayDemand(misc: readonly string[]): boolean {
  return misc.some((text) => text !== '_' && (text.includes('Force') || text.includes('Forbid')))
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

/**
 * The required and forbidden UPOS of words, from MISC and from `demands`; undefined if all words are free.
 */
export function tagDemandsOf(
  { misc }: Sentence,
  demands: SentenceDemands = {},
):
  | { readonly fixed: (string | null)[]; readonly forbidden?: readonly (readonly string[] | null)[] }
  | undefined {
  const isFree = demands.upos === undefined && demands.forbiddenUpos === undefined
  if (isFree && !mayDemand(misc)) return undefined
  const value = (text: string, key: RegExp) => key.exec(text)?.[1]
  const fixed = misc.map((text, i) => value(text, /(?:^|\|)ForceUpos=([^|]+)/) ?? demands.upos?.[i] ?? null)
  const forbidden = misc.map((text, i) => {
    const names = [...(demands.forbiddenUpos?.[i] ?? [])]
    names.push(...(value(text, /(?:^|\|)ForbidUpos=([^|]+)/)?.split(',') ?? []))
    return names.length === 0 ? null : names
  })
  const forbids = forbidden.some((names) => names !== null)
  if (!forbids && fixed.every((tag) => tag === null)) return undefined
  return { fixed, ...(forbids && { forbidden }) }
}

type TagDemands = ReturnType<typeof tagDemandsOf>

/**
 * Refuses a required or forbidden tag that neither the tagger nor Universal Dependencies has, since a
 * misspelt tag would otherwise have no effect.
 */
export function requireKnownTags(sentence: Sentence, demands: TagDemands, known: readonly string[]): void {
  eachTag(demands, (word, tag) => {
    if (known.includes(tag) || UNIVERSAL_TAGS.has(tag)) return
    throw new ParleyError(
      'bad-input',
      `The tag "${tag}" demanded of word ${word + 1} is unknown: the tagger knows ${known.length} others, such as "${known[0]}".`,
      { line: sentence.lineOf(word) },
    )
  })
}

/** Refuses constraints on tags that are kept and violate them. */
export function requireKeptTags(sentence: Sentence, demands: TagDemands): void {
  eachTag(demands, (word, tag, forbidden) => {
    const own = sentence.upos[word]
    if ((own === tag) !== forbidden) return
    const wanted = forbidden ? `may not have the tag ${tag}` : `must have the tag ${tag}`
    throw new ParleyError(
      'bad-input',
      `Word ${word + 1} ${wanted}, but the tags of this sentence are kept, and it has ${own}. ` +
        'Predict tags (--tags predict), or change this one.',
      { line: sentence.lineOf(word) },
    )
  })
}

function eachTag(demands: TagDemands, visit: (word: number, tag: string, forbidden: boolean) => void): void {
  demands?.fixed.forEach((tag, word) => {
    if (tag !== null) visit(word, tag, false)
  })
  demands?.forbidden?.forEach((tags, word) => {
    for (const tag of tags ?? []) visit(word, tag, true)
  })
}
