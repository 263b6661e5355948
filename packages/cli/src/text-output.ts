// Sentences as a user wants them: CoNLL-U, JSON lines, drawings.
import { type ParseReport, type Processed, prettyTree, type Sentence, treesToSvg } from '@parley/nlp'
import { sentenceJson } from './sentence-json.js'
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
    return stateless(({ sentence, parse }) =>
      (parse !== null && confidence ? annotate(sentence, parse) : sentence).toString(),
    )
  if (format === 'json')
    return stateless((processed) => `${JSON.stringify(sentenceJson(processed, confidence))}\n`)
  if (format === 'svg') return svgWriter(confidence)
  if (depth === 'tokens') return stateless(({ sentence }) => `${tokensOf(sentence).join(' ')}\n`)
  if (depth === 'tags') return stateless(({ sentence }) => `${tagTable(sentence)}\n`)
  return stateless(({ sentence, parse }) => {
    const title = sentence.text ?? sentence.forms.join(' ')
    const notes = confidence && parse !== null ? percentages(parse) : []
    const report = confidence && parse !== null ? `${describe(parse)}\n` : ''
    return `${color ? `\x1b[2m${title}\x1b[0m` : title}\n${prettyTree(sentence, { color, notes })}${report}\n`
  })
}

function svgWriter(confidence: boolean): Writer {
  const trees: { tree: Sentence; title: string; notes: readonly string[] }[] = []
  return {
    write({ sentence, parse }) {
      if (trees.length === MOST_TREES)
        throw new UsageError(`--format svg draws at most ${MOST_TREES} sentences. Give it fewer.`, 'parse')
      const notes = confidence && parse !== null ? percentages(parse) : []
      trees.push({ tree: sentence, title: sentence.text ?? sentence.forms.join(' '), notes })
      return ''
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
  const columns = [sentence.forms, sentence.upos, sentence.xpos, sentence.lemmas, sentence.feats]
  const widths = columns.map((column) => Math.max(...column.map((text) => text.length)))
  return sentence.forms
    .map((_, i) => {
      const cells = columns.map((column, c) => column[i]!.padEnd(widths[c]!))
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}
