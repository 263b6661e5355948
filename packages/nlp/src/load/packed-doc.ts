// A document as plain data for another thread.
import { Doc } from '../doc/doc.js'
import type { ParseReport } from '../pipeline/stages.js'
import { parseConllu } from '../text/conllu/read.js'
import type { Sentence } from '../text/conllu/sentence.js'

export interface PackedDoc {
  readonly text: string
  readonly parts: readonly {
    readonly conllu: string
    readonly offsets: Int32Array
    readonly parse: ParseReport | null
  }[]
}

export function packDoc(doc: Doc): PackedDoc {
  return {
    text: doc.text,
    parts: doc.sentences.map(({ conllu, tokens, parse }) => ({
      conllu: String(conllu),
      offsets: Int32Array.from(tokens.flatMap(({ start, end }) => [start, end])),
      parse,
    })),
  }
}

export function unpackDoc({ text, parts }: PackedDoc): Doc {
  return new Doc(
    text,
    parts.map(({ conllu, offsets, parse }) => ({ sentence: readSentence(conllu), offsets, parse })),
  )
}

/** A sentence from its own text, with all its deviations from the format. */
export function readSentence(conllu: string): Sentence {
  return parseConllu(conllu, { strict: false, onWarning: () => {} })[0]
}
