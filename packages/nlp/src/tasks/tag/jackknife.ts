// Predicted tags for a tagger's own training data, with the errors that the tagger makes on new text.
import { ParleyError } from '@parleyjs/core'
import type { Sentence } from '../../text/conllu/sentence.js'
import { type TaggerTraining, trainTagger } from './train-tagger.js'
import type { Tagging } from './word-tagger.js'

/**
 * Tags each sentence with a tagger that was trained without it, so that a parser can learn from predicted
 * tags.
 *
 * @example
 * jackknife(parseConllu(text), 2)[0].upos // predicted tags of the first sentence
 */
export function jackknife(
  sentences: readonly Sentence[],
  folds = 5,
  options: TaggerTraining = {},
): Tagging[] {
  if (!Number.isInteger(folds) || folds < 2 || folds > sentences.length)
    throw new ParleyError(
      'bad-argument',
      `${folds} folds for ${sentences.length} sentences: expected 2 or more, and a sentence for each.`,
    )
  const result: Tagging[] = []
  for (let fold = 0; fold < folds; fold++)
    jackknifeFold(sentences, folds, fold, {
      ...options,
      onProgress: (message, share) =>
        options.onProgress?.(`part ${fold + 1} of ${folds}, ${message}`, (fold + share) / folds),
    }).forEach((tags, k) => {
      result[fold + k * folds] = tags
    })
  return result
}

/** Every k-th sentence from number `fold` on, tagged by a tagger trained on the others. */
export function jackknifeFold(
  sentences: readonly Sentence[],
  folds: number,
  fold: number,
  options: TaggerTraining = {},
): Tagging[] {
  const others = sentences.filter((_, i) => i % folds !== fold)
  const tagger = trainTagger(others, options)
  return sentences.filter((_, i) => i % folds === fold).map(({ forms }) => tagger.tag(forms))
}
