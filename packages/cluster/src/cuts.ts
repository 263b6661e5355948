// Finds where an input may be cut so that its pieces, processed separately, give the same result as the
// whole. Only bytes are examined: invalid UTF-8 and CoNLL-U are reported by the worker.

/** Finds cuts in bytes that arrive in pieces. */
export interface CutFinder {
  /** Reads the next byte of the input; true if the input may be cut after it. */
  next(byte: number): boolean
  /** Number of sentences since the last call, as far as it is known without reading them. */
  takeSentences(): number
}

const LF = 10
const CR = 13

/**
 * CoNLL-U may be cut after the empty line that ends a sentence; comments without rows belong to what follows.
 */
export class ConlluCuts implements CutFinder {
  private column = 0
  private first = 0
  private rowBefore = false
  private sentences = 0

  next(byte: number): boolean {
    if (byte !== LF) {
      if (this.column++ === 0) this.first = byte
      return false
    }
    const empty = this.column === 0 || (this.column === 1 && this.first === CR)
    const cut = empty && this.rowBefore
    this.rowBefore = !empty && this.first >= 48 && this.first <= 57
    this.column = 0
    if (cut) this.sentences++
    return cut
  }

  takeSentences(): number {
    const { sentences } = this
    this.sentences = 0
    return sentences
  }
}

/**
 * Number of UTF-16 units of a paragraph that the pipeline processes together; a longer paragraph is processed
 * in steps.
 */
const TOGETHER = 2 ** 15
/** Approximate number of bytes of a sentence of text. */
const SENTENCE = 100

/**
 * Text may be cut after the empty line of a paragraph, if the paragraph is short: then the pipeline is
 * certain to end a paragraph there, however it split a longer one before.
 */
export class TextCuts implements CutFinder {
  /** Bytes since the last end of a paragraph; `bytes` counts those since the last `takeSentences`. */
  private length = 0
  private bytes = 0
  /** White space since the last other character; `whiteBefore` is that of the previous end of a paragraph. */
  private white = 0
  private whiteBefore = 0
  private lineIsBlank = true
  private blankBefore = true
  /** The last three bytes that are not ASCII white space, the latest in the lowest byte. */
  private tail = 0

  next(byte: number): boolean {
    this.length++
    this.bytes++
    this.white++
    if (byte !== LF) {
      if (byte !== 32 && (byte < 9 || byte > CR)) {
        this.tail = ((this.tail << 8) | byte) & 0xffffff
        this.white = 0
        this.lineIsBlank = false
      }
      return false
    }
    const ends = this.lineIsBlank && !this.blankBefore
    this.blankBefore = this.lineIsBlank
    this.lineIsBlank = true
    if (!ends) return false
    const cut =
      this.length <= TOGETHER / 2 &&
      this.white <= TOGETHER / 4 &&
      this.whiteBefore <= TOGETHER / 4 &&
      !isSpace(this.tail)
    this.whiteBefore = this.white
    this.length = 0
    return cut
  }

  takeSentences(): number {
    const sentences = this.bytes / SENTENCE
    this.bytes = 0
    return sentences
  }
}

/**
 * Whether the UTF-8 in the last three bytes ends with non-ASCII white space; a false positive does no harm.
 */
function isSpace(tail: number): boolean {
  if ((tail & 0xffff) === 0xc2a0 || (tail & 0xffff) === 0xc285) return true
  const lead = tail >> 16
  if (lead === 0xe2) return (tail & 0xff00) === 0x8000 || (tail & 0xff00) === 0x8100
  return tail === 0xe19a80 || tail === 0xe38080 || tail === 0xefbbbf
}
