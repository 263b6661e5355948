// The interface of taggers with probabilities, and what its implementations share.
import { ParleyError } from '@parleyjs/core'
import type { OptionKeys } from '@parleyjs/core/internal'
import type { Sentence } from '../../text/conllu/sentence.js'

/** Tags of the words of a sentence; `_` where the treebank had nothing to learn from. */
export interface Tagging {
  readonly upos: string[]
  readonly xpos: string[]
  readonly feats: string[]
  readonly lemmas: string[]
  /** Only on request: for each word, the probability of each of `tagger.uposNames`. */
  readonly probabilities?: Float64Array[]
}

export interface TagOptions {
  /** UPOS that words must get; null where the tagger is free. */
  readonly fixed?: readonly (string | null)[]
  /** UPOS that words may not get; null where the tagger is free. Does not apply to words with a fixed one. */
  readonly forbidden?: readonly (readonly string[] | null)[]
  /** Whether to give the probabilities of UPOS. Default: false. */
  readonly probabilities?: boolean
}

export const TAG_KEYS = { fixed: true, forbidden: true, probabilities: true } satisfies OptionKeys<TagOptions>

/** Finds UPOS, XPOS, FEATS and lemmas of words. */
export interface WordTagger {
  /** The names of the known UPOS tags, in the order of `probabilities`. */
  readonly uposNames: readonly string[]
  /** Whether `tag` gives probabilities on request. */
  readonly givesProbabilities: true
  tag(forms: readonly string[], options?: TagOptions): Tagging
  /** Writes the predicted tags into a sentence. */
  apply(sentence: Sentence, options?: TagOptions): Sentence
}

/** Writes the tags that a tagger predicts into a sentence. */
export function applyTags(
  tagger: Pick<WordTagger, 'tag'>,
  sentence: Sentence,
  options: TagOptions,
): Sentence {
  const { upos, xpos, feats, lemmas } = tagger.tag(sentence.forms, options)
  return sentence
    .setColumn('upos', upos)
    .setColumn('xpos', xpos)
    .setColumn('feats', feats)
    .setColumn('lemma', lemmas)
}

/** For each word, the numbers of the tags that it may get; undefined where all are allowed. */
export function wantedTags(
  names: readonly string[],
  count: number,
  { fixed, forbidden }: TagOptions,
): (ArrayLike<number> | undefined)[] | undefined {
  if (fixed === undefined && forbidden === undefined) return undefined
  const numbers = fixedTags(names, count, fixed)
  const allowed = allowedTags(names, count, forbidden)
  return Array.from(numbers, (tag, i) => (tag >= 0 ? [tag] : (allowed?.[i] ?? undefined)))
}

/** For each word, the number of its fixed tag; −1 if the tagger is free or does not know the tag. */
function fixedTags(names: readonly string[], count: number, fixed: TagOptions['fixed']): Int32Array {
  const numbers = new Int32Array(count).fill(-1)
  if (fixed === undefined) return numbers
  if (fixed.length !== count)
    throw new ParleyError(
      'bad-argument',
      `${fixed.length} fixed tags for ${count} words. Give one for each word, null where the tagger is free.`,
    )
  return numbers.map((_, i) => names.indexOf(fixed[i] ?? ''))
}

/** For each word, the numbers of the allowed tags; null if all are allowed. */
function allowedTags(
  names: readonly string[],
  count: number,
  forbidden: TagOptions['forbidden'],
): (Int32Array | null)[] | undefined {
  if (forbidden === undefined) return undefined
  if (forbidden.length !== count)
    throw new ParleyError(
      'bad-argument',
      `${forbidden.length} lists of forbidden tags for ${count} words. Give one for each word, null where the tagger is free.`,
    )
  return forbidden.map((without, i) => {
    if (without === null || without.length === 0) return null
    const tags = names.flatMap((name, tag) => (without.includes(name) ? [] : [tag]))
    if (tags.length > 0) return Int32Array.from(tags)
    throw new ParleyError(
      'bad-argument',
      `All ${names.length} tags that the tagger knows are forbidden for word ${i + 1}. Allow at least one.`,
    )
  })
}
