// Scores without learning: subjects, objects and other words that a clause needs stay, the rest is deleted.
import type { Sentence } from '../../text/conllu/sentence.js'
import type { UnitScorer } from './compressor.js'
import { isOneOf } from './rules.js'
import type { Units } from './units.js'

const CORE: ReadonlySet<string> = new Set([
  'ccomp',
  'compound',
  'csubj',
  'iobj',
  'nsubj',
  'nummod',
  'obj',
  'xcomp',
])

/** Keeps the root and the core arguments of kept words: a baseline that needs no model. */
export const plainScores: UnitScorer = {
  score(_: Sentence, units: Units, keep: Float64Array, top: Float64Array): void {
    for (let u = 0; u < units.length; u++) {
      keep[u] = isOneOf(CORE, units.tree.relations[units.heads[u]]) ? 1 : -1
      top[u] = units.parents[u] < 0 ? 1 : -1
    }
  },
}
