// The concepts of a collection of sentences (paper 2, section 1.3.2): concept types are stems of words and
// pairs of neighbouring stems; a concept token is a place where one occurs. Punctuation does not separate
// neighbours.
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'

/** The part of a sentence that concepts depend on. */
export interface ConceptSentence {
  /** Which document it is from, and its place there, both counted from 0. */
  readonly document: number
  readonly position: number
  readonly forms: readonly string[]
  readonly upos: readonly string[]
}

/** A place where a concept occurs: one word, or two (−1 for none). */
export interface ConceptToken {
  readonly sentence: number
  readonly first: number
  readonly second: number
}

/** A stem of a content word or of a stop word, two neighbours, or two neighbours that are both stop words. */
export type ConceptKind = 'word' | 'stop word' | 'pair' | 'stop pair'

export interface Concept {
  readonly kind: ConceptKind
  /** A stem, or two with a space between. */
  readonly key: string
  readonly tokens: readonly ConceptToken[]
}

/** Beyond this many, concepts of large collections that occur in one sentence alone are left out. */
const MANY = 200_000

/** The words of a sentence that count: their places and stems. */
function stemsOf(forms: readonly string[]): { places: number[]; stems: string[]; stop: boolean[] } {
  const places: number[] = []
  const stems: string[] = []
  const stop: boolean[] = []
  forms.forEach((form, i) => {
    const word = form.toLowerCase()
    if (!/[\p{L}\p{N}]/u.test(word)) return
    places.push(i)
    stems.push(stem(word.replaceAll(/[^\p{L}\p{N}]/gu, '')))
    stop.push(isStopWord(word))
  })
  return { places, stems, stop }
}

/**
 * All concepts, in the order of their first tokens: stems, and pairs of neighbours.
 *
 * @example
 * const forms = ['The', 'screens', 'crack']
 * const sentence = { document: 0, position: 0, forms, upos: ['DET', 'NOUN', 'VERB'] }
 * findConcepts([sentence]).map(({ key }) => key) // ['the', 'the screen', 'screen', 'screen crack', 'crack']
 */
export function findConcepts(sentences: readonly ConceptSentence[]): Concept[] {
  const found = new Map<string, { kind: ConceptKind; key: string; tokens: ConceptToken[] }>()
  const add = (kind: ConceptKind, key: string, token: ConceptToken) => {
    const concept = found.get(key)
    if (concept === undefined) found.set(key, { kind, key, tokens: [token] })
    else concept.tokens.push(token)
  }
  sentences.forEach(({ forms }, sentence) => {
    const { places, stems, stop } = stemsOf(forms)
    for (let i = 0; i < places.length; i++) {
      const first = places[i]
      add(stop[i] ? 'stop word' : 'word', stems[i], { sentence, first, second: -1 })
      if (i + 1 === places.length) continue
      const kind = stop[i] && stop[i + 1] ? 'stop pair' : 'pair'
      add(kind, `${stems[i]} ${stems[i + 1]}`, { sentence, first, second: places[i + 1] })
    }
  })
  const all = [...found.values()]
  return all.length <= MANY ? all : all.filter(({ tokens }) => tokens.length > 1)
}
