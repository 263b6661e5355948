// Splits text that arrives in pieces into sentences; the result does not depend on how the text is cut. A
// paragraph ends at an empty line. Complete sentences are taken from a long paragraph before it ends, so that
// memory stays bounded.
import type { TextToken, TokenizerStage } from './stages.js'

/** Maximum number of characters of a paragraph that are processed together. */
const LIMIT = 2 ** 15
const EMPTY_LINE = /\n[^\S\n]*\n/g

/** A sentence of a text, with offsets into the whole text. */
export interface TextSentence {
  readonly tokens: readonly TextToken[]
  readonly startsParagraph: boolean
}

/** Collects a text and yields its sentences as soon as they are complete. */
export class TextSentences {
  private buffer = ''
  private startsParagraph = true
  /** There is no empty line before this position of the buffer. */
  private searched = 0

  constructor(
    private readonly tokenizer: TokenizerStage,
    private readonly limit = LIMIT,
    /** Position of the buffer in the text. */
    private base = 0,
  ) {}

  /** Yields the sentences that this piece of the text completes. */
  *push(piece: string): Generator<TextSentence, void, undefined> {
    // A byte-order mark does not belong to the text.
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

  /** Yields the remaining sentences at the end of the text. */
  *end(): Generator<TextSentence, void, undefined> {
    yield* this.take(this.buffer)
    this.drop(this.buffer.length)
  }

  private *take(text: string): Generator<TextSentence, void, undefined> {
    for (const { tokens } of this.tokenizer.tokenize(text)) yield this.placed(tokens)
  }

  /**
   * Takes all sentences of a long paragraph but the last; if there is only one, all its tokens but the last.
   */
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

  /** End of the first paragraph, after an empty line; 0 if the buffer does not show it yet. */
  private endOfParagraph(): number {
    EMPTY_LINE.lastIndex = this.searched
    if (EMPTY_LINE.test(this.buffer)) return EMPTY_LINE.lastIndex
    // An empty line may begin in the last line of the buffer.
    this.searched = Math.max(this.searched, this.buffer.lastIndexOf('\n'))
    return 0
  }
}
