// Writes sentences as text: CoNLL-U, JSON lines, or drawings for a terminal.
import type { Sentence } from '../text/conllu/sentence.js'
import { prettyTree } from '../text/draw/pretty.js'
import { columnsOf, forTerminal } from '../text/draw/text-width.js'
import type { Processed } from './pipeline.js'
import { sentenceJson } from './sentence-json.js'
import type { ParseReport } from './stages.js'

/** The output format of sentences; plain data. */
export interface SentenceFormat {
  readonly format: 'conllu' | 'json' | 'pretty'
  /** What to write: the words alone, their tags as well, or trees. */
  readonly depth: 'tokens' | 'tags' | 'trees'
  /** Whether to write the confidence of every head, and the solver's status and gap for the tree. */
  readonly confidence: boolean
  readonly color: boolean
}

/**
 * Returns a function that writes one sentence. The function may change the sentence.
 *
 * @example
 * const write = sentenceWriter({ format: 'conllu', depth: 'trees', confidence: false, color: false })
 * for (const processed of pipeline.process('We go.')) console.log(write(processed))
 */
export function sentenceWriter({
  format,
  depth,
  confidence,
  color,
}: SentenceFormat): (processed: Processed) => string {
  if (format === 'conllu')
    return (processed) =>
      eachTree(processed, (sentence, parse, rank) => {
        if (parse !== null) sayDropped(sentence, parse)
        if (parse !== null && rank > 0)
          sentence.setComment('parse_rank', String(rank)).setComment('parse_value', String(parse.value))
        return (parse !== null && confidence ? annotate(sentence, parse) : sentence).toString()
      })
  if (format === 'json') return (processed) => `${JSON.stringify(sentenceJson(processed, confidence))}\n`
  if (depth === 'tokens') return ({ sentence }) => `${forTerminal(tokensOf(sentence).join(' '))}\n`
  if (depth === 'tags') return ({ sentence }) => `${tagTable(sentence)}\n`
  return (processed) =>
    eachTree(processed, (sentence, parse, rank) => {
      const title = forTerminal(sentence.text ?? sentence.forms.join(' '))
      const first = rank > 1 ? '' : `${color ? `\x1b[2m${title}\x1b[0m` : title}\n`
      const notes = confidence && parse !== null ? percentages(parse) : []
      const facts: string[] = []
      if (parse !== null && rank > 0) facts.push(`tree ${rank}, value ${short(parse.value)}`)
      if (parse !== null && (confidence || rank > 0 || parse.dropped !== undefined))
        facts.push(describe(parse))
      const report = facts.length > 0 ? `${facts.join(', ')}\n` : ''
      return `${first}${prettyTree(sentence, { color, notes })}${report}\n`
    })
}

/**
 * Writes a sentence with its tree, and again with each of the next best trees. Ranks count from 1; the rank
 * is 0 if only the best tree was asked for.
 */
export function eachTree(
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

/** Writes which parts the search left out, even if confidences were not asked for. */
function sayDropped(sentence: Sentence, { dropped }: ParseReport): void {
  if (dropped !== undefined) sentence.setComment('parse_dropped', dropped.join(','))
  else if (sentence.comment('parse_dropped') !== undefined) sentence.setComment('parse_dropped', null)
}

/** Writes status and gap as comments, and confidences into MISC. */
function annotate(sentence: Sentence, parse: ParseReport): Sentence {
  sentence.setComment('parse_status', parse.status).setComment('parse_gap', String(short(parse.gap)))
  const misc = sentence.misc.map((before, i) => {
    const kept = before === '_' ? [] : before.split('|').filter((part) => !part.startsWith('HeadConfidence='))
    return [...kept, `HeadConfidence=${parse.confidence[i].toFixed(4)}`].sort().join('|')
  })
  return sentence.setColumn('misc', misc)
}

export function percentages({ confidence }: ParseReport): string[] {
  return Array.from(confidence, (share) => `${Math.round(100 * share)}%`)
}

function describe({ status, gap, dropped }: ParseReport): string {
  const proof = status === 'optimal' ? 'optimal' : `${status}, gap ${short(gap)}`
  return dropped === undefined ? proof : `${proof}, too long for parts: ${dropped.join(', ')}`
}

function short(x: number): number {
  return Number(x.toPrecision(4))
}

/** The tokens of the text; a multiword token is one token. */
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

/** One line for every word: form, tags, lemma and features, in columns. */
function tagTable(sentence: Sentence): string {
  const columns = [sentence.forms, sentence.upos, sentence.xpos, sentence.lemmas, sentence.feats].map(
    (column) => column.map(forTerminal),
  )
  const widths = columns.map((column) =>
    column.reduce((widest, text) => Math.max(widest, columnsOf(text)), 0),
  )
  return sentence.forms
    .map((_, i) => {
      const cells = columns.map((column, c) => column[i] + ' '.repeat(widths[c] - columnsOf(column[i])))
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}
