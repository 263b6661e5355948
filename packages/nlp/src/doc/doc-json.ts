// A document as JSON. Nothing is lost: comments, multiword tokens, empty nodes, all columns, places in the
// text, and the quality of the trees.
import { COLUMNS } from '../text/conllu/columns.js'
import type { Row, Sentence } from '../text/conllu/sentence.js'
import type { DocPart } from './doc.js'

/** A document as plain data. */
export interface DocJson {
  readonly format: 'parley-doc'
  readonly version: 1
  readonly text: string
  readonly sentences: readonly DocSentenceJson[]
}

export interface DocSentenceJson {
  /** Comment lines of CoNLL-U, each with its `#`. */
  readonly comments?: readonly string[]
  /** Words, multiword tokens (`id` is "1-2") and empty nodes ("8.1"), in the order of CoNLL-U. */
  readonly tokens: readonly TokenJson[]
  readonly parse?: Readonly<Record<string, unknown>>
}

/** A line of CoNLL-U; columns without a value are left out. */
export interface TokenJson {
  readonly id: number | string
  readonly form: string
  readonly lemma?: string
  readonly upos?: string
  readonly xpos?: string
  readonly feats?: string
  /** The number of the head; 0 for the root. */
  readonly head?: number | string
  readonly deprel?: string
  readonly deps?: string
  readonly misc?: string
  /** Its position in the text, in UTF-16 units; the words of a multiword token have none of their own. */
  readonly start?: number
  readonly end?: number
}

export function docToJson(text: string, parts: readonly DocPart[]): DocJson {
  return {
    format: 'parley-doc',
    version: 1,
    text,
    sentences: parts.map(({ sentence, offsets, parse }) => ({
      ...(sentence.comments.length > 0 && { comments: sentence.comments }),
      tokens: tokensOf(sentence, offsets),
      ...(parse !== null && { parse: plain(parse) as Record<string, unknown> }),
    })),
  }
}

function tokensOf(sentence: Sentence, offsets: Int32Array): TokenJson[] {
  let covered = 0
  return sentence.rows.map((row) => {
    if (row.kind === 'empty') return columnsOf(row)
    const [first, last = first] = row.id.split('-').map(Number)
    if (first <= covered) return columnsOf(row)
    covered = last
    return { ...columnsOf(row), start: offsets[2 * first - 2], end: offsets[2 * first - 1] }
  })
}

function columnsOf(row: Row): TokenJson {
  const columns: Record<string, string | number> = {
    id: row.kind === 'word' ? numberOr(row.id) : row.id,
    form: row.form,
  }
  for (const name of COLUMNS)
    if (name !== 'id' && name !== 'form' && row[name] !== '_')
      columns[name] = name === 'head' ? numberOr(row.head) : row[name]
  return columns as unknown as TokenJson
}

function numberOr(text: string): number | string {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text
}

/** Typed arrays become lists, and numbers that JSON lacks become texts. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, plain)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, plain(one)]),
  )
}
