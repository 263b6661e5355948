// What a treebank says about tokens and sentences: the text of its paragraphs, and where tokens and sentences
// end.
import type { Sentence } from '../../text/conllu/sentence.js'

/** A token of a treebank: a word, or a multiword token with its words. */
export interface GoldToken {
  readonly form: string
  readonly spaceAfter: boolean
  /**
   * Words of a multiword token; null for a single word; empty for a piece of a token whose words are not
   * known.
   */
  readonly words: readonly string[] | null
}

/** A paragraph of a treebank. */
export interface Paragraph {
  readonly text: string
  /** Start and end offsets of the tokens: two numbers per token. */
  readonly spans: readonly number[]
  /** The tokens that are the last of their sentence. */
  readonly sentenceEnds: ReadonlySet<number>
}

/** The tokens of a sentence in order. */
export function goldTokens(sentence: Sentence): GoldToken[] {
  const tokens: GoldToken[] = []
  const { forms, misc } = sentence
  const ranges = new Map<number, { last: number; form: string; misc: string }>()
  for (const row of sentence.otherRows) {
    if (row.kind !== 'range') continue
    const [first, last] = row.id.split('-').map(Number)
    ranges.set(first - 1, { last: last - 1, form: row.form, misc: row.misc })
  }
  for (let i = 0; i < sentence.length; i++) {
    const range = ranges.get(i)
    if (range === undefined) {
      tokens.push({ form: forms[i], spaceAfter: hasSpaceAfter(misc[i]), words: null })
      continue
    }
    const words = forms.slice(i, range.last + 1)
    tokens.push({ form: range.form, spaceAfter: hasSpaceAfter(range.misc), words })
    i = range.last
  }
  return tokens
}

/**
 * The tokens from which a tokenizer may learn. Universal Dependencies has no multiword tokens with spaces
 * inside: such a token becomes one token for each piece between its spaces. Blank forms are left out.
 */
export function surfaceTokens(sentence: Sentence): GoldToken[] {
  const tokens: GoldToken[] = []
  for (const token of goldTokens(sentence)) {
    const form = token.form.trim()
    const words = token.words?.map(tidy).filter((word) => word !== '') ?? null
    if (form === '') continue
    if (words === null || !/\s/.test(form)) tokens.push({ ...token, form, words })
    else tokens.push(...piecesOf(form, words, token.spaceAfter))
  }
  return tokens
}

/** Removes spaces at the ends and reduces those inside to single ones. */
function tidy(form: string): string {
  return form.trim().replace(/\s+/g, ' ')
}

/**
 * The pieces of a multiword token with spaces, and the words of each piece where the words spell the pieces.
 */
function piecesOf(form: string, words: readonly string[], spaceAfter: boolean): GoldToken[] {
  const pieces = form.split(/\s+/)
  const spelled = spellPieces(pieces, words)
  return pieces.map((piece, i) => {
    const own = spelled?.[i] ?? []
    const isLast = i === pieces.length - 1
    return { form: piece, spaceAfter: isLast ? spaceAfter : true, words: own.length === 1 ? null : own }
  })
}

/** The words that spell each piece; null if the words do not spell the pieces. */
function spellPieces(pieces: readonly string[], words: readonly string[]): string[][] | null {
  const spelled: string[][] = []
  let next = 0
  for (const piece of pieces) {
    const own: string[] = []
    let text = ''
    while (text.length < piece.length && next < words.length) {
      own.push(words[next])
      text += words[next++]
    }
    if (text.toLowerCase() !== piece.toLowerCase()) return null
    spelled.push(own)
  }
  return next === words.length ? spelled : null
}

/**
 * The text of a sentence: its tokens joined as they are written. In a correct treebank it equals the comment
 * `# text`.
 */
export function writtenTokens(sentence: Sentence): string {
  let text = ''
  for (const { form, spaceAfter } of goldTokens(sentence)) text += spaceAfter ? `${form} ` : form
  return text.trimEnd()
}

function hasSpaceAfter(misc: string): boolean {
  return !/(^|\|)SpaceAfter=No($|\|)/.test(misc)
}

const OPENING = /^[([{«“‘„¿¡]+$/
const CLOSING = /^[.,;:!?%)\]}»”’…]+$/

/**
 * The paragraphs of a treebank; a new one begins with `# newpar` or `# newdoc`. Where `glue` is set,
 * punctuation is joined to words as in most languages; this is for treebanks without information on spaces.
 */
export function goldParagraphs(sentences: Iterable<Sentence>, glue = false): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let text = ''
  let spans: number[] = []
  let ends = new Set<number>()
  const finish = () => {
    if (spans.length > 0) paragraphs.push({ text: text.trimEnd(), spans, sentenceEnds: ends })
    text = ''
    spans = []
    ends = new Set()
  }
  for (const sentence of sentences) {
    if (sentence.comments.some((line) => /^#\s*new(par|doc)\b/.test(line))) finish()
    for (const { form, spaceAfter } of surfaceTokens(sentence)) {
      if (glue && CLOSING.test(form) && spans.length > 0) text = text.trimEnd()
      spans.push(text.length, text.length + form.length)
      text += spaceAfter && !(glue && OPENING.test(form)) ? `${form} ` : form
    }
    if (spans.length > 0) ends.add(spans.length / 2 - 1)
  }
  finish()
  return paragraphs
}

/**
 * The raw text of a treebank: its paragraphs, separated by empty lines.
 *
 * @example
 * treebankText(parseConllu('1\tGo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n2\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n'))
 * // 'Go.\n'
 */
export function treebankText(sentences: Iterable<Sentence>): string {
  return goldParagraphs(sentences)
    .map(({ text }) => `${text}\n`)
    .join('\n')
}
