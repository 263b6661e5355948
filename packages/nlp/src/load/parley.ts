// A loaded model: text in, documents out.

import { Doc, type DocPart } from '../doc/doc.js'
import type { Pipeline, SentenceOptions, TextOptions } from '../pipeline/pipeline.js'
import { makeSentence } from '../text/conllu/make.js'
import { parseConllu } from '../text/conllu/read.js'
import { Sentence } from '../text/conllu/sentence.js'

/** Options of `Parley.parse`. */
export type DocOptions = Omit<TextOptions, 'start'>

/** A sentence that is split into words: a sentence of a treebank, or a list of words. */
export type GivenSentence = Sentence | readonly string[]

/**
 * A loaded model. `load` makes it.
 *
 * @example
 * const parley = await loadParley(modelUrl)
 * parley.parse('We like dogs.').tokens.map(({ upos }) => upos) // ['PRON', 'VERB', 'NOUN', 'PUNCT']
 */
export class Parley {
  /** `pipeline` has the stages of the model, for streams and other uses. */
  constructor(readonly pipeline: Pipeline) {}

  /** Splits, tags and parses a text. The text of the document is this one, unchanged. */
  parse(text: string, options: DocOptions = {}): Doc {
    const parts: DocPart[] = []
    for (const { sentence, offsets, parse } of this.pipeline.process(text, options))
      parts.push({ sentence, offsets: offsets!, parse })
    return new Doc(text, parts)
  }

  /** Tags and parses sentences that are already split into words; they are not changed. */
  parseSentences(sentences: Iterable<GivenSentence>, options: SentenceOptions = {}): Doc {
    const done = Array.from(sentences, (one) =>
      this.pipeline.processSentence(one instanceof Sentence ? copyOf(one) : makeSentence(one), options),
    )
    return Doc.fromSentences(
      done.map(({ sentence }) => sentence),
      done.map(({ parse }) => parse),
    )
  }
}

/** A copy, with all deviations from the format. */
function copyOf(sentence: Sentence): Sentence {
  return parseConllu(String(sentence), { strict: false, onWarning: () => {} })[0]
}
