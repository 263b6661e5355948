// What a summary never deletes from a word that stays, in addition to the words that the compressor ties:
// objects and clauses that complete a verb, and the noun of a number or quantifier. A summary is driven by
// concepts; without this it would print "said Tom Hill".

import type { Sentence } from '../../text/conllu/sentence.js'
import { isOneOf } from '../compress/rules.js'
import type { Units } from '../compress/units.js'

const COMPLEMENTS: ReadonlySet<string> = new Set(['ccomp', 'csubj', 'iobj', 'nsubj', 'obj', 'xcomp'])
/** "two of the pillars", "half of it": these tags need their noun. */
const COUNTING: ReadonlySet<string> = new Set(['DET', 'NUM', 'PRON'])

/** 1 for units that must stay where their parent does. */
export function requiredUnits({ upos }: Sentence, units: Units): Uint8Array {
  const { heads, relations } = units.tree
  return Uint8Array.from(units.required, (required, u) => {
    const word = units.heads[u]
    const relation = relations[word]
    if (required === 1 || units.parents[u] < 0) return required
    if (isOneOf(COMPLEMENTS, relation)) return 1
    return relation === 'nmod' && heads[word] >= 0 && COUNTING.has(upos[heads[word]]) ? 1 : 0
  })
}
