// Where the tokens of sentences stand in a text: as the tokenizer found them, or as a treebank describes it.
import type { Row, Sentence } from '../text/conllu/sentence.js'

/** A token of the surface: a word, or a multiword token with its words (positions in the sentence from 0). */
export interface Surface {
  readonly row: Row
  readonly first: number
  /** The position after its last word. */
  readonly end: number
}

/** The surface tokens of a sentence in order. */
export function surfaceOf(sentence: Sentence): Surface[] {
  const tokens: Surface[] = []
  let end = 0
  for (const row of sentence.rows) {
    if (row.kind === 'empty') continue
    const ids = row.id.split('-').map(Number)
    const [first, last = first] = ids
    if (first <= end) continue // a word of the multiword token before it
    end = last
    tokens.push({ row, first: first - 1, end: last })
  }
  return tokens
}

/** A text with the positions of all words: two numbers for each, by sentence. */
export interface Layout {
  readonly text: string
  readonly offsets: readonly Int32Array[]
}

/**
 * The text of sentences that come from a treebank. A sentence's `# text` counts where it agrees with the
 * tokens; otherwise SpaceAfter and SpacesAfter tell what is between them.
 */
export function layOut(sentences: readonly Sentence[]): Layout {
  let text = ''
  const offsets = sentences.map((sentence, i) => {
    const tokens = surfaceOf(sentence)
    const last = tokens[tokens.length - 1].row.misc
    const line = lineOf(sentence, tokens)
    const places = new Int32Array(2 * sentence.length)
    tokens.forEach(({ first, end }, t) => {
      for (let word = first; word < end; word++) {
        places[2 * word] = text.length + line.starts[t]
        places[2 * word + 1] = text.length + line.ends[t]
      }
    })
    text += line.text + between(last, sentences[i + 1])
    return places
  })
  return { text, offsets }
}

interface Line {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function lineOf(sentence: Sentence, tokens: readonly Surface[]): Line {
  return (sentence.text === undefined ? null : found(sentence.text, tokens)) ?? joined(tokens)
}

/** Finds the tokens in a text where only white space is between them; null if it is another text. */
function found(text: string, tokens: readonly Surface[]): Line | null {
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const { row } of tokens) {
    while (at < text.length && /\s/.test(text[at]) && !text.startsWith(row.form, at)) at++
    if (!text.startsWith(row.form, at)) return null
    starts.push(at)
    ends.push((at += row.form.length))
  }
  return text.slice(at).trim() === '' ? { text: text.slice(0, at), starts, ends } : null
}

function joined(tokens: readonly Surface[]): Line {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  tokens.forEach(({ row }, t) => {
    starts.push(text.length)
    text += row.form
    ends.push(text.length)
    if (t < tokens.length - 1) text += spacesAfter(row.misc) ?? ' '
  })
  return { text, starts, ends }
}

/** What is between a sentence and the next: what MISC of its last token says, an empty line, or a space. */
function between(misc: string, next: Sentence | undefined): string {
  const known = spacesAfter(misc)
  if (known !== undefined || next === undefined) return known ?? ''
  return next.comments.some((line) => /^#\s*new(?:par|doc)\b/.test(line)) ? '\n\n' : ' '
}

const ESCAPES: Readonly<Record<string, string>> = { s: ' ', t: '\t', r: '\r', n: '\n', p: '|', '\\': '\\' }

/** White space after a token by its MISC: `SpaceAfter=No`, or UDPipe's `SpacesAfter=\s\n`. */
function spacesAfter(misc: string): string | undefined {
  for (const entry of misc.split('|')) {
    if (entry === 'SpaceAfter=No') return ''
    if (entry.startsWith('SpacesAfter='))
      return entry.slice(12).replace(/\\([strnp\\])/g, (_, code: string) => ESCAPES[code])
  }
  return undefined
}
