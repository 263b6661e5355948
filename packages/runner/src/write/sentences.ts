// Writes sentences in the chosen format: as text, or as one drawing of all trees.
import { ParleyError } from '@parleyjs/core'
import { type DrawableTree, type Processed, type SentenceFormat, sentenceWriter } from '@parleyjs/nlp'
import { eachTree, percentages, sentenceJson, treesToSvg } from '@parleyjs/nlp/internal'

export type OutputOptions = Omit<SentenceFormat, 'format'> & {
  readonly format: SentenceFormat['format'] | 'svg'
}

/** Turns each sentence into text. `end` returns the text that follows the last sentence. */
export interface Writer {
  write(processed: Processed): string
  end(): string
}

/** Maximum number of trees in one drawing; browsers cannot show larger ones. */
export const MOST_TREES = 2000

/** The writer for a format. `tooMany` makes the error for more trees than fit in a drawing. */
export function writerFor(
  { format, ...options }: OutputOptions,
  tooMany: (message: string) => Error = (message) => new ParleyError('too-large', message),
): Writer {
  if (format === 'svg') return svgWriter(options.confidence, tooMany)
  return { write: sentenceWriter({ format, ...options }), end: () => '' }
}

/** One sentence of an answer with several sentences: JSON without a line break, or CoNLL-U. */
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
