// A pattern, compiled: finds its matches in one sentence.
import { ParleyError } from '@parleyjs/core'
import { parseConllu } from '../text/conllu/read.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { Matcher } from './match/matcher.js'
import { scopesOf } from './match/scopes.js'
import { parsePattern } from './pattern/parse-pattern.js'
import { requiredTexts } from './prefilter.js'

/** Words of a sentence that match a pattern. Words are counted from 0. */
export interface TreeMatch {
  /** The words for the nodes, without those in negated relations, in the order of the pattern. */
  readonly words: readonly number[]
  /** The words for the nodes that have names. */
  readonly named: Readonly<Record<string, number>>
}

/** The matches in a sentence. */
export interface TreeMatches {
  /** In ascending order of their words. */
  readonly matches: readonly TreeMatch[]
  /** Whether these are all: false if there are more than `limit`, or if the search took too many steps. */
  readonly complete: boolean
}

export interface SearchLimits {
  /** Maximum number of matches per sentence. Default 1000. */
  readonly limit?: number | undefined
}

const MOST_MATCHES = 1000

/**
 * A pattern of words and relations between them, such as a verb with a subject `s` and an object `o`. The
 * language is described in docs/search.md.
 *
 * @example
 * const pattern = new TreePattern('{upos=VERB} >nsubj {}=s >obj {}=o')
 * pattern.names // ['s', 'o']
 * const rows = ['1 We we PRON _ _ 2 nsubj _ _', '2 read read VERB _ _ 0 root _ _']
 * rows.push('3 it it PRON _ _ 2 obj _ _')
 * const [sentence] = parseConllu(`${rows.join('\n').replaceAll(' ', '\t')}\n\n`)
 * const { matches } = pattern.find(sentence)
 * matches[0].words // [1, 0, 2]
 * sentence.forms[matches[0].named.o] // 'it'
 */
export class TreePattern {
  /** Names of the nodes, without those in negated relations. */
  readonly names: readonly string[]
  /** Texts that every sentence with a match contains, as CoNLL-U. */
  readonly requiredTexts: readonly string[]
  private readonly matcher: Matcher
  /** For each name the index of its word in `words`. */
  private readonly places: readonly (readonly [name: string, place: number])[]

  /** Throws a `ParleyError` with the column of the pattern if it is not valid. */
  constructor(readonly text: string) {
    const variables = scopesOf(parsePattern(text))
    this.matcher = new Matcher(variables)
    this.places = [...variables.names].map(([name, v]) => [name, variables.scope.own.indexOf(v)] as const)
    this.names = this.places.map(([name]) => name)
    this.requiredTexts = requiredTexts(variables.scope)
  }

  /**
   * The matches in a sentence. Different nodes match different words.
   *
   * @example
   * const [sentence] = parseConllu('1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n')
   * new TreePattern('{lemma=go}=v !>obj {}').find(sentence).matches.length // 1
   */
  find(sentence: Sentence, { limit = MOST_MATCHES }: SearchLimits = {}): TreeMatches {
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new ParleyError('bad-argument', `limit is ${limit}; expected a whole number of at least 1.`)
    const found = this.matcher.search(unchanged(sentence).pack(), limit)
    const matches = found.map((words) => ({
      words,
      named: Object.fromEntries(this.places.map(([name, place]) => [name, words[place]])),
    }))
    return { matches, complete: !this.matcher.isIncomplete }
  }
}

/** The sentence as it is now, with its text. */
function unchanged(sentence: Sentence): Sentence {
  if (!sentence.isChanged) return sentence
  return parseConllu(sentence.toString(), { strict: false, onWarning: () => {} })[0]
}
