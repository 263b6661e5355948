// The labels that a treebank uses, as numbers: tags, features, relations, and rules that make lemmas.
import { lemmaRule } from '../tasks/tag/lemma-rules.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { WordEncoder } from './batch.js'
import type { TrueWords } from './loss.js'
import { WORD_LABELS, type WordLabel } from './sizes.js'

/** Names of labels; the number of a label is its place. */
export type LabelNames = Readonly<Record<WordLabel | 'relations', readonly string[]>>

/** A rule of lemmas or a set of features that was seen less often is not learned. */
const LEAST = 2

/** Finds the labels of words, and counts them. */
function labelsOf(sentence: Sentence): Record<WordLabel | 'relations', readonly string[]> {
  const { forms, lemmas, upos, xpos, feats, deprels } = sentence
  const rules = forms.map((form, i) => (lemmas[i] === '_' && form !== '_' ? '' : lemmaRule(form, lemmas[i])))
  return { upos, xpos, feats, lemmas: rules, relations: deprels }
}

/** The labels of treebanks, the most frequent first; of equally frequent ones the first in the alphabet. */
export function labelNames(sentences: readonly Sentence[]): LabelNames {
  const counts = new Map(
    [...WORD_LABELS, 'relations' as const].map((kind) => [kind, new Map<string, number>()]),
  )
  for (const sentence of sentences)
    for (const [kind, labels] of Object.entries(labelsOf(sentence))) {
      const own = counts.get(kind as WordLabel)!
      for (const label of labels) if (label !== '') own.set(label, (own.get(label) ?? 0) + 1)
    }
  const names = (kind: WordLabel | 'relations', least: number) => {
    const kept = [...counts.get(kind)!].filter(([, count]) => count >= least)
    return kept.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([label]) => label)
  }
  return {
    upos: names('upos', 1),
    xpos: names('xpos', 1),
    feats: names('feats', LEAST),
    lemmas: names('lemmas', LEAST),
    relations: names('relations', 1),
  }
}

/** Turns sentences of a treebank into what the network learns from. Labels without a number become −1. */
export function trueWords(
  sentences: readonly Sentence[],
  encoder: WordEncoder,
  names: LabelNames,
): TrueWords[] {
  const numbers = Object.fromEntries(
    Object.entries(names).map(([kind, list]) => [kind, new Map(list.map((label, i) => [label, i]))]),
  ) as Record<WordLabel | 'relations', Map<string, number>>
  return sentences.map((sentence) => {
    const labels = labelsOf(sentence)
    const numbered = (kind: WordLabel | 'relations') => [
      -1,
      ...labels[kind].map((label) => numbers[kind].get(label) ?? -1),
    ]
    return {
      ...encoder.encode(sentence.forms),
      heads: [-1, ...sentence.heads.map((head) => (Number.isInteger(head) ? head : -1))],
      relations: numbered('relations'),
      labels: {
        upos: numbered('upos'),
        xpos: numbered('xpos'),
        feats: numbered('feats'),
        lemmas: numbered('lemmas'),
      },
    }
  })
}

/** Characters that occur at least this often get vectors of their own. */
const LEAST_CHARACTERS = 4

/** The characters of the words of treebanks, in order. */
export function frequentCharacters(sentences: readonly Sentence[]): string[] {
  const counts = new Map<string, number>()
  for (const { forms } of sentences)
    for (const form of forms) for (const letter of form) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= LEAST_CHARACTERS)
    .map(([letter]) => letter)
    .sort()
}
