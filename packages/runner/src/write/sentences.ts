// Sentences as a user wants them: text, or one drawing of all trees.
import { ParleyError } from '@parley/core'
import {
  type DrawableTree,
  eachTree,
  type Processed,
  percentages,
  type SentenceFormat,
  sentenceJson,
  sentenceWriter,
  treesToSvg,
} from '@parley/nlp'

export type OutputOptions = Omit<SentenceFormat, 'format'> & {
  readonly format: SentenceFormat['format'] | 'svg'
}

/** Turns sentences into text one by one; `end` is what is left to print. */
export interface Writer {
  write(processed: Processed): string
  end(): string
}

/** More trees than this do not fit one drawing that a browser could show. */
export const MOST_TREES = 2000

/** The writer for a format; `tooMany` makes the error for more trees than a drawing holds. */
export function writerFor(
  { format, ...options }: OutputOptions,
  tooMany: (message: string) => Error = (message) => new ParleyError('too-large', message),
): Writer {
  if (format === 'svg') return svgWriter(options.confidence, tooMany)
  return { write: sentenceWriter({ format, ...options }), end: () => '' }
}

/** One sentence of an answer that is a list: JSON without a line break, or CoNLL-U. */
export type SentencePiece = (processed: Processed) => string

/** Writes the sentences of an answer over HTTP. */
export function sentencePiece(format: 'json' | 'conllu', confidence: boolean): SentencePiece {
  return format === 'conllu'
    ? ({ sentence }) => sentence.toString()
    : (processed) => JSON.stringify(sentenceJson(processed, confidence))
}

function svgWriter(confidence: boolean, tooMany: (message: string) => Error): Writer {
  const trees: { tree: DrawableTree; title: string; notes: readonly string[] }[] = []
  return {
    write(processed) {
      return eachTree(processed, (sentence, parse, rank) => {
        if (trees.length === MOST_TREES)
          throw tooMany(`--format svg draws at most ${MOST_TREES} trees. Give it fewer.`)
        const { forms, upos } = sentence
        const tree = { forms, upos, heads: sentence.heads.slice(), deprels: [...sentence.deprels] }
        const notes = confidence && parse !== null ? percentages(parse) : []
        const title = sentence.text ?? forms.join(' ')
        trees.push({ tree, title: rank > 1 ? `${title} (tree ${rank})` : title, notes })
        return ''
      })
    },
    end: () => treesToSvg(trees),
  }
}
