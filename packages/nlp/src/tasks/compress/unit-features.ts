// The features of a unit: combinations of its attributes, hashed into numbers below `FEATURES`.
import { mix } from '@parleyjs/core/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { unitValues, VALUES, type ValueName } from './unit-values.js'
import type { Units } from './units.js'

/** Numbers of features are below this. */
export const FEATURES = 1 << 20
/** Version of the features; a model with another version is refused. */
export const FEATURE_VERSION = 1

/** Each line is a feature: the facts that are combined. */
const TEMPLATES: readonly (readonly ValueName[])[] = `
relation
relation lemma
relation tag
relation parentRelation
relation parentRelation grandRelation
relation parentLemma
relation parentTag tag
relation lemma parentLemma
relation function
relation function parentLemma
relation function lemma
relation function parentTag tag
relation function place
relation function weight
relation function earlier later
relation distance direction
relation weight
relation weight length
relation share place
relation place
relation place parentRelation
relation start
relation ends
relation ends weight
relation length
relation depth
relation depth parentRelation
relation before after
relation before weight
relation after ends
relation previous
relation next
relation children
relation tag children
relation earlier direction
relation later direction
relation earlier later parentLemma
relation shape
relation shape parentTag
relation names numbers weight
relation subject
relation subjectTag
relation subject lemma
relation same
relation words
relation parentSubject
relation parentPlace place
lemma
lemma place
lemma parentLemma
tag parentTag direction
length depth
length share
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as ValueName[])

const COLUMNS: readonly Int32Array[] = TEMPLATES.map((names) =>
  Int32Array.from(names, (name) => VALUES.indexOf(name)),
)

/**
 * Features of a unit: this many for keeping it with its parent, and as many others for keeping it without.
 */
export const FEATURE_COUNT = COLUMNS.length

/**
 * The features of the units of a sentence, a row of `FEATURE_COUNT` numbers each: of keeping them with their
 * parents, and without.
 */
export function unitFeatures(sentence: Sentence, units: Units): { keep: Int32Array; top: Int32Array } {
  const values = unitValues(sentence, units)
  const keep = new Int32Array(units.length * FEATURE_COUNT)
  const top = new Int32Array(units.length * FEATURE_COUNT)
  let at = 0
  for (let u = 0; u < units.length; u++) {
    const row = u * VALUES.length
    for (let t = 0; t < COLUMNS.length; t++) {
      const columns = COLUMNS[t]
      let hash = mix(0x9e3779b9, t)
      for (let c = 0; c < columns.length; c++) hash = mix(hash, values[row + columns[c]])
      keep[at] = mix(hash, 1) >>> 12
      top[at] = mix(hash, 2) >>> 12
      at++
    }
  }
  return { keep, top }
}
