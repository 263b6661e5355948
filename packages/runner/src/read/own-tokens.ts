// Reads sentences that are already split into words, as UDPipe does: one sentence per line with spaces
// between the words ("horizontal"), or one word per line with an empty line after each sentence ("vertical").
import { ParleyError } from '@parleyjs/core'
import { makeSentence, type Sentence } from '@parleyjs/nlp'

export type OwnTokensKind = 'horizontal' | 'vertical'

/** Maximum number of words of a sentence, and of characters of a line. */
const MAX_WORDS = 10_000
const MAX_LINE = 2 ** 20

/** Collects a text that arrives in pieces, and makes its sentences. */
export class OwnTokens {
  private rest = ''
  private words: string[] = []
  private sentences = 0
  private line = 0

  constructor(
    private readonly kind: OwnTokensKind,
    /** The name of the file, for messages. */
    private readonly file?: string,
  ) {}

  /** Yields the sentences that this piece completes. */
  *push(piece: string): Generator<Sentence, void, undefined> {
    const lines = (this.rest + piece).split('\n')
    this.rest = lines.pop()!
    if (this.rest.length > MAX_LINE) throw this.error(`The line has more than ${MAX_LINE} characters.`, 1)
    for (const line of lines) yield* this.take(line)
  }

  /** Yields the last sentence at the end of the text. */
  *end(): Generator<Sentence, void, undefined> {
    if (this.rest !== '') yield* this.take(this.rest)
    yield* this.finish()
  }

  private *take(line: string): Generator<Sentence, void, undefined> {
    this.line++
    const text = this.line === 1 && line.startsWith('\ufeff') ? line.slice(1) : line
    if (this.kind === 'horizontal') {
      this.words = text.split(/[ \t\r]+/).filter((word) => word !== '')
      yield* this.finish()
      return
    }
    // More columns are ignored.
    const [word] = text.replace(/\r$/, '').split('\t')
    if (word.trim() === '') yield* this.finish()
    else this.words.push(word.trim())
    if (this.words.length > MAX_WORDS) yield* this.finish()
  }

  private *finish(): Generator<Sentence, void, undefined> {
    if (this.words.length > MAX_WORDS)
      throw this.error(`The sentence has more than ${MAX_WORDS} words. Is this ${this.kind} text?`)
    if (this.words.length === 0) return
    // A space inside of a word is written as a no-break space.
    const forms = this.words.map((word) => word.replaceAll('\u00a0', ' '))
    this.words = []
    this.sentences++
    yield makeSentence(
      forms.map((form) => ({ form })),
      { sent_id: String(this.sentences), text: forms.join(' ') },
    )
  }

  private error(message: string, after = 0): ParleyError {
    const place = this.file === undefined ? {} : { file: this.file }
    return new ParleyError('too-large', message, { ...place, line: this.line + after })
  }
}
