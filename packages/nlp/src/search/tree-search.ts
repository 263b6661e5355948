// Searches a corpus in CoNLL-U. Sentences that lack a text that the pattern requires are passed over without
// being read: only the others are checked against the format.
import type { ConlluOptions } from '../text/conllu/complaints.js'
import { Scanner } from '../text/conllu/scanner.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { wholeBlocks } from '../text/conllu/whole-blocks.js'
import { Prefilter } from './prefilter.js'
import type { SearchLimits, TreeMatches, TreePattern } from './tree-pattern.js'

/** A sentence with matches. */
export interface FoundTree extends TreeMatches {
  readonly sentence: Sentence
  /** The number of the sentence in the corpus, from 1. */
  readonly number: number
}

export type SearchOptions = SearchLimits & ConlluOptions

/**
 * Yields the sentences of a stream that match, such as a file or standard input, in constant memory. Returns
 * the number of sentences.
 *
 * @example
 * const corpus = ['1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n']
 * for await (const { sentence, matches } of searchTrees(new TreePattern('{lemma=go}=v'), corpus))
 *   sentence.forms[matches[0].named.v] // 'Go'
 */
export async function* searchTrees(
  pattern: TreePattern,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: SearchOptions = {},
): AsyncGenerator<FoundTree, number, undefined> {
  const search = new TreeSearch(pattern, options)
  for await (const text of wholeBlocks(chunks, search.scanner))
    for (const found of search.scan(text)) yield found
  search.scanner.end()
  return search.count
}

/** A search through a corpus, piece by piece. */
export class TreeSearch {
  readonly scanner: Scanner
  /** Number of sentences so far. */
  count = 0
  private readonly prefilter: Prefilter
  private readonly limits: SearchLimits

  constructor(
    private readonly pattern: TreePattern,
    options: SearchOptions,
  ) {
    this.scanner = new Scanner(options)
    this.prefilter = new Prefilter(pattern.requiredTexts)
    this.limits = { limit: options.limit }
  }

  /** The sentences with matches in a text that ends with an empty line, or with the corpus. */
  *scan(text: string): Generator<FoundTree, void, undefined> {
    // With carriage returns, the scanner finds the sentences.
    if (this.pattern.requiredTexts.length === 0 || text.includes('\r')) {
      yield* this.read(text)
      return
    }
    this.prefilter.open(text)
    for (let from = 0; from < text.length; ) {
      const empty = text.indexOf('\n\n', from)
      const to = empty < 0 ? text.length : empty + 2
      if (this.count > 0 && !this.prefilter.passes(from, to) && isSentence(text, from)) {
        this.count++
        this.scanner.line += linesIn(text, from, to)
      } else yield* this.read(text.slice(from, to))
      from = to
    }
  }

  private *read(text: string): Generator<FoundTree, void, undefined> {
    for (const sentence of this.scanner.scan(text)) {
      this.count++
      const found = this.pattern.find(sentence, this.limits)
      if (found.matches.length > 0 || !found.complete) yield { ...found, sentence, number: this.count }
    }
  }
}

/** Whether comments and then a line with a number begin here. */
function isSentence(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === 35) at = text.indexOf('\n', at) + 1
  const code = text.charCodeAt(at)
  return code > 48 && code <= 57
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
