// A lexicalised grammar in a model file: names in the header, keys of counts in order, each as its distance
// from the one before.

import { ParleyError } from '@parleyjs/core'
import { IntTable } from '@parleyjs/core/internal'
import type { Model, ModelArray } from '@parleyjs/learn'
import { Fields, reading, requireRange, unusable } from '@parleyjs/learn/internal'
import { BackoffCounts } from './backoff.js'
import { LexicalisedGrammar } from './grammar.js'

/** Changes whenever the same trees would give other counts. */
const VERSION = 1

/** The grammar as header and arrays, for `writeModel`. */
export function saveLexicalised(
  { parts }: LexicalisedGrammar,
  about: { licence: string; trainedOn: string },
): Model {
  const { table, discount } = parts.counts
  const keys = table.sortedKeys()
  const vocabulary = Int32Array.from(parts.vocabulary).sort()
  return {
    header: {
      kind: 'lexicalised-grammar',
      ...about,
      version: VERSION,
      categories: parts.categories,
      tags: parts.tags,
      discount,
    },
    arrays: {
      pairCategory: Uint16Array.from(parts.pairCategory),
      pairHead: Uint16Array.from(parts.pairHead),
      vocabulary,
      ...packKeys(keys),
      counts: Uint32Array.from(keys, (key) => table.get(key)),
    },
  }
}

/** The grammar from what `readModel` read. */
export function loadLexicalised({ header, arrays }: Model): LexicalisedGrammar {
  if (header.kind !== 'lexicalised-grammar' || header.version !== VERSION)
    throw new ParleyError(
      'bad-input',
      `This is a model of kind "${header.kind}", version ${String(header.version)}; a lexicalised grammar of version ${VERSION} is needed. Train it again.`,
    )
  return reading(undefined, () => restore({ header, arrays }))
}

function restore({ header, arrays }: Model): LexicalisedGrammar {
  const fields = new Fields('its header', header)
  const categories = fields.texts('categories', 1)
  const tags = fields.texts('tags', 1)
  const need = (name: string) => {
    const array = arrays[name]
    if (array !== undefined) return array
    throw new ParleyError('bad-input', `The model has no array called "${name}". Train it again.`)
  }
  const [low, high, counts] = [need('keyLow'), need('keyHigh'), need('counts')]
  const [pairCategory, pairHead] = [need('pairCategory'), need('pairHead')]
  if (high.length !== low.length || counts.length !== low.length || pairHead.length !== pairCategory.length)
    throw unusable('its counts and keys, or its pairs, are not equally many')
  const symbols = categories.length + tags.length
  requireRange('pairCategory', pairCategory, 0, symbols - 1)
  requireRange('pairHead', pairHead, 0, symbols - 1)
  const keys = unpackKeys(low, high)
  const table = new IntTable(keys.length)
  for (let i = 0; i < keys.length; i++) table.add(keys[i], counts[i])
  return new LexicalisedGrammar({
    categories,
    tags,
    pairCategory: Int32Array.from(pairCategory),
    pairHead: Int32Array.from(pairHead),
    counts: new BackoffCounts(table, fields.number('discount', 0)),
    vocabulary: new Set(need('vocabulary')),
  })
}

/** Distances of sorted keys: low bytes, which look random, apart from the rest, which packs well. */
function packKeys(keys: Int32Array): Record<string, ModelArray> {
  const keyLow = new Uint8Array(keys.length)
  const keyHigh = new Uint32Array(keys.length)
  let last = 0
  for (let i = 0; i < keys.length; i++) {
    const distance = keys[i] - last
    keyLow[i] = distance & 255
    keyHigh[i] = distance >>> 8
    last = keys[i]
  }
  return { keyLow, keyHigh }
}

function unpackKeys(keyLow: ModelArray, keyHigh: ModelArray): Int32Array {
  const keys = new Int32Array(keyLow.length)
  let last = 0
  for (let i = 0; i < keys.length; i++) {
    last += keyLow[i] + 256 * keyHigh[i]
    keys[i] = last
  }
  return keys
}
