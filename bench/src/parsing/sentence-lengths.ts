// Makes sentences of any length from those of a treebank: neighbours are joined and cut.
import type { ParserInput } from '@parleyjs/nlp/internal'

/** The columns that a parser reads. */
const COLUMNS = ['forms', 'lemmas', 'upos', 'xpos', 'feats'] as const

type Columns = Required<ParserInput>

/**
 * `count` consecutive pieces of `length` words each; fewer if the words run out.
 *
 * @example
 * ofLength(sentences, 300, 10) // 10 sentences of 300 words
 */
export function ofLength(sentences: readonly Columns[], length: number, count: number): Columns[] {
  const pieces: Columns[] = []
  let piece = empty()
  for (const sentence of sentences) {
    for (let from = 0; from < sentence.forms.length; ) {
      const to = Math.min(sentence.forms.length, from + length - piece.forms.length)
      for (const column of COLUMNS) piece[column].push(...sentence[column].slice(from, to))
      from = to
      if (piece.forms.length < length) continue
      pieces.push(piece)
      if (pieces.length === count) return pieces
      piece = empty()
    }
  }
  return pieces
}

function empty(): { [name in keyof Columns]: string[] } {
  return { forms: [], lemmas: [], upos: [], xpos: [], feats: [] }
}
