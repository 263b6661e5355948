// Sentences as a user wants them: CoNLL-U, JSON lines, drawings.
import {
  columnsOf,
  type DrawableTree,
  forTerminal,
  type ParseReport,
  type Processed,
  prettyTree,
  type Sentence,
  sentenceJson,
  treesToSvg,
} from '@parley/nlp'
import { UsageError } from './usage-error.js'

export interface OutputOptions {
  readonly format: 'conllu' | 'json' | 'svg' | 'pretty'
  /** What was found: the words alone, their tags as well, or trees. */
  readonly depth: 'tokens' | 'tags' | 'trees'
  readonly confidence: boolean
  readonly color: boolean
}

/** Turns sentences into text one by one; `end` is what is left to print. */
export interface Writer {
  write(processed: Processed): string
  end(): string
}

/** More trees than this do not fit one drawing that a browser could show. */
const MOST_TREES = 2000

/** The writer for a format. */
export function writerFor({ format, depth, confidence, color }: OutputOptions): Writer {
  const stateless = (write: Writer['write']): Writer => ({ write, end: () => '' })
  if (format === 'conllu')
    return stateless((processed) =>
      eachTree(processed, (sentence, parse, rank) => {
        if (parse !== null && rank > 0)
          sentence.setComment('parse_rank', String(rank)).setComment('parse_value', String(parse.value))
        return (parse !== null && confidence ? annotate(sentence, parse) : sentence).toString()
      }),
    )
  if (format === 'json')
    return stateless((processed) => `${JSON.stringify(sentenceJson(processed, confidence))}\n`)
  if (format === 'svg') return svgWriter(confidence)
  if (depth === 'tokens') return stateless(({ sentence }) => `${forTerminal(tokensOf(sentence).join(' '))}\n`)
  if (depth === 'tags') return stateless(({ sentence }) => `${tagTable(sentence)}\n`)
  return stateless((processed) =>
    eachTree(processed, (sentence, parse, rank) => {
      const title = forTerminal(sentence.text ?? sentence.forms.join(' '))
      const first = rank > 1 ? '' : `${color ? `\x1b[2m${title}\x1b[0m` : title}\n`
      const notes = confidence && parse !== null ? percentages(parse) : []
      const facts: string[] = []
      if (parse !== null && rank > 0) facts.push(`tree ${rank}, value ${short(parse.value)}`)
      if (parse !== null && (confidence || rank > 0)) facts.push(describe(parse))
      const report = facts.length > 0 ? `${facts.join(', ')}\n` : ''
      return `${first}${prettyTree(sentence, { color, notes })}${report}\n`
    }),
  )
}

/** Writes a sentence with its tree, and again with each of the next best; ranks count from 1, and are 0 if nobody asked. */
function eachTree(
  { sentence, parse }: Processed,
  write: (sentence: Sentence, parse: ParseReport | null, rank: number) => string,
): string {
  if (parse?.alternatives === undefined) return write(sentence, parse, 0)
  let text = write(sentence, parse, 1)
  parse.alternatives.forEach((tree, i) => {
    sentence.setHeads(tree.heads).setColumn('deprel', tree.deprels)
    text += write(sentence, tree, i + 2)
  })
  return text
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

/** Puts status and gap into comments and confidences into MISC. */
function annotate(sentence: Sentence, parse: ParseReport): Sentence {
  sentence.setComment('parse_status', parse.status).setComment('parse_gap', String(short(parse.gap)))
  const misc = sentence.misc.map((before, i) => {
    const kept = before === '_' ? [] : before.split('|').filter((part) => !part.startsWith('HeadConfidence='))
    return [...kept, `HeadConfidence=${parse.confidence[i]!.toFixed(4)}`].sort().join('|')
  })
  return sentence.setColumn('misc', misc)
}

function percentages({ confidence }: ParseReport): string[] {
  return Array.from(confidence, (share) => `${Math.round(100 * share)}%`)
}

function describe({ status, gap }: ParseReport): string {
  return status === 'optimal' ? 'optimal' : `${status}, gap ${short(gap)}`
}

function short(x: number): number {
  return Number(x.toPrecision(4))
}

/** The tokens as they were written: multiword tokens whole. */
function tokensOf(sentence: Sentence): string[] {
  const tokens: string[] = []
  let covered = 0
  for (const row of sentence.rows) {
    if (row.kind === 'range') {
      tokens.push(row.form)
      covered = Number(row.id.split('-')[1])
    } else if (row.kind === 'word' && Number(row.id) > covered) tokens.push(row.form)
  }
  return tokens
}

/** A line for every word: form, tags, lemma and features, in columns. */
function tagTable(sentence: Sentence): string {
  const columns = [sentence.forms, sentence.upos, sentence.xpos, sentence.lemmas, sentence.feats].map(
    (column) => column.map(forTerminal),
  )
  const widths = columns.map((column) =>
    column.reduce((widest, text) => Math.max(widest, columnsOf(text)), 0),
  )
  return sentence.forms
    .map((_, i) => {
      const cells = columns.map((column, c) => column[i]! + ' '.repeat(widths[c]! - columnsOf(column[i]!)))
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}
