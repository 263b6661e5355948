// Text into sentences and tokens, without loss: every character that is not a space belongs to exactly one
// token.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { Model } from '@parleyjs/learn'
import {
  Fields,
  type LinearModel,
  memoryFor,
  packLinear,
  placedLinear,
  reading,
  requireKind,
  unfoldLinear,
} from '@parleyjs/learn/internal'
import { makeSentence, type NewToken } from '../../text/conllu/make.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { CHARACTER_FEATURES_VERSION, Characters, MAX_CHARACTER_FEATURES } from './characters.js'
import { MAX_ENDING_FEATURES, TokenNumbers } from './endings.js'
import { Multiwords, type MultiwordTables } from './multiword.js'

/** A token with its position in the text (in UTF-16 units, as JavaScript counts). */
export interface Token {
  readonly form: string
  readonly start: number
  readonly end: number
  readonly spaceAfter: boolean
  /** The words it stands for: the token itself, or several. */
  readonly words: readonly string[]
}

/** A sentence of a text. */
export interface TokenizedSentence {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Whether it is the first of a paragraph. */
  readonly newParagraph: boolean
  readonly tokens: readonly Token[]
}

export interface TokenizeOptions {
  /** Whether every line break ends a sentence; otherwise only an empty line does. Default: false. */
  readonly lines?: boolean
}

/** The parts of a tokenizer, as training produces them. */
export interface TokenizerParts {
  /** Decides after which characters a token ends: label 1 (it ends) or 0 (it continues). */
  readonly tokenEnds: LinearModel
  /** Decides which tokens end a sentence. */
  readonly sentenceEnds: LinearModel
  readonly multiwords: MultiwordTables
  /** Whether tokens may have spaces inside. */
  readonly inner: boolean
  readonly licence: string
  readonly trainedOn: string
}

/** Maximum number of tokens of a sentence. */
const MAX_SENTENCE = 1000

/**
 * Longer paragraphs are processed in windows of this many UTF-16 units; sentences that end within `LOOKAHEAD`
 * of the end of a window are found again in the next one.
 */
const WINDOW = 1 << 15
const LOOKAHEAD = 1 << 11

/**
 * Splits text into sentences, tokens and words. Made by `trainTokenizer`, or read from a model.
 *
 * @example
 * const [sentence] = [...tokenizer.tokenize("I don't.")]
 * sentence.tokens.map(({ words }) => words) // [['I'], ['do', "n't"], ['.']]
 */
export class Tokenizer {
  private readonly multiwords: Multiwords
  private readonly numbers = new TokenNumbers()
  private readonly row = new Int32Array(Math.max(MAX_CHARACTER_FEATURES, MAX_ENDING_FEATURES))
  private readonly scores = new Int32Array(2)

  constructor(private readonly parts: TokenizerParts) {
    this.multiwords = new Multiwords(parts.multiwords)
  }

  /** The sentences of a text in order; empty lines separate paragraphs. */
  *tokenize(text: string, options: TokenizeOptions = {}): Generator<TokenizedSentence, void, undefined> {
    const gap = gapOf(options)
    for (let from = 0; from < text.length; from = gap.lastIndex) {
      const found = gap.exec(text)
      yield* this.paragraph(text.slice(from, found?.index ?? text.length), from)
      if (found === null) return
    }
  }

  /**
   * The sentences of a stream of text, in bounded memory: the same as those of the whole text.
   *
   * @example
   * for await (const sentence of tokenizer.tokenizeStream(process.stdin.setEncoding('utf8'))) sentence.text
   */
  async *tokenizeStream(
    chunks: AsyncIterable<string> | Iterable<string>,
    options: TokenizeOptions = {},
  ): AsyncGenerator<TokenizedSentence, void, undefined> {
    const gap = gapOf(options)
    let pending = ''
    let base = 0
    let newParagraph = true
    for await (const chunk of chunks) {
      pending += chunk
      let from = 0
      gap.lastIndex = 0
      for (let found = gap.exec(pending); found !== null; found = gap.exec(pending)) {
        yield* this.paragraph(pending.slice(from, found.index), base + from, newParagraph)
        from = gap.lastIndex
        newParagraph = true
      }
      while (pending.length - from > 2 * WINDOW) {
        const sentences = this.window(pending.slice(from), base + from, newParagraph)
        yield* sentences
        from = sentences[sentences.length - 1].end - base
        newParagraph = false
      }
      pending = pending.slice(from)
      base += from
    }
    yield* this.paragraph(pending, base, newParagraph)
  }

