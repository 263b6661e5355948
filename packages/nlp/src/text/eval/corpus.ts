// A file as the metrics see it: the characters of its tokens, without spaces, and spans over them.
import { ParleyError } from '@parleyjs/core'
import { findCycle } from '../conllu/heads.js'
import type { Sentence } from '../conllu/sentence.js'
import { CONTENT, FUNCTIONAL, universalFeatures, withoutSubtype } from './relations.js'

/** A word and the columns that are compared. */
export interface Word {
  readonly form: string
  readonly lemma: string
  readonly upos: string
  readonly xpos: string
  /** Universal features only, sorted. */
  readonly feats: string
  /** The relation with its subtype, and without. */
  readonly fullDeprel: string
  readonly deprel: string
  readonly isContent: boolean
  /** The characters of the word, or of the whole multiword token that it is a part of. */
  readonly start: number
  readonly end: number
  readonly inRange: boolean
  /** Index of the head in the list of words; −1 for a root. */
  readonly head: number
  /** Function words that depend on this one, in order. */
  readonly functional: number[]
  readonly line: number
}

/** Pairs of numbers: start and end of each span. */
export type Spans = number[]

/** The words, tokens and sentences of a file, as spans over its characters. */
export interface Corpus {
  readonly characters: string
  readonly words: readonly Word[]
  readonly tokens: Spans
  readonly sentences: Spans
  /** Line of the file, for each token. */
  readonly tokenLines: readonly number[]
  /** Whether the words have heads. */
  readonly parsed: boolean
  /** Number of sentences with more than one root, and the line of the first. */
  readonly manyRoots: { readonly count: number; readonly line: number | undefined }
}

const SPACE = /\p{Zs}/gu

/**
 * Converts the sentences of a file to spans. Refuses cycles, and files in which only some heads are missing.
 */
export function corpusOf(sentences: Iterable<Sentence>, file: string): Corpus {
  const layout = new Layout(file)
  for (const sentence of sentences) layout.add(sentence)
  return layout.finish()
}

class Layout {
  private readonly pieces: string[] = []
  private readonly words: Word[] = []
  private readonly tokens: Spans = []
  private readonly sentences: Spans = []
  private readonly tokenLines: number[] = []
  /** Number of characters so far. */
  private position = 0
  private heads = 0
  private firstHeadless: number | undefined
  private manyRoots = 0
  private firstManyRoots: number | undefined
  /** Cache: many words have the same features. */
  private readonly features = new Map<string, string>()

  constructor(private readonly file: string) {}

  add(sentence: Sentence): void {
    const roots = checkTree(sentence, this.file)
    if (roots > 1 && this.manyRoots++ === 0) this.firstManyRoots = sentence.line
    const first = this.words.length
    const start = this.position
    const ranges = sentence.otherRows.filter((row) => row.kind === 'range')
    let nextRange = 0
    let rangeEnd = 0
    for (let w = 0; w < sentence.length; w++) {
      const range = ranges[nextRange]
      if (range !== undefined && Number.parseInt(range.id, 10) === w + 1) {
        this.token(range.form, range.line)
        rangeEnd = Number(range.id.slice(range.id.indexOf('-') + 1))
        nextRange++
      }
      this.word(sentence, w, first, w < rangeEnd)
    }
    this.sentences.push(start, this.position)
    for (let w = first; w < this.words.length; w++) {
      const { head, deprel } = this.words[w]
      if (head >= 0 && FUNCTIONAL.has(deprel)) this.words[head].functional.push(w)
    }
  }

  finish(): Corpus {
    if (this.firstHeadless !== undefined && this.heads > 0)
      throw badInput(
        this.file,
        this.firstHeadless,
        `HEAD is missing here, but ${this.heads} other words have one. Parse the file as a whole.`,
      )
    const { words, tokens, sentences, tokenLines } = this
    return {
      characters: this.pieces.join(''),
      words,
      tokens,
      sentences,
      tokenLines,
      parsed: this.firstHeadless === undefined,
      manyRoots: { count: this.manyRoots, line: this.firstManyRoots },
    }
  }

  private word(sentence: Sentence, w: number, first: number, inRange: boolean): void {
    const line = sentence.lineOf(w)
    const form = inRange ? sentence.forms[w] : this.token(sentence.forms[w], line)
    const head = sentence.heads[w]
    if (head < 0) this.firstHeadless ??= line
    else this.heads++
    const fullDeprel = sentence.deprels[w]
    const deprel = withoutSubtype(fullDeprel)
    this.words.push({
      form,
      lemma: sentence.lemmas[w],
      upos: sentence.upos[w],
      xpos: sentence.xpos[w],
      feats: this.universal(sentence.feats[w]),
      fullDeprel,
      deprel,
      isContent: CONTENT.has(deprel),
      start: this.tokens[this.tokens.length - 2],
      end: this.position,
      inRange,
      head: head > 0 ? first + head - 1 : -1,
      functional: [],
      line,
    })
  }

  /** Adds the characters of a token, without spaces, and returns them. */
  private token(form: string, line: number): string {
    const characters = form.replace(SPACE, '')
    if (characters === '') throw badInput(this.file, line, 'The form consists of spaces only.')
    this.pieces.push(characters)
    this.tokens.push(this.position, (this.position += characters.length))
    this.tokenLines.push(line)
    return characters
  }

  private universal(feats: string): string {
    let known = this.features.get(feats)
    if (known === undefined) this.features.set(feats, (known = universalFeatures(feats)))
    return known
  }
}

/** Refuses heads outside of the sentence and cycles; returns the number of roots. */
function checkTree(sentence: Sentence, file: string): number {
  const { heads, length } = sentence
  let roots = 0
  for (let w = 0; w < length; w++) {
    if (heads[w] > length)
      throw badInput(file, sentence.lineOf(w), `HEAD is ${heads[w]}, but the sentence has ${length} words.`)
    if (heads[w] === 0) roots++
  }
  const cycle = findCycle(heads)
  if (cycle !== null)
    throw badInput(
      file,
      sentence.lineOf(cycle[0]),
      `The heads form a cycle: ${[...cycle, cycle[0]].map((w) => w + 1).join(' → ')}. A sentence must be a tree.`,
    )
  return roots
}

/** An error in a file. */
export function badInput(file: string, line: number | undefined, message: string): ParleyError {
  return line === undefined
    ? new ParleyError('bad-input', message, { file })
    : new ParleyError('bad-input', `Line ${line}: ${message}`, { file, line })
}
