// The corpora of the tagging experiments: a tagger trained on the first sentences of EWT, and another part
// with words that it has not seen.
import { TagCorpus, UnseenWords } from '@parleyjs/nlp'
import { consensusProblem, shareWords, TagFactor } from '@parleyjs/nlp/internal'
import type { CrfTagger } from '../crf/crf-tagger.js'
import { trainCrf } from '../crf/train.js'
import { type Part, readTreebank } from '../parsing/treebanks.js'
import { accuracyBy, accuracyOfValues, type Experiment } from './experiment.js'

/** Sizes of the training sets, in sentences: those of paper 4. */
export const SIZES = [50, 100, 200, 500] as const

/** The penalty of a tag that differs, chosen on the development part (tagging-accuracy.ts --penalties). */
export const PENALTY = 3

export interface TaggingCorpus {
  readonly crf: CrfTagger
  readonly corpus: TagCorpus
  readonly words: UnseenWords
  /** Gold tags of all words. */
  readonly gold: readonly string[]
}

/**
 * Number of sentences of the training part that are reserved for training; the rest is used as an unseen
 * corpus.
 */
const UNTRAINED = Math.max(...SIZES)

export function taggingCorpus(size: number, part: Part): TaggingCorpus {
  const crf = trainCrf(readTreebank('en_ewt', 'train').slice(0, size))
  const corpus = new TagCorpus(crf)
  const words = new UnseenWords((form) => crf.knows(form))
  const gold: string[] = []
  for (const { forms, upos } of readTreebank('en_ewt', part).slice(part === 'train' ? UNTRAINED : 0)) {
    corpus.add(forms)
    words.add(forms)
    gold.push(...upos)
  }
  return { crf, corpus, words, gold }
}

/** Share of words with the right tag. */
export function tagAccuracy({ crf, gold }: TaggingCorpus, tags: ArrayLike<number>): number {
  let right = 0
  for (let i = 0; i < gold.length; i++) if (crf.tags[tags[i]] === gold[i]) right++
  return right / gold.length
}

/** The problem of a corpus, in the form that the methods take. */
export function taggingExperiment(data: TaggingCorpus, penalty: number): Experiment {
  const sets = data.words.sets(data.crf.tags, { penalty })
  const shared = shareWords(sets, data.corpus.length)
  const own = new TagFactor(data.corpus, shared)
  const completed = new TagFactor(data.corpus, shared)
  const models = () => {
    const factor = new TagFactor(data.corpus, shared)
    return (f: number) => factor.at(f)
  }
  return {
    sets,
    shared,
    models,
    problem: () => consensusProblem(sets, shared, models()),
    accuracy: accuracyBy(
      shared,
      data.crf.tags.length,
      (f) => own.at(f),
      () => tagAccuracy(data, own.tags),
    ),
    accuracyOf: accuracyOfValues(
      shared,
      (f, values) => completed.at(f).complete(values),
      () => tagAccuracy(data, completed.tags),
    ),
  }
}