  /** Processes a long paragraph in windows, so that time and memory stay proportional to its length. */
  private *paragraph(
    text: string,
    base: number,
    isNew = true,
  ): Generator<TokenizedSentence, void, undefined> {
    let from = 0
    while (text.length - from > WINDOW) {
      const sentences = this.window(text.slice(from), base + from, isNew && from === 0)
      yield* sentences
      from = sentences[sentences.length - 1].end - base
    }
    yield* this.sentences(text.slice(from), base + from, isNew && from === 0)
  }

  /**
   * The sentences of a window of a paragraph, without those at its end, which depend on the text that
   * follows.
   */
  private window(rest: string, base: number, isNew: boolean): TokenizedSentence[] {
    const blank = rest.length - rest.trimStart().length
    const start = blank > WINDOW / 2 ? blank : 0
    const to = start + WINDOW
    const size = /[\ud800-\udbff]/.test(rest[to - 1]) ? to - 1 : to
    const sentences = [...this.sentences(rest.slice(start, size), base + start, isNew, rest[size])]
    const sure = sentences.filter(({ end }) => end - base < size - LOOKAHEAD)
    return sure.length > 0 ? sure : sentences
  }

  private *sentences(
    text: string,
    base: number,
    isNew: boolean,
    next = ' ',
  ): Generator<TokenizedSentence, void, undefined> {
    const spans = this.tokenSpans(text)
    const count = spans.length / 2
    this.numbers.load(text, spans)
    // The arrays are shared: find all ends before the first sentence is yielded.
    const ends: number[] = []
    for (let begin = 0, token = 0; token < count; token++) {
      if (token < count - 1 && token - begin < MAX_SENTENCE - 1 && !this.endsSentence(token, begin)) continue
      ends.push(token)
      begin = token + 1
    }
    let begin = 0
    for (const end of ends) {
      yield this.sentence(text, spans, begin, end, base, isNew && begin === 0, /\s/.test(next))
      begin = end + 1
    }
  }

  /** Start and end offsets of the tokens. */
  private tokenSpans(text: string): number[] {
    const characters = new Characters(text)
    const { offsets, length } = characters
    const { row, scores } = this
    const { tokenEnds, inner } = this.parts
    const spans: number[] = []
    let begin = -1
    let hash = 0
    for (let i = 0; i < length; i++) {
      if (characters.isSpace(i)) continue
      if (begin < 0) {
        begin = i
        hash = 0
      }
      hash = characters.extend(hash, i)
      let ends = true
      if (characters.isSpace(i + 1)) {
        if (inner && i + 1 < length && isSingleSpace(characters, i + 1)) {
          tokenEnds.score(row, characters.features(i, begin, hash, row), scores)
          ends = scores[1] >= scores[0]
        }
      } else if (characters.isInseparable(i)) ends = false
      else {
        tokenEnds.score(row, characters.features(i, begin, hash, row), scores)
        ends = scores[1] > scores[0]
      }
      if (!ends) continue
      spans.push(offsets[begin], offsets[i + 1])
      begin = -1
    }
    return spans
  }

  private endsSentence(token: number, begin: number): boolean {
    const { row, scores } = this
    this.parts.sentenceEnds.score(row, this.numbers.features(token, begin, row), scores)
    return scores[1] > scores[0]
  }

