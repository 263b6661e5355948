// How tokens are split, in a model file: tables in its header, and the splitter's classifiers.
import type { Model, ModelHeader } from '@parleyjs/learn'
import {
  type Fields,
  type packLinear,
  placedLinear,
  type ScoreMemory,
  type unfoldLinear,
} from '@parleyjs/learn/internal'
import { type Affix, Affixes } from './affixes.js'
import { Multiwords } from './multiword.js'
import { Splitter } from './splitter.js'

/** The header entry and the arrays of a splitter; empty without one. */
export function writeMultiwords(
  { splitter }: Multiwords,
  pack: typeof packLinear | typeof unfoldLinear,
): { header: Record<string, ModelHeader[string]>; arrays: Model['arrays'] } {
  if (splitter === null) return { header: {}, arrays: {} }
  const scorer = pack('splits', splitter.scorer)
  const stems = pack('stems', splitter.stems)
  const { before, after } = splitter.affixes
  const rows = (affixes: readonly Affix[]) => affixes.map(({ text, put, words }) => [text, put, ...words])
  return {
    header: {
      affixes: { before: rows(before), after: rows(after) },
      splits: scorer.header,
      stems: stems.header,
    },
    arrays: { ...scorer.arrays, ...stems.arrays },
  }
}

/** Reads what `writeMultiwords` wrote, and the tables, from a model with these header fields. */
export function readMultiwords(fields: Fields, model: Model, memory: ScoreMemory | null): Multiwords {
  const tables = fields.fields('multiwords')
  const multiwords = { forms: tables.textLists('forms', 2), endings: tables.textLists('endings', 3) }
  if (!fields.has('affixes')) return new Multiwords(multiwords)
  const rows = fields.fields('affixes')
  const affixes = (side: string): Affix[] =>
    rows.textLists(side, 2).map(([text, put, ...words]) => ({ text, put, words }))
  return new Multiwords(
    multiwords,
    new Splitter(
      new Affixes(affixes('before'), affixes('after')),
      placedLinear('splits', model, 2, memory),
      placedLinear('stems', model, 1, memory),
    ),
  )
}
