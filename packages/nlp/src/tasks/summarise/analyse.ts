// Splits documents into sentences with their places in the text. Trees are made later, and only for sentences
// that may be used.

import type { Pipeline } from '../../pipeline/pipeline.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { type TokenSpan, tokenSpans, writtenSentence } from '../compress/detokenise.js'
import type { ConceptSentence } from './concepts.js'
import type { SummaryDocument } from './summariser.js'

export interface AnalysedSentence extends ConceptSentence {
  readonly sentence: Sentence
  /** Its number among the sentences of all documents. */
  readonly index: number
  /** The text of the document, and where the sentence's tokens are in it. */
  readonly text: string
  readonly spans: readonly TokenSpan[]
  /** Words, punctuation aside. */
  readonly words: number
  /** Gives the sentence a tree, unless it has one. */
  parse(): void
}

/** The sentences of all documents, tagged. */
export function analyse(pipeline: Pipeline, documents: readonly SummaryDocument[]): AnalysedSentence[] {
  const sentences: AnalysedSentence[] = []
  documents.forEach((document, d) => {
    for (const found of analyseOne(pipeline, document, d))
      sentences.push({ ...found, index: sentences.length })
  })
  return sentences
}

function analyseOne(
  pipeline: Pipeline,
  document: SummaryDocument,
  number: number,
): Omit<AnalysedSentence, 'index'>[] {
  if (typeof document === 'string')
    return Array.from(pipeline.process(document, { parse: false }), ({ sentence, offsets }, position) =>
      analysed(pipeline, sentence, document, tokenSpans(sentence, offsets!), number, position),
    )
  // The text of a treebank is that of its sentences, one on a line.
  const written = document.map(writtenSentence)
  const whole = written.map(({ text }) => text).join('\n')
  let base = 0
  return document.map((sentence, position) => {
    pipeline.processSentence(sentence, { parse: false })
    const spans = written[position].spans.map((span) => ({
      ...span,
      start: span.start + base,
      end: span.end + base,
    }))
    base += written[position].text.length + 1
    return analysed(pipeline, sentence, whole, spans, number, position)
  })
}

function analysed(
  pipeline: Pipeline,
  sentence: Sentence,
  text: string,
  spans: readonly TokenSpan[],
  document: number,
  position: number,
): Omit<AnalysedSentence, 'index'> {
  const { forms, upos } = sentence
  return {
    sentence,
    text,
    spans,
    document,
    position,
    forms,
    upos,
    words: upos.reduce((count, tag) => count + (tag === 'PUNCT' ? 0 : 1), 0),
    parse() {
      if (sentence.heads.some((head) => head < 0)) pipeline.processSentence(sentence, { tags: 'keep' })
    },
  }
}
