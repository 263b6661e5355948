// Sentences as the numbers that the network reads.
import type { WordPieces } from './word-pieces.js'

/** A sentence for the network; word 0 is the root. */
export interface EncodedWords {
  /** Word pieces, from that which stands for the root to that which ends the sentence. */
  readonly pieces: readonly number[]
  /** Where the pieces of each word begin, with one more entry for the end of the last word. */
  readonly starts: readonly number[]
  readonly shapes: readonly number[]
  /** Characters of each word; the first and the last few of a long one. */
  readonly characters: readonly (readonly number[])[]
}

/** Most characters of a word that are read: half of them from either end. */
const MOST_CHARACTERS = 14
/** Numbers of the root's only character and of unknown ones. */
const ROOT_CHARACTER = 0
const UNKNOWN_CHARACTER = 1

/** Turns words into numbers. */
export class WordEncoder {
  private readonly ids: ReadonlyMap<string, number>

  /** `characters`: those that have vectors of their own. */
  constructor(
    readonly pieces: WordPieces,
    readonly characters: readonly string[],
  ) {
    this.ids = new Map(characters.map((character, i) => [character, i + UNKNOWN_CHARACTER + 1]))
  }

  /** Number of vectors of characters. */
  get characterCount(): number {
    return this.characters.length + UNKNOWN_CHARACTER + 1
  }

  encode(forms: readonly string[]): EncodedWords {
    const pieces = [this.pieces.first]
    const starts = [0]
    for (const form of forms) {
      starts.push(pieces.length)
      pieces.push(...this.pieces.of(form))
    }
    starts.push(pieces.length)
    pieces.push(this.pieces.last)
    return {
      pieces,
      starts,
      shapes: [0, ...forms.map(shapeOf)],
      characters: [[ROOT_CHARACTER], ...forms.map((form) => this.charactersOf(form))],
    }
  }

  private charactersOf(form: string): number[] {
    const all = Array.from(form)
    const half = MOST_CHARACTERS / 2
    const kept = all.length <= MOST_CHARACTERS ? all : [...all.slice(0, half), ...all.slice(-half)]
    return kept.map((character) => this.ids.get(character) ?? UNKNOWN_CHARACTER)
  }
}

/** The shape of a word: what the pieces, which are in lower case, do not tell. 0 is the root's. */
function shapeOf(form: string): number {
  const lower = form.toLowerCase()
  const upper = form.toUpperCase()
  if (/\p{Nd}/u.test(form)) return 5
  if (lower === upper) return 6
  if (form === lower) return 1
  const [first] = form
  if (form === upper) return Array.from(form).length > 1 ? 3 : 4
  return first !== first.toLowerCase() && form.slice(first.length) === lower.slice(first.length) ? 2 : 7
}

/** Several sentences side by side. */
export interface WordBatch {
  readonly pieces: Int32Array
  /** First piece of each sentence, and the end. */
  readonly pieceStarts: Int32Array
  /** First piece of each run: a word, or the end of a sentence; and the end of the last. */
  readonly wordPieces: Int32Array
  /** The run of `wordPieces` that belongs to each word. */
  readonly wordRuns: Int32Array
  /** First word of each sentence (its root), and the end. */
  readonly wordStarts: Int32Array
  readonly shapes: Int32Array
  readonly characters: Int32Array
  /** First character of each word, and the end. */
  readonly characterStarts: Int32Array
}

/**
 * Puts sentences side by side. The piece that ends a sentence belongs to no word: `wordPieces` has an entry
 * of its own for it, after the words of the sentence, which `wordRuns` leaves out.
 */
export function batchOf(sentences: readonly EncodedWords[]): WordBatch {
  const pieces: number[] = []
  const pieceStarts = [0]
  const wordPieces: number[] = []
  const wordStarts = [0]
  const characters: number[] = []
  const characterStarts = [0]
  for (const sentence of sentences) {
    const from = pieces.length
    pieces.push(...sentence.pieces)
    pieceStarts.push(pieces.length)
    wordPieces.push(...sentence.starts.map((start) => from + start))
    wordStarts.push(wordStarts[wordStarts.length - 1] + sentence.shapes.length)
    for (const word of sentence.characters) {
      characters.push(...word)
      characterStarts.push(characters.length)
    }
  }
  return {
    pieces: Int32Array.from(pieces),
    pieceStarts: Int32Array.from(pieceStarts),
    wordPieces: Int32Array.from([...wordPieces, pieces.length]),
    wordRuns: runsOf(wordStarts),
    wordStarts: Int32Array.from(wordStarts),
    shapes: Int32Array.from(sentences.flatMap(({ shapes }) => shapes)),
    characters: Int32Array.from(characters),
    characterStarts: Int32Array.from(characterStarts),
  }
}

/** The runs of words among those of `wordPieces`, where each sentence has one more. */
function runsOf(wordStarts: readonly number[]): Int32Array {
  const words = wordStarts[wordStarts.length - 1]
  const runs = new Int32Array(words)
  for (let s = 0; s + 1 < wordStarts.length; s++)
    for (let w = wordStarts[s]; w < wordStarts[s + 1]; w++) runs[w] = w + s
  return runs
}
