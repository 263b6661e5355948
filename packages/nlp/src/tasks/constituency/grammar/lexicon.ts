// Words of a grammar: log P(word | symbol of a tag). P(word | tag) comes from the lexicon of the trigram
// tagger, with its endings for rare words. How the tag's symbols share it comes from the word's own counts,
// smoothed by those of the tag.
import { portableLog } from '@parleyjs/core/internal'
import { isFirstCapital, type WordCounts } from '../../tag/trigram/counts.js'
import { Lexicon, type LexiconOptions } from '../../tag/trigram/lexicon.js'
import { fitsWord } from './annotate.js'
import type { GrammarCounts } from './counts.js'

export interface GrammarLexiconOptions extends LexiconOptions {
  /** Weight of the general distribution of a tag's symbols, in occurrences of the word with the tag. */
  readonly symbolSmoothing?: number
}

/** Symbols of a word, each with the position of its tag among the word's candidates. */
export interface SymbolScores {
  readonly tags: readonly string[]
  readonly symbols: Int32Array
  readonly values: Int32Array
  readonly scores: Float64Array
}

export class GrammarLexicon {
  /** The names of tags, without marks. */
  readonly tags: readonly string[]
  private readonly lexicon: Lexicon
  private readonly numbers: ReadonlyMap<string, number>
  /** Symbols of each tag, and the probability of each given the tag. */
  private readonly symbolsOf: readonly number[][]
  private readonly share: Float64Array
  private readonly smoothing: number

  constructor(
    private readonly counts: GrammarCounts,
    options: GrammarLexiconOptions = {},
  ) {
    const { symbols } = counts
    const often = new Float64Array(symbols.length)
    for (const words of [counts.words, counts.firstWords])
      for (const own of words.values())
        own.tags.forEach((symbol, k) => {
          often[symbol] += own.counts[k]
        })
    this.tags = [...new Set(symbols.filter((_, s) => often[s] > 0).map(({ base }) => base))].sort()
    this.numbers = new Map(this.tags.map((tag, i) => [tag, i]))
    const symbolsOf: number[][] = this.tags.map(() => [])
    const total = new Float64Array(this.tags.length)
    for (let s = 0; s < symbols.length; s++) {
      if (often[s] === 0) continue
      const tag = this.numbers.get(symbols[s].base)!
      symbolsOf[tag].push(s)
      total[tag] += often[s]
    }
    this.symbolsOf = symbolsOf
    this.share = often.map((count, s) => (count > 0 ? count / total[this.numbers.get(symbols[s].base)!] : 0))
    this.smoothing = options.symbolSmoothing ?? 3
    this.lexicon = new Lexicon(
      {
        tags: this.tags,
        trigrams: new Int32Array(0),
        trigramCounts: new Int32Array(0),
        words: this.byTag(counts.words),
        firstWords: this.byTag(counts.firstWords),
      },
      options,
    )
  }

  /**
   * The symbols that a word may have: those of the given tags, or of its candidates. Tags never seen have
   * none.
   */
  symbolsOfWord(word: string, position: number, wanted?: readonly string[]): SymbolScores {
    const known = wanted?.map((tag) => this.numbers.get(tag) ?? -1)
    const { tags, scores } = this.lexicon.tagsOf(
      word,
      position,
      known?.filter((tag) => tag >= 0),
    )
    const names = wanted ?? Array.from(tags, (tag) => this.tags[tag])
    const found = { symbols: [] as number[], values: [] as number[], scores: [] as number[] }
    const seen = this.seen(word, position)
    for (let k = 0; k < tags.length; k++) {
      const tag = tags[k]
      const value = known === undefined ? k : known.indexOf(tag)
      const symbols = this.symbolsOf[tag].filter((s) =>
        fitsWord(this.tags[tag], this.counts.symbols[s].label, word),
      )
      let count = 0
      for (const s of symbols) count += seen.get(s) ?? 0
      for (const s of symbols) {
        const share = this.share[s]
        const own = ((seen.get(s) ?? 0) + this.smoothing * share) / (count + this.smoothing)
        found.symbols.push(s)
        found.values.push(value)
        found.scores.push(scores[k] + portableLog(own / share))
      }
    }
    return {
      tags: names,
      symbols: Int32Array.from(found.symbols),
      values: Int32Array.from(found.values),
      scores: Float64Array.from(found.scores),
    }
  }

  /** How often the word was seen with each symbol, as it is or without the capital of a first word. */
  private seen(word: string, position: number): Map<number, number> {
    const { words, firstWords } = this.counts
    const found = [words.get(word)]
    if (isFirstCapital(word, position)) found.push(firstWords.get(word), words.get(word.toLowerCase()))
    else if (found[0] === undefined) found.push(firstWords.get(word))
    const sums = new Map<number, number>()
    for (const own of found)
      own?.tags.forEach((symbol, k) => {
        sums.set(symbol, (sums.get(symbol) ?? 0) + own.counts[k])
      })
    return sums
  }

  /** Counts by tag instead of by symbol. */
  private byTag(words: ReadonlyMap<string, WordCounts>): Map<string, WordCounts> {
    return new Map(
      [...words].map(([word, own]) => {
        const sums = new Map<number, number>()
        own.tags.forEach((symbol, k) => {
          const tag = this.numbers.get(this.counts.symbols[symbol].base)!
          sums.set(tag, (sums.get(tag) ?? 0) + own.counts[k])
        })
        const tags = [...sums.keys()].sort((a, b) => a - b)
        return [word, { tags, counts: tags.map((tag) => sums.get(tag)!) }]
      }),
    )
  }
}