  private sentence(
    text: string,
    spans: readonly number[],
    first: number,
    last: number,
    base: number,
    newParagraph: boolean,
    spaceFollows: boolean,
  ): TokenizedSentence {
    const tokens: Token[] = []
    for (let i = first; i <= last; i++) {
      const start = spans[2 * i]
      const end = spans[2 * i + 1]
      const spaceAfter = end === text.length ? spaceFollows : spans[2 * i + 2] !== end
      this.addTokens(tokens, text.slice(start, end), base + start, spaceAfter)
    }
    const start = base + spans[2 * first]
    const end = base + spans[2 * last + 1]
    return { start, end, text: text.slice(start - base, end - base), newParagraph, tokens }
  }

  /**
   * Adds a token. One that has spaces inside and stands for several words is added as several, since
   * multiword tokens have no spaces.
   */
  private addTokens(tokens: Token[], text: string, start: number, spaceAfter: boolean): void {
    const form = text.replace(/\s+/g, ' ')
    const words = this.multiwords.split(form)
    if (words.length === 1 || !form.includes(' ')) {
      tokens.push({ form, start, end: start + text.length, spaceAfter, words })
      return
    }
    for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
      const end = index + piece.length
      tokens.push({
        form: piece,
        start: start + index,
        end: start + end,
        spaceAfter: end < text.length || spaceAfter,
        words: this.multiwords.split(piece),
      })
    }
  }

  /**
   * The tokenizer as a model, to be written with `writeModel`. With `unfolded`, it is larger but needs no
   * unpacking, which suits threads that share it.
   */
  toModel(unfolded = false): Model {
    const { tokenEnds, sentenceEnds, multiwords, inner, licence, trainedOn } = this.parts
    const pack = unfolded ? unfoldLinear : packLinear
    const ends = pack('tokenEnds', tokenEnds)
    const sentences = pack('sentenceEnds', sentenceEnds)
    return {
      header: {
        kind: 'tokenizer',
        licence,
        trainedOn,
        features: CHARACTER_FEATURES_VERSION,
        inner,
        multiwords,
        tokenEnds: ends.header,
        sentenceEnds: sentences.header,
      },
      arrays: { ...ends.arrays, ...sentences.arrays },
    }
  }

  /** A tokenizer from a model that was read with `readModel`. */
  static fromModel(model: Model): Tokenizer {
    requireKind(model, 'tokenizer', CHARACTER_FEATURES_VERSION)
    return reading(undefined, () => {
      const fields = new Fields('its header', model.header)
      const multiwords = fields.fields('multiwords')
      const memory = memoryFor(model)
      return new Tokenizer({
        tokenEnds: placedLinear('tokenEnds', model, 2, memory),
        sentenceEnds: placedLinear('sentenceEnds', model, 2, memory),
        multiwords: { forms: multiwords.textLists('forms', 2), endings: multiwords.textLists('endings', 3) },
        inner: model.header.inner === true,
        licence: fields.text('licence'),
        trainedOn: fields.text('trainedOn'),
      })
    })
  }
}

function isSingleSpace(characters: Characters, i: number): boolean {
  return !characters.isSpace(i + 1)
}

/** Separator of paragraphs. */
function gapOf(options: TokenizeOptions): RegExp {
  requireOptions('tokenize', options, { lines: true } satisfies OptionKeys<TokenizeOptions>)
  return options.lines === true ? /[\n\r\u2028\u2029]+/g : /\r?\n[^\S\n]*\n\s*|\u2029/g
}

/**
 * A tokenized sentence as CoNLL-U, with `# text` after other comments and with `SpaceAfter=No`; the other
 * columns are empty.
 *
 * @example
 * toSentence([...tokenizer.tokenize('Go.')][0]).toString()
 * // '# text = Go.\n1\tGo\t_\t…\tSpaceAfter=No\n2\t.\t…'
 */
export function toSentence(
  { tokens, text }: TokenizedSentence,
  comments: Readonly<Record<string, string>> = {},
): Sentence {
  const rows = tokens.map(({ form, spaceAfter, words }): NewToken => {
    const misc = spaceAfter ? '_' : 'SpaceAfter=No'
    return words.length === 1 ? { form: words[0], misc } : { form, misc, words }
  })
  return makeSentence(rows, { ...comments, text: text.replace(/\s+/g, ' ') })
}
