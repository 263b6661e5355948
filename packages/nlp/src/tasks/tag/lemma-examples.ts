// The training examples of the lemmatizer: the words of a treebank that have lemmas.
import type { Sentence } from '../../text/conllu/sentence.js'
import { analysisOf, numbering, type TagSet } from './tag-set.js'

/** A word to learn from. */
export interface LemmaExample {
  readonly form: string
  readonly lemma: string
  /** Number of its analysis, and of its UPOS. */
  readonly analysis: number
  readonly coarse: number
}

/** The examples in treebank order. Words with an analysis that the labels do not contain are left out. */
export function* lemmaExamples(sentences: readonly Sentence[], labels: TagSet): Generator<LemmaExample> {
  const numbers = numbering(labels.analyses)
  for (const sentence of sentences) {
    const { forms, lemmas } = sentence
    for (let i = 0; i < sentence.length; i++) {
      const analysis = numbers.get(analysisOf(sentence, i))
      if (analysis === undefined || (lemmas[i] === '_' && forms[i] !== '_')) continue
      yield { form: forms[i], lemma: lemmas[i], analysis, coarse: labels.tagOf[analysis] }
    }
  }
}
