// A trigram tagger as a model file: its counts, as numbers in groups of 7 bits. Further compression is left
// to the compression of the whole file.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '@parleyjs/learn'
import {
  memoryFor,
  packLinear,
  packNumbers,
  placedLinear,
  reading,
  unpackNumbers,
} from '@parleyjs/learn/internal'
import { WORD_FEATURES_VERSION } from '../../../word-features/templates.js'
import { ContextModel } from './context.js'
import type { TagCounts } from './counts.js'
import { packWords, unpackWords } from './pack-words.js'
import { TrigramTagger } from './trigram-tagger.js'

const KIND = 'trigram-tagger'
const WHAT = 'The model of the trigram tagger'
const CONTEXT = 'context'

/** Licence and origin of a model, and how it is combined with a grammar. */
export interface Provenance {
  readonly licence: string
  readonly trainedOn: string
  /** Weight of the tagger beside a grammar; see `chooseTaggerWeight`. */
  readonly weight?: number
  /** Whether the tagger leaves log P(word | tag) to the grammar; see `JointOptions`. */
  readonly countWordsOnce?: boolean
}

/** The tagger as a model, to be written with `writeModel`. */
export function packTrigramTagger(
  tagger: TrigramTagger,
  { licence, trainedOn, weight, countWordsOnce = false }: Provenance,
): Model {
  const { counts, context } = tagger
  const { tags, trigrams, trigramCounts } = counts
  const packed = context === null ? null : packLinear(CONTEXT, context.model)
  return {
    header: {
      kind: KIND,
      licence,
      trainedOn,
      tags,
      ...(weight !== undefined && { weight }),
      ...(countWordsOnce && { countWordsOnce }),
      ...(packed !== null && { [CONTEXT]: packed.header, features: WORD_FEATURES_VERSION }),
    },
    arrays: {
      'hmm.trigrams': packNumbers(trigrams.map((key, i) => key - (i === 0 ? 0 : trigrams[i - 1]))),
      'hmm.counts': packNumbers(trigramCounts),
      ...packWords('hmm.words', counts.words),
      ...packWords('hmm.first', counts.firstWords),
      ...packed?.arrays,
    },
  }
}

/** Reads a tagger from a model that was read with `readModel`; an inconsistent one is refused. */
export function unpackTrigramTagger(model: Model): TrigramTagger {
  return reading(undefined, () => makeTrigramTagger(model))
}

function makeTrigramTagger(model: Model): TrigramTagger {
  const { kind, tags } = model.header
  if (kind !== KIND)
    throw new ParleyError(
      'bad-input',
      `This model is a ${kind}, but a ${KIND} is needed here. Is it the right file?`,
    )
  if (!Array.isArray(tags) || tags.length === 0 || !tags.every((tag) => typeof tag === 'string'))
    throw broken('has no tags')
  const steps = unpackNumbers(WHAT, model.arrays['hmm.trigrams'])
  const trigramCounts = unpackNumbers(WHAT, model.arrays['hmm.counts'])
  let key = 0
  const trigrams = Int32Array.from(steps, (step) => (key += step))
  if (trigrams.length !== trigramCounts.length || trigrams.length === 0 || key >= (tags.length + 1) ** 3)
    throw broken('has counts that do not fit together')
  const counts: TagCounts = {
    tags,
    trigrams,
    trigramCounts,
    words: unpackWords(WHAT, 'hmm.words', model, tags.length),
    firstWords: unpackWords(WHAT, 'hmm.first', model, tags.length),
  }
  return new TrigramTagger(counts, unpackContext(model, tags.length))
}

/** The settings for use with a grammar, as far as the model has them. */
export function taggerOptions({ header: { weight, countWordsOnce = false } }: Model): {
  readonly weights?: readonly [number, number]
  readonly countWordsOnce: boolean
} {
  if (typeof countWordsOnce !== 'boolean')
    throw broken('has a "countWordsOnce" that is neither true nor false')
  if (weight === undefined) return { countWordsOnce }
  if (typeof weight !== 'number' || !(weight >= 0 && weight < Number.POSITIVE_INFINITY))
    throw broken('has a weight that is no number from 0 on')
  return { weights: [1, weight], countWordsOnce }
}

function unpackContext(model: Model, tags: number): { context?: ContextModel } {
  if (model.header[CONTEXT] === undefined) return {}
  if (model.header.features !== WORD_FEATURES_VERSION) throw broken('was trained with other features')
  const linear = placedLinear(CONTEXT, model, tags, memoryFor(model))
  return { context: new ContextModel(linear) }
}

function broken(what: string): ParleyError {
  return new ParleyError('bad-input', `${WHAT} ${what}. Train it again.`)
}
