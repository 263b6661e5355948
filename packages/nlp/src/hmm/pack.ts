// A trigram tagger as a model file: its counts, as numbers in groups of 7 bits. Further compression is left
// to the compression of the whole file.
import { ParleyError } from '@parley/core'
import type { Model, ModelArray } from '@parley/learn'
import { memoryFor, packLinear, placedLinear, reading } from '@parley/learn/internal'
import { FEATURES_VERSION } from '../word-features/templates.js'
import { ContextModel } from './context.js'
import type { HmmCounts, WordCounts } from './counts.js'
import { TrigramTagger } from './trigram-tagger.js'

const KIND = 'trigram-tagger'
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
      ...(packed !== null && { [CONTEXT]: packed.header, features: FEATURES_VERSION }),
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
  const steps = unpackNumbers(model.arrays['hmm.trigrams'])
  const trigramCounts = Int32Array.from(unpackNumbers(model.arrays['hmm.counts']))
  let key = 0
  const trigrams = Int32Array.from(steps, (step) => (key += step))
  if (trigrams.length !== trigramCounts.length || trigrams.length === 0 || key >= (tags.length + 1) ** 3)
    throw broken('has counts that do not fit together')
  const counts: HmmCounts = {
    tags,
    trigrams,
    trigramCounts,
    words: unpackWords('hmm.words', model, tags.length),
    firstWords: unpackWords('hmm.first', model, tags.length),
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
  if (model.header.features !== FEATURES_VERSION) throw broken('was trained with other features')
  const linear = placedLinear(CONTEXT, model, tags, memoryFor(model))
  return { context: new ContextModel(linear) }
}

function packWords(name: string, words: ReadonlyMap<string, WordCounts>): Record<string, ModelArray> {
  const sizes: number[] = []
  const tags: number[] = []
  const counts: number[] = []
  for (const own of words.values()) {
    sizes.push(own.tags.length)
    tags.push(...own.tags)
    counts.push(...own.counts)
  }
  return {
    [name]: new TextEncoder().encode([...words.keys()].join('\n')),
    [`${name}.sizes`]: packNumbers(sizes),
    [`${name}.tags`]: packNumbers(tags),
    [`${name}.counts`]: packNumbers(counts),
  }
}

function unpackWords(name: string, { arrays }: Model, tagCount: number): Map<string, WordCounts> {
  const text = new TextDecoder().decode(Uint8Array.from(arrays[name] ?? []))
  const words = text === '' ? [] : text.split('\n')
  const sizes = unpackNumbers(arrays[`${name}.sizes`])
  const tags = unpackNumbers(arrays[`${name}.tags`])
  const counts = unpackNumbers(arrays[`${name}.counts`])
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (sizes.length !== words.length || total !== tags.length || total !== counts.length)
    throw broken(`has ${words.length} words with ${sizes.length} counts`)
  if (tags.some((tag) => tag >= tagCount)) throw broken('has a word whose tag does not exist')
  let at = 0
  return new Map(
    words.map((word, i) => {
      const end = at + sizes[i]
      const own = { tags: tags.slice(at, end), counts: counts.slice(at, end) }
      at = end
      return [word, own]
    }),
  )
}

function packNumbers(values: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (let i = 0; i < values.length; i++) {
    let rest = values[i]
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

function unpackNumbers(bytes: ModelArray | undefined): number[] {
  if (bytes === undefined) throw broken('lacks a part')
  const values: number[] = []
  let value = 0
  let shift = 0
  for (let i = 0; i < bytes.length; i++) {
    value |= (bytes[i] & 127) << shift
    shift += 7
    if (bytes[i] > 127) continue
    values.push(value)
    value = 0
    shift = 0
  }
  return values
}

function broken(what: string): ParleyError {
  return new ParleyError('bad-input', `The model of the trigram tagger ${what}. Train it again.`)
}
