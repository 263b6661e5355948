// Splits text that arrives in pieces into sentences; the result does not depend on how the text is cut. A
// paragraph ends at an empty line. Complete sentences are taken from a long paragraph before it ends, so that
// memory stays bounded.
import { ParleyError } from '@parleyjs/core'
import type { Spaces, TextToken, TokenizerStage } from './stages.js'

/** Maximum number of characters of a paragraph that are processed together. */
const LIMIT = 2 ** 15
/** Maximum number of characters of a line that is a sentence. */
const MAX_LINE = 2 ** 17
const EMPTY_LINE = /\n[^\S\n]*\n/g

/** A sentence of a text, with offsets into the whole text. */
export interface TextSentence {
  readonly tokens: readonly TextToken[]
  /** The white space around each token. */
  readonly spaces: readonly Spaces[]
  readonly startsParagraph: boolean
}

/** A token of a piece of the text. */
interface SpacedToken {
  readonly token: TextToken
  readonly spaces: Spaces
}

/** Collects a text and yields its sentences as soon as they are complete. */
export class TextSentences {
  private buffer = ''
  private startsParagraph = true
  /** White space since the last token, if there is a whole paragraph of it. */
  private skipped = ''
  /** There is no empty line before this position of the buffer. */
  private searched = 0

  constructor(
    private readonly tokenizer: TokenizerStage,
    private readonly limit = LIMIT,
    /** Position of the buffer in the text. */
    private base = 0,
    /** Whether every line is a sentence; an empty line then ends a paragraph. */
    private readonly lines = false,
  ) {}

  /** Yields the sentences that this piece of the text completes. */
  *push(piece: string): Generator<TextSentence, void, undefined> {
    // A byte-order mark does not belong to the text.
    const mark = this.base === 0 && this.buffer === '' && piece.startsWith('\ufeff') ? 1 : 0
    this.base += mark
    this.buffer += piece.slice(mark)
    while (this.lines) {
      const end = this.buffer.indexOf('\n', this.searched) + 1
      this.searched = this.buffer.length
      if (Math.max(end, end === 0 ? this.buffer.length : 0) > MAX_LINE) throw this.longLine()
      if (end === 0) return
      yield* this.takeLine(this.buffer.slice(0, end))
      this.drop(end)
    }
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
    if (this.lines) yield* this.takeLine(this.buffer)
    else yield* this.take(this.buffer)
    this.drop(this.buffer.length)
  }

  private *take(text: string): Generator<TextSentence, void, undefined> {
    for (const tokens of this.tokenized(text)) yield this.placed(tokens)
  }

  /** One sentence of all tokens of a line. */
  private *takeLine(text: string): Generator<TextSentence, void, undefined> {
    const tokens = this.tokenized(text).flat()
    if (tokens.length > 0) yield this.placed(tokens)
    else if (text.trim() === '') this.startsParagraph = true
  }

  /** The tokens of the sentences of a text, with the white space around them. */
  private tokenized(text: string): SpacedToken[][] {
    const found = Array.from(this.tokenizer.tokenize(text), ({ tokens }) => tokens)
    const all = found.flat()
    const before = this.skipped
    this.skipped = all.length > 0 ? '' : (before + text).slice(0, MAX_LINE)
    let at = 0
    return found.map((tokens) =>
      tokens.map((token) => {
        const end = all[at + 1]?.start ?? text.length
        const spaces: Spaces = {
          before: at === 0 ? before + text.slice(0, token.start) : '',
          after: text.slice(token.end, end),
          written: text.slice(token.start, token.end),
        }
        at++
        return { token, spaces }
      }),
    )
  }

  private longLine(): ParleyError {
    return new ParleyError(
      'too-large',
      `A line has more than ${MAX_LINE} characters; with a sentence on each line, lines are shorter.`,
    )
  }

  /**
   * Takes all sentences of a long paragraph but the last; if there is only one, all its tokens but the last.
   */
  private *takeWhole(): Generator<TextSentence, void, undefined> {
    const half = /[\ud800-\udbff]/.test(this.buffer[this.limit - 1]) ? 1 : 0
    const found = this.tokenized(this.buffer.slice(0, this.limit - half))
    let end = this.limit - half
    const last = found[found.length - 1]
    if (last !== undefined && found.length > 1) {
      found.pop()
      end = last[0].token.start
    } else if (last !== undefined && last.length > 1) {
      found[0] = last.slice(0, -1)
      end = last[last.length - 1].token.start
    }
    for (const tokens of found) yield this.placed(tokens)
    this.drop(end)
  }

  private placed(tokens: readonly SpacedToken[]): TextSentence {
    const { base, startsParagraph } = this
    this.startsParagraph = false
    return {
      tokens: tokens.map(({ token }) => ({ ...token, start: token.start + base, end: token.end + base })),
      spaces: tokens.map(({ spaces }) => spaces),
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
