// Words as pieces of a fixed vocabulary, as BERT cuts them (Devlin et al. 2019; WordPiece of Schuster and
// Nakajima 2012): lower case, no accents, the longest known piece first.
import { ParleyError } from '@parleyjs/core'

const UNKNOWN = '[UNK]'
/** A longer run of letters counts as unknown. */
const LONGEST = 100
/** A word gives at most this many pieces. */
const MOST = 12
const CACHED = 50_000

const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u
const CONTROL = /[\p{Cc}\p{Cf}\ufffd]/gu

export class WordPieces {
  /**
   * Numbers of the pieces that stand for an unknown word, and for the beginning and the end of a sentence.
   */
  readonly unknown: number
  readonly first: number
  readonly last: number
  private readonly ids: ReadonlyMap<string, number>
  private cache = new Map<string, readonly number[]>()

  /** `pieces`: the vocabulary; a piece that continues a word begins with `##`. */
  constructor(readonly pieces: readonly string[]) {
    this.ids = new Map(pieces.map((piece, id) => [piece, id]))
    const of = (piece: string) => {
      const id = this.ids.get(piece)
      if (id === undefined)
        throw new ParleyError('bad-input', `The vocabulary of word pieces lacks ${piece}.`)
      return id
    }
    this.unknown = of(UNKNOWN)
    this.first = of('[CLS]')
    this.last = of('[SEP]')
  }

  /**
   * The pieces of a word, one or more.
   *
   * @example
   * const pieces = new WordPieces(['[UNK]', '[CLS]', '[SEP]', 'un', '##known', '.'])
   * pieces.of('Unknown.') // [3, 4, 5]
   * pieces.of('word') // [0]
   */
  of(word: string): readonly number[] {
    const known = this.cache.get(word)
    if (known !== undefined) return known
    const found = runsOf(word)
      .flatMap((run) => this.cut(run))
      .slice(0, MOST)
    const pieces = found.length > 0 ? found : [this.unknown]
    if (this.cache.size >= CACHED) this.cache = new Map()
    if (word.length <= LONGEST) this.cache.set(word, pieces)
    return pieces
  }

  private cut(run: string): number[] {
    const letters = Array.from(run)
    if (letters.length > LONGEST) return [this.unknown]
    const cut: number[] = []
    for (let from = 0; from < letters.length; ) {
      let to = letters.length
      let id: number | undefined
      for (; to > from && id === undefined; to--)
        id = this.ids.get((from > 0 ? '##' : '') + letters.slice(from, to).join(''))
      if (id === undefined) return [this.unknown]
      cut.push(id)
      from = to + 1
    }
    return cut
  }
}

/** Normalised runs of letters; each punctuation mark and each ideograph is a run of its own. */
function runsOf(word: string): string[] {
  const plain = word
    .replace(CONTROL, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const runs: string[] = []
  let run = ''
  const end = () => {
    if (run !== '') runs.push(run)
    run = ''
  }
  for (const letter of plain)
    if (/\s/u.test(letter)) end()
    else if (PUNCTUATION.test(letter) || IDEOGRAPH.test(letter)) {
      end()
      runs.push(letter)
    } else run += letter
  end()
  return runs
}
