// The state of the parse tab that is kept in the address: text, settings, the chosen sentence, demands on its
// tree.
import { PART_NAMES, type PartName } from '@parleyjs/nlp/internal'
import type { Demands, ParseSettings } from './parse-types.js'

export interface ParsePlace {
  readonly text: string
  readonly settings: ParseSettings
  /** Index of the chosen sentence, from 0. */
  readonly sentence: number
  readonly demands: Demands
}

export const NO_DEMANDS: Demands = { forced: [], forbidden: [] }
export const EXAMPLE = 'I saw the man with the telescope that my sister gave me.'
/** Example sentences. The shipped model parses all of them right (scripts/showcase.test.ts checks that). */
export const EXAMPLES = [
  EXAMPLE,
  'My sister bought a book about birds and gave it to our neighbour.',
  'Where did you buy the bread that we ate yesterday? Who wants to talk to the teacher?',
  'The bridge over the river was closed last week because of the flood.',
]
/** Longer texts are refused: the page is meant for single sentences. */
export const MOST_CHARACTERS = 20_000

export function readPlace(values: Readonly<Record<string, string>>): ParsePlace {
  const {
    text = EXAMPLE,
    parts = '',
    algorithm,
    projective,
    sentence = '1',
    force = '',
    forbid = '',
  } = values
  const named = parts.split(',').filter((name): name is PartName => PART_NAMES.includes(name as PartName))
  return {
    text: text.slice(0, MOST_CHARACTERS),
    settings: {
      parts: named.length > 0 ? named : PART_NAMES,
      algorithm: algorithm === 'subgradient' ? 'subgradient' : 'ad3',
      projective: projective === 'yes',
    },
    sentence: /^\d{1,4}$/.test(sentence) ? Math.max(0, Number(sentence) - 1) : 0,
    demands: { forced: pairsIn(force), forbidden: pairsIn(forbid) },
  }
}

export function writePlace({ text, settings, sentence, demands }: ParsePlace): Record<string, string> {
  const { parts, algorithm, projective } = settings
  return {
    text,
    parts: parts.length === PART_NAMES.length ? '' : parts.join(),
    algorithm: algorithm === 'ad3' ? '' : algorithm,
    projective: projective ? 'yes' : '',
    sentence: sentence === 0 ? '' : String(sentence + 1),
    force: demands.forced.map((pair) => pair.join(':')).join(),
    forbid: demands.forbidden.map((pair) => pair.join(':')).join(),
  }
}

function pairsIn(text: string): [number, number][] {
  return [...text.matchAll(/(\d{1,4}):(\d{1,4})/g)].map(([, word, head]) => [Number(word), Number(head)])
}
