// Text in pieces of any size becomes sentences, the same whatever the pieces were. A paragraph ends at an empty line;
// from a longer one the sentences that are surely whole are taken, so that memory stays bounded.
import type { TextToken, TokenizerStage } from './stages.js'

/** Characters of a paragraph that are looked at together. */
const LIMIT = 2 ** 15
const EMPTY_LINE = /\n[^\S\n]*\n/g

/** A sentence of a text, with offsets into the whole of it. */
export interface TextSentence {
  readonly tokens: readonly TextToken[]
  readonly startsParagraph: boolean
}

/** Collects a text and gives its sentences as soon as they are whole. */
export class TextSentences {
  private buffer = ''
  private startsParagraph = true
  /** Before this place of the buffer is no empty line. */
  private searched = 0

  constructor(
    private readonly tokenizer: TokenizerStage,
    private readonly limit = LIMIT,
    /** Where the buffer begins in the text. */
    private base = 0,
  ) {}

  /** The sentences that became whole with the next piece of the text. */
  *push(piece: string): Generator<TextSentence, void, undefined> {
    // A byte-order mark is no part of the text.
    const mark = this.base === 0 && this.buffer === '' && piece.startsWith('\ufeff') ? 1 : 0
    this.base += mark
    this.buffer += piece.slice(mark)
    for (;;) {
      const end = this.endOfParagraph()
      if (end > 0 && end <= this.limit) {
        yield* this.take(this.buffer.slice(0, end))
        this.drop(end)
        this.startsParagraph = true
      } else if (this.buffer.length > this.limit) yield* this.takeWhole()
      else return
    }
  }

  /** The sentences that are left at the end of the text. */
  *end(): Generator<TextSentence, void, undefined> {
    yield* this.take(this.buffer)
    this.drop(this.buffer.length)
  }

  private *take(text: string): Generator<TextSentence, void, undefined> {
    for (const { tokens } of this.tokenizer.tokenize(text)) yield this.placed(tokens)
  }

  /** Of a long paragraph, all sentences but the last; of a long sentence, all tokens but the last. */
  private *takeWhole(): Generator<TextSentence, void, undefined> {
    const half = /[\ud800-\udbff]/.test(this.buffer[this.limit - 1]) ? 1 : 0
    const found = Array.from(this.tokenizer.tokenize(this.buffer.slice(0, this.limit - half)))
    let end = this.limit - half
    const last = found[found.length - 1]?.tokens
    if (last !== undefined && found.length > 1) {
      found.pop()
      end = last[0].start
    } else if (last !== undefined && last.length > 1) {
      found[0] = { tokens: last.slice(0, -1) }
      end = last[last.length - 1].start
    }
    for (const { tokens } of found) yield this.placed(tokens)
    this.drop(end)
  }

  private placed(tokens: readonly TextToken[]): TextSentence {
    const { base, startsParagraph } = this
    this.startsParagraph = false
    return {
      tokens: tokens.map((token) => ({ ...token, start: token.start + base, end: token.end + base })),
      startsParagraph,
    }
  }

  private drop(count: number): void {
    this.buffer = this.buffer.slice(count)
    this.base += count
    this.searched = 0
  }

  /** Where the first paragraph ends, behind an empty line; 0 if that is not to be seen yet. */
  private endOfParagraph(): number {
    EMPTY_LINE.lastIndex = this.searched
    if (EMPTY_LINE.test(this.buffer)) return EMPTY_LINE.lastIndex
    // An empty line may have begun with the last line.
    this.searched = Math.max(this.searched, this.buffer.lastIndexOf('\n'))
    return 0
  }
}
