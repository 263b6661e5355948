// Sentences as a user wants them: text, or one drawing of all trees.
import {
  type DrawableTree,
  eachTree,
  type Processed,
  percentages,
  type SentenceFormat,
  sentenceWriter,
  treesToSvg,
} from '@parley/nlp'
import { UsageError } from './usage-error.js'

export type OutputOptions = Omit<SentenceFormat, 'format'> & {
  readonly format: SentenceFormat['format'] | 'svg'
}

/** Turns sentences into text one by one; `end` is what is left to print. */
export interface Writer {
  write(processed: Processed): string
  end(): string
}

/** More trees than this do not fit one drawing that a browser could show. */
const MOST_TREES = 2000

/** The writer for a format. */
export function writerFor({ format, ...options }: OutputOptions): Writer {
  if (format === 'svg') return svgWriter(options.confidence)
  return { write: sentenceWriter({ format, ...options }), end: () => '' }
}

function svgWriter(confidence: boolean): Writer {
  const trees: { tree: DrawableTree; title: string; notes: readonly string[] }[] = []
  return {
    write(processed) {
      return eachTree(processed, (sentence, parse, rank) => {
        if (trees.length === MOST_TREES)
          throw new UsageError(`--format svg draws at most ${MOST_TREES} trees. Give it fewer.`, 'parse')
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
